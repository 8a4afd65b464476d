import Foundation
import FudeEvdev
import FudeModel
import FudeRecording
import Testing

/// The folders of Fixtures/recordings.
enum Fixture {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/recordings")

  static func path(_ name: String) -> String { folder.appending(path: name).path }

  static func files(_ name: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: path(name))
    return (names ?? []).filter { !$0.hasSuffix(".txt") || $0 == "evtest.txt" }.sorted()
      .map { "\(name)/\($0)" }
  }

  /// Compares with a file; writes it anew, and fails, if `FUDE_REWRITE` is set.
  static func compare(_ text: String, with name: String) throws {
    let url = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["FUDE_REWRITE"] != nil {
      try text.write(to: url, atomically: true, encoding: .utf8)
      Issue.record("\(name) was written anew; look at the difference")
      return
    }
    let expected = try String(contentsOf: url, encoding: .utf8)
    #expect(text == expected)
  }
}

@Suite("Recorded sessions come out as expected")
struct RecordedTests {
  @Test(arguments: [
    "D6-tail-button", "D7-eraser-joins-pen", "D7-tool-changes-mid-stroke", "D7-virtual-lift",
    "D7-tip-without-tool", "D7-eraser-lost-at-tip", "D9-names-lie", "P4-two-surfaces", "overflow",
  ])
  func scenario(_ name: String) throws {
    let text = try listing([.path(Fixture.path("\(name)/session.jsonl"))])
    try Fixture.compare(text, with: "\(name)/expected.txt")
  }

  @Test(arguments: Fixture.files("levels") + Fixture.files("other-forms"))
  func form(_ name: String) throws {
    let text = try listing([.path(Fixture.path(name))])
    try Fixture.compare(text, with: "\(name).expected.txt")
  }

  @Test(
    "one session in every form decodes to the same",
    arguments: Fixture.files("forms").filter { !$0.hasSuffix(".desc") })
  func sameInEveryForm(_ name: String) throws {
    let text = try listing([.path(Fixture.path(name))])
      .split(separator: "\n").filter { !$0.contains("foundBeside") && !$0.hasPrefix("surface") }
      .joined(separator: "\n")
    // evemu 1.1 has no resolution: its places are nominal and its tilt is taken for degrees.
    let expected = name.contains("1.1") ? "forms/without-resolution.txt" : "forms/expected.txt"
    try Fixture.compare(text + "\n", with: expected)
  }

  @Test func aDescriptionGivenAlongIsJoinedAndIsNoDeviceOfItsOwn() throws {
    let description = RecordingSource.path(Fixture.path("forms/split.desc"))
    let events = RecordingSource.path(Fixture.path("forms/split.one-stroke.events"))
    let reader = try SessionReader([description, events])
    #expect(reader.devices.count == 1)
    #expect(reader.devices[0].description.name == "Handmade Pen")
    #expect(reader.notes.map(\.code) == [.foundBeside])
  }

  @Test func eventsWithoutDescriptionGetOneMadeUp() throws {
    let bytes = try Data(contentsOf: URL(filePath: Fixture.path("forms/split.one-stroke.events")))
    var reader = try SessionReader([.bytes([UInt8](bytes), name: "pipe")])
    #expect(reader.devices[0].device.isSynthesised)
    #expect(reader.devices[0].role == .pen)
    let summary = try SessionSummary(reading: &reader)
    #expect(summary.devices[0].pen?.strokes.count == 2)
  }
}
