import Foundation

/// The built command, called as a person calls it.
struct Command {
  var status: Int32
  var output: Data
  var errors: String

  var text: String { String(decoding: output, as: UTF8.self) }
  var lines: [Substring] { text.split(separator: "\n") }

  /// The package's root.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A shipped file.
  static func fixture(_ path: String) -> String {
    root.appendingPathComponent("Fixtures").appendingPathComponent(path).path
  }

  /// Where the built `fude` is.
  static var program: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("fude").path
  }

  /// Runs `fude` to its end.
  init(_ words: [String], input: Data = Data()) throws {
    try self.init(program: Command.program, words, input: input)
  }

  /// Runs a program to its end. Outputs go through files, so that no pipe can fill up.
  init(program: String, _ words: [String], input: Data = Data()) throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appendingPathComponent("fude-test-\(UUID().uuidString)")
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: folder) }
    let handles = try ["in", "out", "err"].map { name in
      let file = folder.appendingPathComponent(name)
      try (name == "in" ? input : Data()).write(to: file)
      return try name == "in"
        ? FileHandle(forReadingFrom: file) : FileHandle(forWritingTo: file)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = words
    process.standardInput = handles[0]
    process.standardOutput = handles[1]
    process.standardError = handles[2]
    try process.run()
    process.waitUntilExit()
    status = process.terminationReason == .exit ? process.terminationStatus : -1
    output = try Data(contentsOf: folder.appendingPathComponent("out"))
    errors = String(
      decoding: try Data(contentsOf: folder.appendingPathComponent("err")), as: UTF8.self)
  }
}
