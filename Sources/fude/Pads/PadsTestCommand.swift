#if os(Linux)
  import Foundation
  import FudeModel
  import FudePad
  import FudePadSources

  /// Says how well a controller is.
  enum PadsTestCommand: Subcommand {
    static let specification = CommandSpecification(
      path: ["pads", "test"],
      summary: "test a controller and print a health report",
      operands: "[FILE…]",
      operandCount: 0...64,
      options: [
        .value("seconds", "NUMBER", "how long buttons and sticks are tried (default: 20)"),
        .flag("quiet", "do not rumble, light the lamp or let triggers resist"),
        .json,
      ],
      discussion: """
        First leave the sticks alone, then press everything and roll both sticks along their
        edge. The report tells drift and noise, the dead zone that they need, how far each stick
        reaches, the report rate, buttons that never came, and presses too short for a finger.
        With a FILE the report is made of a recording. The exit status is 1 if something is ill.
        """,
      examples: [
        ("fude pads test", "the controller in your hand"),
        ("fude pads test bug.jsonl", "somebody else's, from their recording"),
      ])

    static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
      let seconds = try arguments.number("seconds", in: 1...3600) ?? 20
      let session = try PadSession(arguments.operands)
      let found = session.look()
      defer { session.stop() }
      guard let (pad, traits) = found.first else { throw session.nothingFound }
      var health = PadHealth()
      if let replay = session.source as? ReplayedPads {
        replay.advance(to: replay.span.end)
        gather(session.next(within: 0), pad, &health)
      } else {
        perform(traits, pad, session, seconds, isQuiet: arguments.flag("quiet"), &health)
      }
      let report = HealthReport(traits, health)
      print(arguments.flag("json") ? report.json : report.text)
      return report.complaints.isEmpty ? .success : .failure
    }

    private static func gather(
      _ events: [PadSourceEvent], _ pad: DeviceID, _ health: inout PadHealth
    ) {
      for case .report(let report) in events where report.frame.device == pad {
        health.receive(report)
      }
    }

    private static func perform(
      _ traits: PadTraits, _ pad: DeviceID, _ session: PadSession, _ seconds: Double,
      isQuiet: Bool, _ health: inout PadHealth
    ) {
      say("\(traits.name): leave the sticks alone for 3 seconds …")
      watch(session, pad, 3, &health)
      if !isQuiet {
        if !traits.features.isDisjoint(with: [.rumble, .triggerRumble]) {
          say("It should rumble now: first heavily on the left, then lightly on the right …")
          session.source.perform(.rumble(heavy: 0.8, light: 0, .seconds(0.5)), on: pad)
          watch(session, pad, 0.8, &health)
          session.source.perform(.rumble(heavy: 0, light: 0.8, .seconds(0.5)), on: pad)
          watch(session, pad, 0.8, &health)
        }
        if traits.features.contains(.light) {
          say("Its lamp should be red, green and blue now …")
          for (red, green, blue) in [(1, 0, 0), (0, 1, 0), (0, 0, 1)] as [(Float, Float, Float)] {
            session.source.perform(.light(red: red, green: green, blue: blue), on: pad)
            watch(session, pad, 0.6, &health)
          }
        }
      }
      if !isQuiet, traits.features.contains(.adaptiveTriggers) {
        say("Pull both triggers: the left resists, the right gives way like a weapon's …")
        session.source.perform(
          .triggers(
            left: .feedback(from: 0.3, strength: 0.8),
            right: .weapon(from: 0.3, to: 0.7, strength: 0.8)), on: pad)
        watch(session, pad, 3, &health)
        session.source.perform(.triggers(left: .off, right: .off), on: pad)
      }
      session.source.perform(.sensors(true), on: pad)
      say(
        "Now press every button, pull both triggers, and roll both sticks along their edge; "
          + "\(Int(seconds)) seconds …")
      watch(session, pad, seconds, &health)
    }

    private static func watch(
      _ session: PadSession, _ pad: DeviceID, _ seconds: Double, _ health: inout PadHealth
    ) {
      let end = Date(timeIntervalSinceNow: seconds)
      while Date() < end {
        gather(session.next(within: 0.05), pad, &health)
        health.advance(to: PadClock.now())
      }
    }
  }

  /// A controller's health for a person and for a program.
  private struct HealthReport {
    let traits: PadTraits
    let health: PadHealth

    init(_ traits: PadTraits, _ health: PadHealth) {
      self.traits = traits
      self.health = health
    }

    private var missing: PadButtons { traits.buttons.subtracting(health.pressed) }

    /// What is ill, one sentence each.
    var complaints: [String] {
      var list: [String] = []
      for (name, stick) in [("left", health.leftStick), ("right", health.rightStick)] {
        if stick.advisedDeadZone > 0.12 {
          list.append(
            "the \(name) stick needs a dead zone of \(percent(stick.advisedDeadZone)) %: it rests "
              + "\(percent(stick.drift)) % off centre and strays by \(percent(stick.noise)) %")
        }
        let (reach, isComplete) = stick.shortestReach
        if isComplete, reach < 0.9 {
          list.append("the \(name) stick reaches only \(percent(reach)) % in one direction")
        }
      }
      for (name, trigger) in [("left", health.leftTrigger), ("right", health.rightTrigger)] {
        if trigger.x > 0.02, trigger.x <= trigger.y {
          list.append("the \(name) trigger does not come back: it rests at \(percent(trigger.x)) %")
        }
      }
      if !health.bounces.isEmpty {
        list.append(
          "presses too short for a finger: \(health.bounces.names.joined(separator: ", "))")
      }
      if !missing.isEmpty {
        list.append("never pressed, or broken: \(missing.names.joined(separator: ", "))")
      }
      return list
    }

    var text: String {
      var lines = ["\(traits.name), \(traits.kind.label)", ""]
      let rate =
        health.rate.map { "\(Int($0.rounded())) a second while something moved" }
        ?? "too few to tell"
      lines.append("  reports       \(health.reportCount), \(rate)")
      if health.rate != nil {
        lines.append("  longest gap   \(decimalText(health.longestGap.milliseconds, places: 1)) ms")
      }
      lines.append("  left stick    \(stick(health.leftStick))")
      lines.append("  right stick   \(stick(health.rightStick))")
      lines.append(
        "  triggers      \(trigger(health.leftTrigger)), \(trigger(health.rightTrigger))")
      let count = health.pressed.intersection(traits.buttons).rawValue.nonzeroBitCount
      lines.append("  buttons       \(count) of \(traits.buttons.rawValue.nonzeroBitCount) pressed")
      if traits.features.contains(.touchpad) {
        lines.append("  touchpad      \(health.wasTouched ? "touched" : "not touched")")
      }
      if traits.features.contains(.motion) {
        lines.append("  motion        \(health.hasMoved ? "measured" : "silent")")
      }
      lines.append("")
      lines += complaints.isEmpty ? ["It is well."] : complaints.map { "! \($0)" }
      return lines.joined(separator: "\n")
    }

    var json: String {
      JSONText.object([
        ("name", .text(traits.name)), ("reports", .integer(Int64(health.reportCount))),
        ("rate_hz", health.rate.map { .number($0, places: 1) } ?? .null),
        ("left", member(health.leftStick)), ("right", member(health.rightStick)),
        ("missing", .array(missing.names.map { .text($0) })),
        ("bounces", .array(health.bounces.names.map { .text($0) })),
        ("complaints", .array(complaints.map { .text($0) })),
      ])
    }

    private func member(_ stick: PadHealth.Stick) -> JSONText.Value {
      let (reach, isComplete) = stick.shortestReach
      return .object([
        ("drift", .number(Double(stick.drift), places: 4)),
        ("noise", .number(Double(stick.noise), places: 4)),
        ("dead_zone", .number(Double(stick.advisedDeadZone), places: 3)),
        ("reach", isComplete ? .number(Double(reach), places: 3) : .null),
      ])
    }

    private func stick(_ stick: PadHealth.Stick) -> String {
      let (reach, isComplete) = stick.shortestReach
      return "drift \(percent(stick.drift)) %, noise \(percent(stick.noise)) %, dead zone "
        + "\(percent(stick.advisedDeadZone)) %, "
        + (isComplete ? "reaches \(percent(reach)) % all round" : "not rolled all round")
    }

    private func trigger(_ range: SIMD2<Float>) -> String {
      range.x > range.y ? "never moved" : "\(percent(range.x)) to \(percent(range.y)) %"
    }

    private func percent(_ value: Float) -> String {
      decimalText(Double(value) * 100, places: value < 0.1 ? 1 : 0)
    }
  }
#endif
