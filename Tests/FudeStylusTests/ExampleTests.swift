import Foundation
import FudeModel
import FudeRecording
import FudeStylus
import Testing

/// The examples run as the reader runs them, and say what their expected.txt says.
@Suite struct ExampleTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let products = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent()

  @Test(arguments: ["Newcomer", "WacomGuide", "AdonitGuide"])
  func anExampleSaysWhatIsExpected(_ name: String) throws {
    try compare(run(name, []), with: name)
  }

  @Test func theTutorialDrawsTheSamePictureFromAPenAndFromItsRecording() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("fude-lines-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = folder.appendingPathComponent("pen.png")
    try compare(run("PressureLines", [first.path]), with: "PressureLines")
    let picture = try Data(contentsOf: first)
    // A PNG of 780 by 520.
    #expect(picture.prefix(8) == Data([137, 80, 78, 71, 13, 10, 26, 10]))
    #expect(picture[16..<24] == Data([0, 0, 3, 12, 0, 0, 2, 8]))
    let recording = folder.appendingPathComponent("session.jsonl")
    try StylusRecording.simulatedWriting(text: "pressure lines", seed: 2).write(
      to: RecordingOutput(path: recording.path), provenance: Provenance(simulation: "test"),
      surface: DeclaredSurface(number: 0, size: Size(width: 260, height: 173), isMetric: true))
    let second = folder.appendingPathComponent("recording.png")
    try compare(run("PressureLines", [second.path, recording.path]), with: "PressureLines")
    #expect(try Data(contentsOf: second) == picture)
  }

  @Test(arguments: ["svg", "png", "pdf", "uim"])
  func aRadioPensStrokesGoOutAsInk(_ form: String) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("fude-ink-\(UUID().uuidString).\(form)")
    defer { try? FileManager.default.removeItem(at: file) }
    let words = try run("StylusInk", [file.path])
    // Twelve of the character, five of the letters below it; none of the palm beside them.
    #expect(words.hasPrefix("17 strokes in "), "\(words)")
    let bytes = try Data(contentsOf: file)
    let starts = ["svg": "<", "png": "\u{89}PNG", "pdf": "%PDF", "uim": "RIFF"]
    #expect(bytes.first == starts[form]?.unicodeScalars.first.map { UInt8($0.value) })
    #expect(bytes.count > 1000)
  }

  @Test func theCommandWritesASessionThatPlays() throws {
    let words = ["--pen", "ble", "--delay", "90", "--jitter", "20", "--text", "a", "--seed", "4"]
    let text = try run("fude", ["simulate"] + words)
    #expect(text == (try run("fude", ["simulate"] + words)))
    let session = try StylusRecording(reading: [.bytes(Array(text.utf8), name: "session")])
    #expect(session.pens.count == 1)
    #expect(session.steps.count > 500)
    #expect(text.hasPrefix("{\"fude\":\"recording\""))
    #expect(text.contains("radio pen, delay 90 ms, jitter 20 ms"))
  }

  @Test func theNewcomersProgramHasTwentyLines() throws {
    let source = try String(
      contentsOf: Self.root.appendingPathComponent("Examples/Newcomer/main.swift"), encoding: .utf8)
    let lines = source.split(separator: "\n").filter { !$0.hasPrefix("//") }
    #expect(lines.count <= 20)
    // The README prints what the test above runs.
    let readme = try String(
      contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.contains("```swift\n" + source + "```\n"))
  }

  private func compare(_ output: String, with name: String) throws {
    let file = Self.root.appendingPathComponent("Examples/\(name)/expected.txt")
    if ProcessInfo.processInfo.environment["FUDE_REWRITE_GOLDENS"] != nil {
      try output.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("rewrote Examples/\(name)/expected.txt: read the difference")
      return
    }
    #expect(output == (try String(contentsOf: file, encoding: .utf8)))
  }

  private func run(_ name: String, _ words: [String]) throws -> String {
    let process = Process()
    process.executableURL = Self.products.appendingPathComponent(name)
    process.arguments = words
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }
}
