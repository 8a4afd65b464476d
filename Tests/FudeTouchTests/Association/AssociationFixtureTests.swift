import Foundation
import Testing

/// Each folder of Fixtures/radio-pen is a session, what must be said of it, and where it came from.
@Suite struct AssociationFixtureTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/radio-pen")

  static let names: [String] = {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return all.filter {
      FileManager.default.fileExists(atPath: folder.appendingPathComponent("\($0)/events.txt").path)
    }.sorted()
  }()

  @Test func theFixturesAreThere() {
    #expect(Self.names.count >= 15)
  }

  @Test(arguments: names) func aSessionIsDecidedAsExpected(_ name: String) throws {
    let folder = Self.folder.appendingPathComponent(name)
    let script = try RadioScript(
      String(contentsOf: folder.appendingPathComponent("events.txt"), encoding: .utf8))
    let found = RadioTranscript(script).text
    let file = folder.appendingPathComponent("expected.txt")
    if ProcessInfo.processInfo.environment["FUDE_REWRITE_GOLDENS"] != nil {
      try found.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("rewrote \(name)/expected.txt: read the difference")
      return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(found == expected)
  }
}
