import Foundation
import FudeModel
import FudeRecording

/// Rewrites recordings in another form.
enum ConvertCommand: Subcommand {
  static let specification = CommandSpecification(
    path: ["convert"],
    summary: "rewrite recordings in Fude's form or as evemu",
    operands: "FILE…",
    operandCount: 1...64,
    options: [
      .value("output", short: "o", "FILE", "where to (default: standard output)"),
      .value(
        "to", "FORM", choices: ["fude", "evemu"],
        "the form (default: by the output's name, else fude)"),
      .value("device", "N", "the device to write; evemu holds one (see fude info)"),
      .flag("keep-private", "keep serials, addresses, the machine's name, a keyboard's keys"),
    ],
    discussion: """
      Keeps the rawest level that a recording has, so that a later version can read more
      out of it. Several files become one session. What tells whose device or machine it
      was is left out unless --keep-private is given: look before you publish.
      """,
    examples: [
      ("fude convert pen.evemu touch.evemu -o session.jsonl", "one file of two devices"),
      ("fude convert session.jsonl --device 0 -o pen.evemu", "for evemu-play"),
      ("fude convert log.txt -o - | fude explain -", "as a filter"),
    ])

  static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let path = arguments.value("output") ?? "-"
    let form = arguments.value("to") ?? (path.hasSuffix(".evemu") ? "evemu" : "fude")
    let only = try arguments.integer("device", in: 0...65535).map { DeviceID(UInt32($0)) }
    let sources = arguments.operands.map { RecordingSource.path($0) }
    do throws(RecordingError) {
      var reader = try SessionReader(sources)
      if let only, !reader.devices.contains(where: { $0.id == only }) {
        throw RecordingError(
          .noInput, file: sources[0].name,
          "has no device \(only.rawValue); 'fude info' lists its devices")
      }
      if form == "evemu" {
        try writeEvemu(&reader, only, to: path, keepPrivate: arguments.flag("keep-private"))
      } else {
        try writeOurs(&reader, only, to: path, keepPrivate: arguments.flag("keep-private"))
      }
      for note in reader.notes where note.code != .remark {
        let times = note.count > 1 ? "\(note.count) times: " : ""
        say("fude: \(note.file)\(note.line.map { ":\($0)" } ?? ""): \(times)\(note.sentence)")
      }
    } catch {
      throw CommandError(error)
    }
    return .success
  }

  private static func writeOurs(
    _ reader: inout SessionReader, _ only: DeviceID?, to path: String, keepPrivate: Bool
  ) throws(RecordingError) {
    let output = try RecordingOutput(path: path, isWhole: true)
    var writer = try RecordingWriter(
      to: output, provenance: provenance(reader.provenance), origin: reader.origin,
      keepPrivate: keepPrivate)
    var numbers: [DeviceID: DeviceID] = [:]
    var progress = Progress(what: "events")
    defer { progress.finish() }
    while let record = try reader.nextRecord() {
      progress.note(reader.recordCount)
      // A device may appear in the middle.
      for device in reader.devices where numbers[device.id] == nil {
        guard only == nil || only == device.id else { continue }
        numbers[device.id] = try writer.add(device.recorded)
      }
      if let record = record.renumbered(numbers) { try writer.write(record) }
    }
    for device in reader.devices where numbers[device.id] == nil {
      guard only == nil || only == device.id else { continue }
      numbers[device.id] = try writer.add(device.recorded)
    }
    try guardAgainstLoss(reader, path)
    try writer.finish()
  }

  private static func writeEvemu(
    _ reader: inout SessionReader, _ only: DeviceID?, to path: String, keepPrivate: Bool
  ) throws(RecordingError) {
    guard let device = reader.devices.first(where: { only == nil || $0.id == only }) else {
      throw RecordingError(.notExpressible, file: sources(reader), "has no device to write")
    }
    if only == nil, reader.devices.count > 1 {
      throw RecordingError(
        .notExpressible, file: sources(reader),
        "evemu holds one device and there are \(reader.devices.count); choose with --device")
    }
    let origin = reader.provenance.count == 1 ? reader.provenance[0] : Provenance()
    let output = try RecordingOutput(path: path, isWhole: true)
    var writer = try EvemuWriter(
      to: output, device: device.device, provenance: origin, keepPrivate: keepPrivate)
    while let record = try reader.nextRecord() {
      if case .raw(device.id, let event) = record { try writer.write(event) }
    }
    try guardAgainstLoss(reader, path)
    try writer.finish()
  }

  /// What could not be read must not vanish unsaid, and never from the only copy.
  private static func guardAgainstLoss(
    _ reader: borrowing SessionReader, _ path: String
  ) throws(RecordingError) {
    let skipped = reader.skippedLines
    guard skipped > 0 else { return }
    if reader.recordCount == 0 {
      throw RecordingError(
        .malformed, file: sources(reader), "none of its \(skipped) records could be read")
    }
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let isInput = reader.devices.contains {
      URL(fileURLWithPath: $0.file).resolvingSymlinksInPath().path == target
    }
    if isInput {
      throw RecordingError(
        .malformed, file: path,
        "\(skipped) of its lines could not be read; write to another file to keep them")
    }
  }

  /// The inputs' names, for a message.
  private static func sources(_ reader: borrowing SessionReader) -> String {
    var names: [String] = []
    for device in reader.devices where !names.contains(device.file) { names.append(device.file) }
    return names.isEmpty ? "the recording" : names.joined(separator: ", ")
  }

  /// One provenance of several inputs.
  private static func provenance(_ all: [Provenance]) -> Provenance {
    var result = all.first ?? Provenance()
    for other in all.dropFirst() {
      result.remarks += other.remarks
      if let source = other.source {
        result.source = result.source.map { "\($0); \(source)" } ?? source
      }
      result.simulation = result.simulation ?? other.simulation
      result.seed = result.seed ?? other.seed
    }
    result.writer = "fude \(Fude.version)"
    return result
  }
}
