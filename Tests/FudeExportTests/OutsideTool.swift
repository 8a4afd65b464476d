import Foundation
import Testing

/// A program that somebody else wrote, to check what we write.
enum OutsideTool {
  /// Where a program is; `nil` if it is not installed.
  static func path(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// Runs a program over a file with these bytes; `FILE` and `OUT` in the arguments stand for the
  /// file and a place beside it. Records an issue if the program finds fault.
  static func check(
    _ name: String, _ arguments: [String], _ bytes: [UInt8], extension suffix: String,
    output: String? = nil
  ) throws {
    guard let program = path(name) else {
      print("skipped: \(name) is not installed")
      return
    }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "fude-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "file.\(suffix)")
    try Data(bytes).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments.map {
      $0.replacing("FILE", with: file.path).replacing(
        "OUT", with: folder.appending(path: "out").path)
    }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(name): \(text)")
    if let output {
      let size =
        try? FileManager.default.attributesOfItem(
          atPath: folder.appending(path: output).path)[.size] as? Int
      #expect((size ?? 0) > 0, "\(name) made nothing: \(text)")
    }
  }

  /// Runs a script over a file with Wacom's universal-ink-library, which has an environment of its
  /// own (`Scripts/universal-ink`). Records an issue if the script fails.
  ///
  /// - Returns: What the script wrote to its second argument; `nil` if nothing, or if it did not
  ///   run.
  @discardableResult
  static func checkUniversalInk(_ script: String, on bytes: [UInt8]) throws -> [UInt8]? {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let python = root.appending(path: ".build/venv-uim/bin/python")
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      print("skipped: universal-ink-library is not installed (Scripts/universal-ink)")
      return nil
    }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "fude-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, out) = (folder.appending(path: "file.uim"), folder.appending(path: "out.uim"))
    try Data(bytes).write(to: file)
    let process = Process()
    process.executableURL = python
    process.arguments = ["-c", script, file.path, out.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text.suffix(2000))")
    return (try? Data(contentsOf: out)).map { Array($0) }
  }
}
