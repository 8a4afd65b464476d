import Foundation
import Testing

/// Each folder of Fixtures/radio-pen with a session.txt is a whole session of an app, and what it
/// was told.
@Suite struct SessionFixtureTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/radio-pen")

  static let names: [String] = {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return all.filter {
      FileManager.default.fileExists(
        atPath: folder.appendingPathComponent("\($0)/session.txt").path)
    }.sorted()
  }()

  @Test func theFixturesAreThere() {
    #expect(Self.names.count >= 9)
  }

  @Test(arguments: names) func anAppIsToldWhatIsExpected(_ name: String) async throws {
    let folder = Self.folder.appendingPathComponent(name)
    let script = try SessionScript(
      String(contentsOf: folder.appendingPathComponent("session.txt"), encoding: .utf8))
    let found = try await script.play()
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
