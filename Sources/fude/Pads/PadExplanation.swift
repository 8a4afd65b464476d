#if os(Linux)
  import FudeModel
  import FudePad
  import FudePadSources

  /// Says of each press and each push on a controller what it was taken for, and why.
  struct PadExplanation {
    /// What a press was taken for.
    private enum Verdict: String, CaseIterable {
      case tap
      case doubleTap = "double tap"
      case hold
      case chord
      case cancelled
      case undecided

      /// A number of them, as in "2 taps".
      func counted(_ count: Int) -> String {
        switch self {
        case .tap, .doubleTap, .hold, .chord: "\(count) \(rawValue)\(count == 1 ? "" : "s")"
        case .cancelled, .undecided: "\(count) \(rawValue)"
        }
      }
    }

    /// A button from press to release.
    private struct Press {
      var button: PadButtons
      var began: Timestamp
      var ended: Timestamp?
      var verdict = Verdict.undecided
      var reason = "the recording ends before it is let go"
    }

    /// A direction from its first move to its last repeat.
    private struct Push {
      var direction: PadDirection
      var began: Timestamp
      var repeats: [Timestamp] = []
    }

    private let timeline: PadTimeline
    private let gestures = PadGestures.Options(doubleTaps: .south)
    private var presses: [Press] = []
    private var pushes: [Push] = []
    private var travel = 0.0
    private var scrolled = 0
    private var notes: [String] = []
    private var offsets: [(name: String, stick: String, offset: SIMD2<Float>)] = []

    /// The stage by which recordings of controllers are played: the defaults, and a double tap on
    /// the button that has one in most programs.
    static func stage() -> PadIntents {
      PadIntents(
        view: Size(width: 1920, height: 1080), options: .init(gestures: .init(doubleTaps: .south)))
    }

    /// Plays a recording of controllers to its end.
    init(_ timeline: PadTimeline) {
      self.timeline = timeline
      var stage = PadExplanation.stage()
      var steps = PadSteps(
        from: timeline.entries.first?.time ?? .zero, step: .seconds(1.0 / 60))
      for entry in timeline.entries {
        steps.pass(to: entry.time, &stage) { take($0, $1) }
        switch entry.event {
        case .report(let report): stage.receive(.pad(report.frame)) { take($0, false) }
        case .disconnected(let pad, let time):
          stage.receive(.lost(pad, at: time, .removed)) { take($0, true) }
        case .connected, .advice: break
        }
      }
      // What only waits for time to pass is decided a little later.
      steps.pass(to: steps.tick + .seconds(1), &stage) { take($0, $1) }
      notes = timeline.notes + [steps.note].compactMap(\.self)
      for pad in timeline.pads {
        guard let rest = stage.offsets(of: pad.number) else { continue }
        offsets.append((pad.traits.name, "left", rest.left))
        offsets.append((pad.traits.name, "right", rest.right))
      }
    }

    private mutating func take(_ intent: PadIntent, _ isGoing: Bool) {
      switch intent {
      case .pointer(let motion):
        travel += (motion.delta.x * motion.delta.x + motion.delta.y * motion.delta.y).squareRoot()
      case .scroll(let step): scrolled += abs(step.x) + abs(step.y)
      case .move(let move) where move.isRepeat:
        if !pushes.isEmpty { pushes[pushes.count - 1].repeats.append(move.time) }
      case .move(let move): pushes.append(Push(direction: move.direction, began: move.time))
      case .button(.pressed(let buttons, let time)):
        for (button, _) in PadButtons.named where buttons.contains(button) {
          presses.append(Press(button: button, began: time))
        }
      case .button(.released(let buttons, let time)): release(buttons, time, isGoing)
      case .button(.tapped(let buttons, let time)): judge(buttons, .tap, time)
      case .button(.doubleTapped(let buttons, let time)): judge(buttons, .doubleTap, time)
      case .button(.held(let buttons, let time)): judge(buttons, .hold, time)
      case .button(.chord(let buttons, let time)): judge(buttons, .chord, time)
      }
    }

    private mutating func release(_ buttons: PadButtons, _ time: Timestamp, _ isGoing: Bool) {
      for index in presses.indices
      where presses[index].ended == nil && buttons.contains(presses[index].button) {
        presses[index].ended = time
        guard presses[index].verdict == .undecided else { continue }
        presses[index].verdict = isGoing ? .cancelled : .tap
        presses[index].reason =
          isGoing
          ? "the controller vanished: neither tap nor hold" : short(time - presses[index].began)
      }
    }

    private mutating func judge(_ buttons: PadButtons, _ verdict: Verdict, _ time: Timestamp) {
      let hold = text(gestures.hold)
      for (button, _) in PadButtons.named where buttons.contains(button) {
        guard let index = presses.lastIndex(where: { $0.button == button }) else { continue }
        let press = presses[index]
        presses[index].verdict = verdict
        switch verdict {
        case .hold: presses[index].reason = "still down after \(hold)"
        case .chord: presses[index].reason = "went down together with the others"
        case .doubleTap:
          let first = presses[..<index].last { $0.button == button }?.ended ?? press.began
          presses[index].reason =
            "pressed again \(text(press.began - first)) after a tap; \(text(gestures.doubleTap)) "
            + "is the limit"
          if let first = presses[..<index].lastIndex(where: { $0.button == button }) {
            presses[first].verdict = .tap
            presses[first].reason = "the first of a double tap"
          }
        case .tap, .cancelled, .undecided:
          presses[index].reason = short((press.ended ?? time) - press.began)
        }
      }
    }

    private func short(_ span: TimeSpan) -> String {
      "let go after \(text(span)), before it counts as held (\(text(gestures.hold)))"
    }

    // MARK: - Telling

    /// Prints a line for each press and each push, then the sum.
    func tell(isJSON: Bool) {
      let lines =
        presses.map { ($0.began, isJSON ? json($0) : text($0)) }
        + pushes.map { ($0.began, isJSON ? json($0) : text($0)) }
      for (_, line) in lines.sorted(by: { $0.0 < $1.0 }) { print(line) }
      guard !isJSON else {
        for note in notes { say("fude: \(note)") }
        return
      }
      for (name, stick, offset) in offsets {
        let off = Double(abs(offset.x) > abs(offset.y) ? abs(offset.x) : abs(offset.y)) * 100
        guard off >= 1 else { continue }
        print(
          "\(name): the \(stick) stick rests \(decimalText(off, places: 1)) % off its middle; that "
            + "is taken out.")
      }
      print(sum)
      for note in notes { print("note: \(note)") }
    }

    private var sum: String {
      let repeats = pushes.reduce(0) { $0 + $1.repeats.count }
      let kinds = Verdict.allCases.compactMap { verdict -> String? in
        let count = presses.count { $0.verdict == verdict }
        return count == 0 ? nil : verdict.counted(count)
      }
      let start = timeline.entries.first?.time ?? .zero
      let seconds = ((timeline.entries.last?.time ?? .zero) - start).seconds
      return "\(presses.count) press\(presses.count == 1 ? "" : "es")"
        + (kinds.isEmpty ? "" : ": \(kinds.joined(separator: ", "))")
        + "; \(pushes.count) move\(pushes.count == 1 ? "" : "s") of the focus, "
        + "\(repeats) repeat\(repeats == 1 ? "" : "s"); the pointer went "
        + "\(decimalText(travel / 19.2, places: 0)) % of the view's width, the view scrolled "
        + "\(decimalText(Double(scrolled) / 10.8, places: 0)) % of its height; "
        + "\(decimalText(seconds, places: 1)) s"
    }

    private func text(_ press: Press) -> String {
      "\(press.button.names.joined()) at \(seconds(press.began)): \(press.verdict.rawValue), \(press.reason)."
    }

    private func text(_ push: Push) -> String {
      "move \(push.direction) at \(seconds(push.began)): \(reason(push))."
    }

    private func reason(_ push: Push) -> String {
      guard let first = push.repeats.first, let last = push.repeats.last else { return "once" }
      let count = push.repeats.count
      var reason = "at once, and again after \(text(first - push.began))"
      if count > 1 {
        let each = TimeSpan(microseconds: (last - first).microseconds / Int64(count - 1))
        reason += ", then \(count - 1) more every \(text(each))"
      }
      return reason
    }

    private func json(_ press: Press) -> String {
      JSONText.object([
        ("kind", .text("press")), ("button", .text(press.button.names.joined())),
        ("began_us", .integer(press.began.microseconds)), ("ended_us", .optional(press.ended)),
        ("verdict", .text(press.verdict.rawValue)), ("reason", .text(press.reason)),
      ])
    }

    private func json(_ push: Push) -> String {
      JSONText.object([
        ("kind", .text("move")), ("direction", .text("\(push.direction)")),
        ("began_us", .integer(push.began.microseconds)),
        ("repeats", .integer(Int64(push.repeats.count))), ("reason", .text(reason(push))),
      ])
    }

    private func seconds(_ time: Timestamp) -> String {
      "\(decimalText(time.seconds, places: 3)) s"
    }

    private func text(_ span: TimeSpan) -> String {
      "\(decimalText(span.milliseconds, places: 0)) ms"
    }
  }
#endif
