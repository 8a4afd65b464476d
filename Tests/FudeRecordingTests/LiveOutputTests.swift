import Foundation
import FudeRecording
import Testing

@Suite("A live recording's file")
struct LiveOutputTests {
  @Test(
    "keeps what it held until the first bytes come, and then only they are in it",
    arguments: ["", "new"])
  func oldContent(_ text: String) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("fude-live-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("what was there before".utf8).write(to: file)
    let output = try RecordingOutput(path: file.path)
    try output.write(text.utf8)
    try output.finish()
    let kept = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(kept == (text.isEmpty ? "what was there before" : text))
  }
}
