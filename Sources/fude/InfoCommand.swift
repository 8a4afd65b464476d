import FudeRecording

/// Says what a recording holds.
enum InfoCommand: Subcommand {
  static let specification = CommandSpecification(
    path: ["info"],
    summary: "say what a recording holds: devices, axes, strokes, contacts, what was skipped",
    operands: "FILE…",
    operandCount: 1...64,
    options: [
      .flag("all", "list every stroke and contact, up to 1000, instead of the first dozen"),
      .flag("remotes-ink", "let a device with a pen's codes but no pressure draw"),
      .json,
    ],
    discussion: """
      Reads recordings to their end and sums them up: what each device is and can do, how
      often it reports, when the pen was in range, its strokes and buttons, and what could
      not be read. The form is told from the content: evemu (whole, or .desc and .events),
      libinput record, evtest, pen-and-touch JSON Lines, or Fude's own.
      """,
    examples: [
      ("fude info pen.evemu", "one device"),
      ("fude info pen.evemu touch.evemu", "two devices recorded together"),
      ("fude info --json session.jsonl | jq .devices", "for programs"),
    ])

  static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let options = SessionReader.Options(
      remotesInk: arguments.flag("remotes-ink"), includesTouchpads: true)
    let sources = arguments.operands.map { RecordingSource.path($0) }
    let summary: SessionSummary
    do throws(RecordingError) {
      var reader = try SessionReader(sources, options: options)
      var progress = Progress(what: "events")
      defer { progress.finish() }
      summary = try SessionSummary(reading: &reader) { progress.note($0) }
    } catch {
      throw CommandError(error)
    }
    if arguments.flag("json") {
      var line = summary.json
      #if os(Linux)
        let devices = summary.devices.map(\.device)
        if let controllers = try PadRecording.controllers(in: sources, devices)?.json {
          // One more member at the end of the summary's object.
          line = "\(line.dropLast()),\(JSONText.object([("controllers", controllers)]).dropFirst())"
        }
      #endif
      print(line)
    } else {
      for line in summary.lines(most: arguments.flag("all") ? 1000 : 12) { print(line) }
      #if os(Linux)
        let devices = summary.devices.map(\.device)
        for line in try PadRecording.controllers(in: sources, devices)?.lines ?? [] { print(line) }
      #endif
    }
    return .success
  }
}
