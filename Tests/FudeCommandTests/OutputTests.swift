import Foundation
import Testing

@Suite("What the command writes")
struct OutputTests {
  private let session = Command.fixture("demo/session.jsonl")

  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("fude-output-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test(
    "a link is followed, and what it leads to keeps its mode", arguments: ["convert", "render"])
  func links(command: String) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let real = folder.appendingPathComponent("real.svg")
    let link = folder.appendingPathComponent("link.svg")
    try Data("old".utf8).write(to: real)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: real.path)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
    let form = command == "convert" ? ["--to", "fude"] : ["--format", "svg"]
    #expect(try Command([command, session, "-o", link.path] + form).status == 0)
    #expect(try Data(contentsOf: real).count > 1000)
    let files = FileManager.default
    #expect(try files.destinationOfSymbolicLink(atPath: link.path) == real.path)
    let mode = try files.attributesOfItem(atPath: real.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("a full disk is an error, and the old file stays", arguments: ["simulate", "convert"])
  func fullDisk(command: String) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("old.jsonl")
    try Data("old".utf8).write(to: file)
    let fude = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("fude").path
    let input = command == "convert" ? "'\(session)'" : ""
    // Blocks of 1024 bytes: less than the recording needs.
    let call = try Command(
      program: "/bin/bash", ["-c", "ulimit -f 20; '\(fude)' \(command) \(input) -o '\(file.path)'"])
    #expect(call.status == 74, "\(call.errors)")
    #expect(try Data(contentsOf: file) == Data("old".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["old.jsonl"])
  }

  @Test("convert refuses to lose lines of the file that it would overwrite")
  func inPlace() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("damaged.jsonl")
    let whole = try String(contentsOfFile: session, encoding: .utf8)
    let damaged =
      whole.split(separator: "\n").prefix(20).joined(separator: "\n") + "\n{\"t\":bad}\n"
    try Data(damaged.utf8).write(to: file)
    #expect(try Command(["convert", file.path, "-o", file.path]).status == 65)
    #expect(try Data(contentsOf: file) == Data(damaged.utf8))
    #expect(try Command(["convert", file.path, "-o", file.path + ".new"]).status == 0)
  }

  @Test(
    "a surface that is no surface ends with 65, not with a trap", arguments: ["1e-300", "1e-30"])
  func surface(width: String) throws {
    let text = """
      {"meta":"x","pid":"0314","kind":"PS","W_mm":\(width),"H_mm":98}
      {"t":1.0,"k":"pen","ev":"in"}

      """
    #expect(try Command(["render", "-"], input: Data(text.utf8)).status == 65)
  }

  @Test("names of devices cannot move the terminal's cursor")
  func names() throws {
    let text = """
      {"fude":"recording","version":1}
      {"device":0,"name":"\\u001b[31mred\\u0007","level":"evdev"}

      """
    let call = try Command(["info", "-"], input: Data(text.utf8))
    #expect(call.text.contains("red"))
    #expect(!call.output.contains(0x1b) && !call.output.contains(0x07))
  }
}
