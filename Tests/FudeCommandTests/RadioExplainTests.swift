import Foundation
import Testing

/// A radio pen's session is explained as what it is, not as a crowd of fingers.
@Suite("What explain says of radio pens") struct RadioExplainTests {
  private func session() throws -> Data {
    try Command(["simulate", "--pen", "ble", "--text", "ab", "--seed", "1", "-o", "-"]).output
  }

  @Test("explain tells each contact once, the pen's with the event that gave it away")
  func explain() throws {
    let call = try Command(["explain", "-"], input: try session())
    #expect(call.status == 0, "\(call.errors)")
    let contacts = call.lines.filter { $0.hasPrefix("contact ") }
    let pens = contacts.filter { $0.contains(": pen 1. A tip-down came ") }
    let palms = contacts.filter { $0.contains(": not the pen. ") }
    #expect(pens.count == 14)
    #expect(pens.count + palms.count == contacts.count)
    #expect(call.text.contains("\(contacts.count) contacts: 14 of a radio pen, 47 not the pen's"))
    #expect(call.lines.last?.contains("says comes ") == true)
  }

  @Test("explain --json and --only go together")
  func json() throws {
    let call = try Command(["explain", "--json", "--only", "pen", "-"], input: try session())
    let rows = try call.lines.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
    #expect(rows.count == 14)
    for row in rows {
      #expect(row.verdict == "pen")
      #expect(row.pen == 1)
      #expect(row.began_us < row.accepted_us)
    }
  }

  @Test("options about digitisers are refused", arguments: [["--detail"], ["--hand", "left"]])
  func refused(_ words: [String]) throws {
    let call = try Command(["explain"] + words + ["-"], input: try session())
    #expect(call.status == 64)
    #expect(call.errors.contains("radio pen"))
  }

  private struct Row: Decodable {
    var verdict: String
    var pen: Int
    var began_us, accepted_us: Int
  }
}
