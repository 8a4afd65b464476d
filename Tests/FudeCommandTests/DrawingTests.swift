import Foundation
import Testing

@Suite("render: brushes, responses and drawings of other apps")
struct DrawingTests {
  private let session = Command.fixture("demo/session.jsonl")

  /// Calls with a folder for files that goes away afterwards.
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "fude-drawing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test(
    "A brush and a response change the picture",
    arguments: [
      ["--brush", "fountain"], ["--brush", "pencil"], ["--response", "heavy"],
      ["--response", "learned"],
    ])
  func options(_ words: [String]) throws {
    let plain = try Command(["render", session, "--size", "300"])
    let other = try Command(["render", session, "--size", "300"] + words)
    #expect(other.status == 0)
    #expect(other.output != plain.output)
    if words.contains("learned") { #expect(other.errors.contains("% of the device's range")) }
  }

  @Test("A drawing is drawn, and goes from form to form", arguments: ["inkml", "xopp", "uim"])
  func forms(_ form: String) throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("drawing.\(form)").path
      #expect(try Command(["render", session, "-o", file]).status == 0)
      let picture = try Command(["render", file, "--format", "png", "--size", "200"])
      #expect(picture.status == 0)
      #expect(Array(picture.output.prefix(4)) == [0x89, 0x50, 0x4e, 0x47])
      let vector = try Command(["render", file, "--format", "svg"])
      let direct = try Command(["render", session, "--format", "svg"])
      func strokes(_ text: String) -> Int { text.components(separatedBy: "<path").count - 1 }
      #expect(strokes(vector.text) == strokes(direct.text))
    }
  }

  @Test("What is for recordings is refused for a drawing, and a damaged drawing named")
  func refused() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("drawing.uim")
      #expect(try Command(["render", session, "-o", file.path]).status == 0)
      let palms = try Command(["render", file.path, "--palms"])
      #expect(palms.status == 64)
      #expect(palms.errors.contains("--palms is for recordings"))
      let whole = try Data(contentsOf: file)
      for (count, message) in [
        (30, "drawing.uim"), (300, "there is no ink in it"),
        (300, "chunk INPT is cut off: 236 of its"),
      ] {
        try whole.prefix(count).write(to: file)
        let call = try Command(["render", file.path])
        #expect(call.status == 65)
        #expect(call.errors.contains(message), "\(call.errors)")
      }
    }
  }

  @Test("A radio pen's session is drawn, what is for digitisers refused")
  func radio() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("ble.jsonl").path
      let words = ["simulate", "--pen", "ble", "--text", "ab", "-o", file]
      #expect(try Command(words).status == 0)
      let vector = try Command(["render", file, "--format", "svg"])
      #expect(vector.status == 0)
      // Twelve strokes of the character and two letters, at least; none of the palm beside them.
      #expect((14...20).contains(vector.text.components(separatedBy: "<path").count - 1))
      #expect(try Command(["render", file, "--palms"]).status == 64)
    }
  }

  @Test("A drawing stands alone, and a pipe is read but once")
  func alone() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("drawing.xopp").path
      #expect(try Command(["render", session, "-o", file]).status == 0)
      let both = try Command(["render", file, session])
      #expect(both.status == 64)
      #expect(both.errors.contains("stands alone"))
      let pipe = try Command(
        program: "/bin/sh",
        ["-c", "cat '\(session)' | '\(Command.program)' render /dev/stdin --format svg"])
      #expect(pipe.status == 0, "\(pipe.errors)")
    }
  }

  @Test("Labels of a recording with a quote in its name are read again; foreign lines are not lost")
  func labels() throws {
    try withFolder { folder in
      let recording = folder.appendingPathComponent("s\"q.jsonl").path
      let labels = folder.appendingPathComponent("labels.jsonl")
      #expect(try Command(["simulate", "-o", recording]).status == 0)
      for _ in 0..<2 {
        let call = try Command(
          ["label", recording, "-o", labels.path], input: Data("fq".utf8))
        #expect(call.status == 0, "\(call.errors)")
      }
      #expect(try String(contentsOf: labels, encoding: .utf8).split(separator: "\n").count == 2)
      try Data("# notes\n".utf8).write(to: labels)
      let call = try Command(["label", recording, "-o", labels.path], input: Data("fq".utf8))
      #expect(call.status == 65)
      #expect(try Data(contentsOf: labels) == Data("# notes\n".utf8))
    }
  }
}
