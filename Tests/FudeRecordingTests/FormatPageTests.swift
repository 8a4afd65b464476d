import Foundation
import FudeRecording
import Testing

@Suite("The format's page")
struct FormatPageTests {
  /// The page's blocks of JSON Lines, one after the other.
  private static func example() throws -> String {
    let page = Fixture.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Docs/recording-format.md")
    var lines: [Substring] = []
    var isInside = false
    for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("```") {
        isInside = line == "```jsonl"
      } else if isInside {
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test func isReadWithoutASkippedLine() throws {
    let text = try Self.example()
    var reader = try SessionReader([.bytes([UInt8](text.utf8), name: "the page")])
    var kinds: Set<String> = []
    while let record = try reader.nextRecord() {
      switch record {
      case .raw: kinds.insert("raw")
      case .input: kinds.insert("input")
      case .pointer: kinds.insert("pointer")
      case .report: kinds.insert("report")
      case .link: kinds.insert("link")
      case .annotation: kinds.insert("annotation")
      }
    }
    #expect(reader.skippedLines == 0, "\(reader.notes)")
    #expect(kinds.count == 6, "every kind of record has an example")
    #expect(Set(reader.devices.map(\.level)) == Set(RecordingLevel.allCases))
    #expect(reader.provenance[0].remarks == ["left-handed"])
  }

  @Test func rewritesToItself() throws {
    let text = try Self.example()
    var reader = try SessionReader([.bytes([UInt8](text.utf8), name: "the page")])
    var records: [Record] = []
    while let record = try reader.nextRecord() { records.append(record) }
    let output = RecordingOutput()
    var writer = try RecordingWriter(
      to: output, provenance: reader.provenance[0], origin: reader.origin)
    for device in reader.devices { try writer.add(device.recorded) }
    for record in records { try writer.write(record) }
    try writer.finish()
    let written = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n")
    // A remark about the whole recording has no time and may stand anywhere.
    #expect(written.sorted() == text.split(separator: "\n").sorted())
  }
}
