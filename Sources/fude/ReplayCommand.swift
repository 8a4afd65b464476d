import FudeEngine
import FudeInk
import FudeModel
import FudeTouch
import Foundation

/// Plays a session in its own time and tells decisions as they fall.
enum ReplayCommand: Subcommand {
  static let specification = CommandSpecification(
    path: ["replay"],
    summary: "play a session in real time and print decisions as they fall",
    operands: "FILE…",
    operandCount: 1...64,
    options: [
      .value("speed", "FACTOR", "how many times as fast, 0.01 to 1000, or max (default: 1)"),
      .json,
    ] + SessionArguments.options,
    discussion: """
      Prints each decision at the moment at which it would fall while the person writes.
      The lines don't depend on the speed: time is in the recording, not on the wall.
      A recording of controllers alone is played as by 'fude pads replay'.
      """,
    examples: [
      ("fude replay session.jsonl", "as it happened"),
      ("fude replay --speed max --json session.jsonl", "at once, for programs"),
    ])

  static func run(_ arguments: ParsedArguments) async throws -> ExitStatus {
    let speed = try speed(arguments)
    let isJSON = arguments.flag("json")
    let session = SessionArguments(arguments)
    var opened = try session.open()
    #if os(Linux)
      if let timeline = try PadRecording.timeline(reading: &opened, session, "replay") {
        try await PadsReplayCommand.play(timeline, speed, 60, isJSON: isJSON)
        return .success
      }
    #endif
    var player = try SessionPlayer(session, opened: opened)
    let clock = ContinuousClock()
    let start = clock.now
    var isGoing = true
    while isGoing {
      var lines: [String] = []
      isGoing = try player.step { event in
        if let line = isJSON ? json(event) : text(event) { lines.append(line) }
      }
      if let speed, !lines.isEmpty, let first = player.first {
        let due = (player.last - first).seconds / speed
        try await clock.sleep(until: start + .seconds(due), tolerance: .milliseconds(1))
      }
      for line in lines { print(line) }
      // The end of the command would not know of it any more.
      if !lines.isEmpty, fflush(nil) != 0 {
        throw CommandError(
          status: .inputOutput, message: "standard output could not be written to its end")
      }
      _ = player.takeCompleted()
    }
    return .success
  }

  /// `nil` for as fast as it goes.
  private static func speed(_ arguments: ParsedArguments) throws(CommandError) -> Double? {
    if arguments.value("speed") == "max" { return nil }
    return try arguments.number("speed", in: 0.01...1000) ?? 1
  }

  private static func text(_ event: EngineEvent) -> String? {
    switch event {
    case .decision(let decision):
      "\(seconds(decision.time))  contact \(decision.device.rawValue).\(number(decision.contact))  \(decision.change)  "
        + "\(decision.verdict.word): \(decision.reason.sentence)"
    case .gesture(let gesture) where gesture.phase != .changed:
      "\(seconds(gesture.time))  gesture  \(gesture.gesture) \(gesture.phase)"
        + (gesture.takesBack ? ", taken back" : "")
    case .penClicked(let click): "\(seconds(click.time))  tail button  \(click.kind)"
    case .strokeBegan(let stroke, .pen): "           stroke \(stroke.rawValue)  pen down"
    case .strokeEnded(let stroke): "           stroke \(stroke.rawValue)  kept"
    case .strokeRevoked(let stroke): "           stroke \(stroke.rawValue)  taken back"
    default: nil
    }
  }

  private static func json(_ event: EngineEvent) -> String? {
    switch event {
    case .decision(let decision):
      JSONText.object([
        ("kind", .text("decision")),
        ("time_us", .integer(decision.time.microseconds)),
        ("contact", .integer(Int64(number(decision.contact)))),
        ("device", .integer(Int64(decision.device.rawValue))),
        ("change", .text("\(decision.change)")),
        ("verdict", .text(decision.verdict.word)),
        ("reason", .text(decision.reason.sentence)),
      ])
    case .gesture(let gesture):
      JSONText.object([
        ("kind", .text("gesture")),
        ("time_us", .integer(gesture.time.microseconds)),
        ("gesture", .text("\(gesture.gesture)")),
        ("phase", .text("\(gesture.phase)")),
        ("scale", .number(gesture.scale, places: 3)),
        ("x_mm", .number(gesture.translation.x, places: 2)),
        ("y_mm", .number(gesture.translation.y, places: 2)),
      ])
    case .penClicked(let click):
      JSONText.object([
        ("kind", .text("tail_button")), ("time_us", .integer(click.time.microseconds)),
        ("change", .text("\(click.kind)")),
      ])
    case .strokeBegan(let stroke, _): strokeLine(stroke, "began")
    case .strokeEnded(let stroke): strokeLine(stroke, "ended")
    case .strokeRevoked(let stroke): strokeLine(stroke, "revoked")
    default: nil
    }
  }

  private static func strokeLine(_ stroke: StrokeID, _ change: String) -> String {
    JSONText.object([
      ("kind", .text("stroke")), ("stroke", .integer(Int64(stroke.rawValue))),
      ("change", .text(change)),
    ])
  }

  private static func number(_ contact: ContactID) -> UInt64 { contact.rawValue & 0xffff_ffff }

  private static func seconds(_ time: Timestamp) -> String {
    let text = decimalText(time.seconds, places: 3)
    return String(repeating: " ", count: max(0, 9 - text.count)) + text
  }
}
