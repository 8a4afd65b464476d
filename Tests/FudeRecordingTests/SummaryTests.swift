import Foundation
import FudeModel
import FudeRecording
import Testing

@Suite("A session's summary")
struct SummaryTests {
  @Test(
    arguments: Fixture.files("levels").filter { !$0.contains("expected") } + [
      "overflow/session.jsonl", "D9-names-lie/session.jsonl", "D6-tail-button/session.jsonl",
    ])
  func isJSONWithEveryDevice(_ name: String) throws {
    var reader = try SessionReader([.path(Fixture.path(name))])
    let summary = try SessionSummary(reading: &reader)
    let object = try JSONSerialization.jsonObject(with: Data(summary.json.utf8)) as? [String: Any]
    let devices = try #require(object?["devices"] as? [[String: Any]])
    #expect(devices.count == reader.devices.count)
    #expect(object?["records"] as? Int == reader.recordCount)
    #expect(summary.lines().count > devices.count)
  }

  @Test func namesStrokesButtonsAndClicks() throws {
    var reader = try SessionReader([.path(Fixture.path("forms/ours.jsonl"))])
    let summary = try SessionSummary(reading: &reader)
    let text = summary.lines().joined(separator: "\n")
    #expect(text.contains("in range: 0.000–0.096, 0.200–0.224 s"))
    #expect(text.contains("stroke: 0.016–0.048, 0.208–0.224 s"))
    #expect(text.contains("side button 1: 0.056–0.080 s"))
    #expect(text.contains("tools: pen, eraser"))
    #expect(text.contains("ABS_PRESSURE 0…1023"))
  }

  @Test func listsOnlyTheFirstOfMany() throws {
    var text = "{\"meta\":\"x\",\"W_mm\":100,\"H_mm\":60}\n"
    for number in 0..<1500 {
      let time = Double(number) / 10
      text += "{\"t\":\(time),\"k\":\"touch\",\"id\":0,\"down\":true,\"x\":1,\"y\":1}\n"
      text += "{\"t\":\(time + 0.05),\"k\":\"touch\",\"id\":0,\"down\":false,\"x\":1,\"y\":1}\n"
    }
    var reader = try SessionReader([.bytes([UInt8](text.utf8), name: "many")])
    let summary = try SessionSummary(reading: &reader)
    let contacts = try #require(summary.devices[1].touch?.contacts)
    #expect(contacts.count == 1500)
    #expect(contacts.first.count == IntervalList.limit)
    #expect(contacts.total == .seconds(75))
    #expect(summary.lines(most: 3).contains { $0.hasSuffix("1497 more") })
  }
}

@Suite("Controllers' reports")
struct ReportTests {
  private static let header = """
    {"fude":"recording","version":1}
    {"device":0,"name":"pad","level":"hid","role":"pad","id":[3,1356,1476,256]}

    """

  @Test func aKnownLayoutIsDecoded() throws {
    // A DualShock 4's report over USB: sticks in the middle, cross pressed.
    var report = [UInt8](repeating: 0, count: 64)
    report.replaceSubrange(0..<7, with: [1, 128, 128, 128, 128, 0x28, 0])
    let hex = report.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    let text =
      Self.header + "{\"t\":5,\"d\":0,\"hid\":\"\(hex)\"}\n{\"t\":6,\"d\":0,\"hid\":\"01\"}\n"
    var reader = try SessionReader([.bytes([UInt8](text.utf8), name: "reports")])
    guard case .pad(let frame)? = try reader.next() else {
      Issue.record("expected a pad")
      return
    }
    #expect(frame.buttons == .south)
    #expect(frame.time == Timestamp(microseconds: 5))
    #expect(
      try reader.next() == .lost(DeviceID(0), at: Timestamp(microseconds: 6), .endOfRecording))
    #expect(reader.notes.map(\.code) == [.notDecoded])
  }
}
