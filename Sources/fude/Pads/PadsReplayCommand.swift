#if os(Linux)
  import Foundation
  import FudeModel
  import FudePad
  import FudePadSources
  import FudeRecording

  /// Plays a recording of a controller and tells what its person wanted.
  enum PadsReplayCommand: Subcommand {
    static let specification = CommandSpecification(
      path: ["pads", "replay"],
      summary: "play a controller's recording and print what its person wanted",
      operands: "FILE…",
      operandCount: 1...64,
      options: [
        .value("speed", "FACTOR", "how many times as fast, 0.01 to 1000, or max (default: 1)"),
        .value(
          "rate", "NUMBER", "steps a second of what goes on while a stick is held (default: 60)"),
        .json,
      ],
      discussion: """
        Moves of the focus with their repeats, presses, taps, double taps and holds, and once a
        step where the pointer is and how far the view scrolled. The lines don't depend on the
        speed: time is in the recording.
        """,
      examples: [("fude pads replay --speed max bug.jsonl", "all at once")])

    static func run(_ arguments: ParsedArguments) async throws -> ExitStatus {
      let speed =
        arguments.value("speed") == "max"
        ? nil : try arguments.number("speed", in: 0.01...1000) ?? 1
      let rate = try arguments.number("rate", in: 1...1000) ?? 60
      let timeline: PadTimeline
      do throws(RecordingError) {
        timeline = try PadTimeline(
          arguments.operands.map { $0 == "-" ? .standardInput : .path($0) })
      } catch {
        throw CommandError(error)
      }
      guard !timeline.pads.isEmpty else {
        throw CommandError(status: .data, message: "the recording has no controller in it")
      }
      try await play(timeline, speed, rate, isJSON: arguments.flag("json"))
      return .success
    }

    /// Plays a recording of controllers.
    ///
    /// - Parameters:
    ///   - timeline: What is played.
    ///   - speed: How many times as fast; `nil` for as fast as it goes.
    ///   - rate: Steps a second of what goes on while a stick is held.
    ///   - isJSON: Whether lines are for programs.
    static func play(
      _ timeline: PadTimeline, _ speed: Double?, _ rate: Double, isJSON: Bool
    ) async throws {
      for note in timeline.notes { say("fude: \(note)") }
      var stage = PadExplanation.stage()
      let start = timeline.entries.first?.time ?? .zero
      let clock = ContinuousClock()
      let began = clock.now
      var steps = PadSteps(from: start, step: .seconds(1 / rate))
      for entry in timeline.entries {
        var lines: [String] = []
        func tell(_ intent: PadIntent) {
          lines.append(isJSON ? json(intent) : text(intent))
        }
        steps.pass(to: entry.time, &stage) { intent, _ in tell(intent) }
        switch entry.event {
        case .report(let report): stage.receive(.pad(report.frame), emit: tell)
        case .disconnected(let pad, let time):
          stage.receive(.lost(pad, at: time, .removed), emit: tell)
        case .connected, .advice: break
        }
        if let speed, !lines.isEmpty {
          let due = (entry.time - start).seconds / speed
          try await clock.sleep(until: began + .seconds(due), tolerance: .milliseconds(1))
        }
        for line in lines { print(line) }
        // The end of the command would not know of it any more.
        if speed != nil, !lines.isEmpty, fflush(nil) != 0 {
          throw CommandError(
            status: .inputOutput, message: "standard output could not be written to its end")
        }
      }
      if let note = steps.note { say("fude: \(note)") }
    }

    private static func text(_ intent: PadIntent) -> String {
      let (time, word, detail) = parts(intent)
      let seconds = decimalText(time.seconds, places: 3)
      return String(repeating: " ", count: max(0, 9 - seconds.count)) + seconds
        + "  \(word) \(detail)"
    }

    private static func json(_ intent: PadIntent) -> String {
      let (time, word, detail) = parts(intent)
      return JSONText.object([
        ("kind", .text(word)), ("time_us", .integer(time.microseconds)), ("what", .text(detail)),
      ])
    }

    private static func parts(_ intent: PadIntent) -> (Timestamp, String, String) {
      switch intent {
      case .pointer(let motion):
        let place = motion.position
        return (
          motion.time, "pointer",
          "\(decimalText(place.x, places: 1)) \(decimalText(place.y, places: 1))"
        )
      case .scroll(let step): return (step.time, "scroll", "\(step.x) \(step.y)")
      case .move(let move):
        return (move.time, move.isRepeat ? "again" : "move", "\(move.direction)")
      case .button(let gesture): return parts(gesture)
      }
    }

    private static func parts(_ gesture: PadGesture) -> (Timestamp, String, String) {
      switch gesture {
      case .pressed(let buttons, let time): (time, "pressed", names(buttons))
      case .released(let buttons, let time): (time, "released", names(buttons))
      case .tapped(let buttons, let time): (time, "tapped", names(buttons))
      case .doubleTapped(let buttons, let time): (time, "double-tapped", names(buttons))
      case .held(let buttons, let time): (time, "held", names(buttons))
      case .chord(let buttons, let time): (time, "chord", names(buttons))
      }
    }

    private static func names(_ buttons: PadButtons) -> String {
      buttons.names.joined(separator: "+")
    }
  }
#endif
