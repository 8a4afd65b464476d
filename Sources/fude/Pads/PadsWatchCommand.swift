#if os(Linux)
  import Foundation
  import FudeModel
  import FudePad
  import FudePadSources

  /// Shows what controllers do, as they do it.
  enum PadsWatchCommand: Subcommand {
    static let specification = CommandSpecification(
      path: ["pads", "watch"],
      summary: "show a controller in the terminal, with what is held lit up",
      operands: "[FILE…]",
      operandCount: 0...64,
      options: [
        .flag("lines", "print a line of JSON for each report instead of a picture"),
        .value("seconds", "NUMBER", "stop after so many seconds"),
        .value("speed", "FACTOR", "how many times as fast a recording is played (default: 1)"),
        .flag("sensors", "switch the motion sensors on"),
      ],
      discussion: """
        Without a FILE: the controllers that are there, also those that come later. With one:
        the controllers of a recording, in its own time. Press q or Ctrl-C to stop.
        """,
      examples: [
        ("fude pads watch", "the controller in your hand"),
        ("fude pads watch --lines --seconds 10 > reports.jsonl", "ten seconds for a program"),
        ("fude pads watch --speed 0.25 bug.jsonl", "a recording, slowly"),
      ])

    static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
      let seconds = try arguments.number("seconds", in: 0.1...86_400)
      let speed = try arguments.number("speed", in: 0.01...1000) ?? 1
      let session = try PadSession(arguments.operands, pace: .factor(speed))
      try session.start()
      defer { session.stop() }
      var watch = Watch(session: session, wantsSensors: arguments.flag("sensors"))
      let end = seconds.map { Date(timeIntervalSinceNow: $0) }
      if arguments.flag("lines") {
        try watch.printLines(until: end)
      } else {
        guard isatty(1) == 1 else {
          throw CommandError.usage(
            "a picture needs a terminal; use --lines for a file or a pipe", command: "pads watch")
        }
        watch.drawPictures(until: end)
      }
      if watch.pads.isEmpty, !session.isReplay { throw session.nothingFound }
      return .success
    }
  }

  /// One watching, from start to end.
  private struct Watch {
    let session: PadSession
    let wantsSensors: Bool
    private(set) var pads: [DeviceID: PadTraits] = [:]
    private var reports: [DeviceID: PadReport] = [:]
    private var shown: DeviceID?
    private var counts = RateCounter()
    private var isOver = false
    private var message = "no controller yet: plug one in, or pair it"

    init(session: PadSession, wantsSensors: Bool) {
      self.session = session
      self.wantsSensors = wantsSensors
    }

    mutating func printLines(until end: Date?) throws(CommandError) {
      while !isOver, end.map({ Date() < $0 }) ?? true {
        for event in session.next(within: 0.1) {
          take(event)
          print(PadLine.text(event))
        }
        guard fflush(nil) == 0 else {
          throw CommandError(
            status: .inputOutput, message: "standard output could not be written to its end")
        }
      }
    }

    mutating func drawPictures(until end: Date?) {
      let screen = Screen()
      screen.begin()
      defer { screen.end() }
      while !isOver, end.map({ Date() < $0 }) ?? true {
        if screen.keys().contains(where: { $0 == "q" || $0 == "\u{3}" }) { return }
        for event in session.next(within: 0.03) { take(event) }
        screen.show(picture())
      }
    }

    private mutating func take(_ event: PadSourceEvent) {
      switch event {
      case .connected(let pad, let traits):
        pads[pad] = traits
        reports[pad] = PadReport(frame: PadFrame(time: .zero, device: pad))
        if shown == nil { shown = pad }
        if wantsSensors { session.source.perform(.sensors(true), on: pad) }
      case .report(let report):
        reports[report.frame.device] = report
        if report.frame.isActive { shown = report.frame.device }
        counts.add(report.frame.time)
      case .disconnected(let pad, _):
        message = "\(pads[pad]?.name ?? "the controller") is gone"
        reports[pad] = nil
        if shown == pad { shown = reports.keys.min() }
        isOver = session.isReplay && reports.isEmpty
      case .advice(let text): message = text
      }
    }

    private func picture() -> [String] {
      guard let shown, let traits = pads[shown], let report = reports[shown] else {
        return [message, "", "q quits"]
      }
      var first = "\u{1b}[1m\(traits.name)\u{1b}[0m  \(traits.kind.label)"
      if let battery = report.battery { first += "  battery \(battery.text)" }
      if reports.count > 1 { first += "  (\(reports.count) controllers; the one in use is shown)" }
      let frame = report.frame
      var lines = [first, ""] + PadPicture().lines(traits, report)
      lines.append("  left  \(pair(frame.leftStick))   right \(pair(frame.rightStick))")
      lines.append(
        "  L2 \(number(frame.leftTrigger))   R2 \(number(frame.rightTrigger))   "
          + "\(counts.text)")
      if let motion = report.motion {
        lines.append(
          "  acceleration \(triple(motion.acceleration)) g   "
            + "rotation \(triple(motion.rotationRate)) rad/s")
      }
      return lines + ["", "q quits"]
    }

    private func number(_ value: Float) -> String {
      (value < 0 ? "" : "+") + decimalText(Double(value), places: 3)
    }

    private func pair(_ value: SIMD2<Float>) -> String { "\(number(value.x)) \(number(value.y))" }

    private func triple(_ value: SIMD3<Float>) -> String {
      "\(number(value.x)) \(number(value.y)) \(number(value.z))"
    }
  }

  /// Reports a second over the last second in which there were any.
  private struct RateCounter {
    private var times: [Timestamp] = []

    mutating func add(_ time: Timestamp) {
      times.append(time)
      if times.count > 512 { times.removeFirst(256) }
    }

    var text: String {
      guard let last = times.last else { return "no report yet" }
      let recent = times.filter { last - $0 < .seconds(1) }
      return "\(recent.count) reports in the last second"
    }
  }
#endif
