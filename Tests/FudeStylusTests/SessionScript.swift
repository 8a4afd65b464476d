import FudeModel
import FudePen
import FudeStylus
import FudeTouch

/// A whole session written by hand: one event a line, times in milliseconds.
///
/// - `pen N [SIGNAL]` puts a simulated pen near; `set provisional yes` tells strokes from landing on.
/// - `MS nearest|press|list` looks for pens, `MS connect|disconnect N` is the app's wish.
/// - `MS land|move|lift|cancel CONTACT X Y`, `MS..MS/STEP drag CONTACT X Y X Y`.
/// - `MS report N up|down FORCE [buttons MASK] [scroll STEPS] [lean RIGHT BOTTOM]`,
///   `MS..MS/STEP reports N up|down FORCE …` repeats one.
/// - `MS drop N`, `MS pressed N`, `MS address N TEXT`, `MS radio on|off`, `MS turn N`,
///   `MS background`, `MS foreground`, `MS end`; `#` begins a remark.
struct SessionScript {
  var settings = StylusSettings()
  var pens: [SimulatedPen] = []
  var steps: [(time: Int64, words: [String])] = []

  struct Malformed: Error { var line: String }

  init(_ text: String) throws {
    for line in text.split(separator: "\n") {
      let words = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
      guard !words.isEmpty else { continue }
      guard take(words) else { throw Malformed(line: String(line)) }
    }
    steps = steps.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    .map(\.element)
  }

  private mutating func take(_ words: [String]) -> Bool {
    if words[0] == "pen", words.count >= 2, let number = UInt32(words[1]) {
      let signal = words.count > 2 ? Int(words[2]) : nil
      pens.append(SimulatedPen(id: DeviceID(number), signal: signal ?? -45))
      return true
    }
    if words == ["set", "provisional", "yes"] {
      settings.tellsProvisionalStrokes = true
      return true
    }
    guard words.count >= 2 else { return false }
    if let ms = Double(words[0]) {
      steps.append((Int64(ms * 1000), Array(words.dropFirst())))
      return true
    }
    return repeated(words)
  }

  private mutating func repeated(_ words: [String]) -> Bool {
    let parts = words[0].split(separator: "/")
    let ends = (parts.first ?? "").split(separator: "..").compactMap { Double($0) }
    guard parts.count == 2, ends.count == 2, let step = Double(parts[1]), step > 0 else {
      return false
    }
    for ms in stride(from: ends[0], through: ends[1], by: step) {
      let time = Int64(ms * 1000)
      if words[1] == "reports" {
        steps.append((time, ["report"] + words.dropFirst(2)))
      } else if words[1] == "drag", words.count == 7 {
        let numbers = words[3...].compactMap { Double($0) }
        guard numbers.count == 4 else { return false }
        let part = (ms - ends[0]) / max(1, ends[1] - ends[0])
        let x = numbers[0] + (numbers[2] - numbers[0]) * part
        let y = numbers[1] + (numbers[3] - numbers[1]) * part
        steps.append((time, ["move", words[2], "\(x)", "\(y)"]))
      } else {
        return false
      }
    }
    return true
  }

  /// Plays it, and says what the app was told.
  func play() async throws -> String {
    let clock = ManualStylusClock()
    let radio = SimulatedTransport(pens: pens, clock: clock)
    let central = StylusCentral(transport: radio, clock: clock, settings: settings)
    var transcript = SessionTranscript(
      strokes: await central.strokeEvents(), events: await central.events())
    for step in steps {
      let time = Timestamp(microseconds: step.time)
      await central.process(until: time)
      clock.advance(to: time)
      guard try await perform(step.words, central, radio, clock) else {
        throw Malformed(line: step.words.joined(separator: " "))
      }
      await central.process(until: time)
      await transcript.note(central, clock.now)
    }
    await central.process(until: clock.now + .seconds(5))
    await central.stop()
    return await transcript.finished()
  }

  private func perform(
    _ words: [String], _ central: StylusCentral, _ radio: SimulatedTransport,
    _ clock: ManualStylusClock
  ) async throws -> Bool {
    let rest = Array(words.dropFirst())
    let pen = rest.first.flatMap { UInt32($0) }.map { DeviceID($0) }
    switch words[0] {
    case "nearest": await central.connectNearest()
    case "press": await central.startDiscovery(.pressToConnect)
    case "list": await central.startDiscovery(.chooseFromList)
    case "background": await central.enterBackground()
    case "foreground": await central.enterForeground()
    case "radio": radio.setRadio(rest == ["on"] ? .on : .off)
    case "turn":
      let number = rest.first.flatMap { UInt8($0) } ?? 0
      central.turn(to: SurfaceOrientation(rawValue: number) ?? .upright, at: clock.now)
    case "end": break
    case "land", "move", "lift", "cancel": return touch(words, central, clock)
    default:
      guard let pen else { return false }
      switch words[0] {
      case "connect": await central.connect(pen)
      case "disconnect": await central.disconnect(pen)
      case "drop": radio.drop(pen)
      case "address" where rest.count == 2: radio.tellAddress(rest[1], of: pen)
      case "pressed":
        guard var known = pens.first(where: { $0.id == pen }) else { return false }
        known.isPressed = true
        radio.place(known)
        radio.advertise()
      case "report": return report(rest, pen, radio, clock)
      default: return false
      }
    }
    return true
  }

  private func touch(
    _ words: [String], _ central: StylusCentral, _ clock: ManualStylusClock
  ) -> Bool {
    let phases: [String: ContactPhase] = [
      "land": .began, "move": .moved, "lift": .ended, "cancel": .cancelled,
    ]
    guard words.count == 4, let phase = phases[words[0]], let id = UInt64(words[1]),
      let x = Double(words[2]), let y = Double(words[3])
    else { return false }
    central.touch(
      TouchFrame(
        time: clock.now, device: DeviceID(0), surface: SurfaceID(0),
        contacts: [Contact(id: ContactID(id), phase: phase, position: Point(x: x, y: y))]))
    return true
  }

  private func report(
    _ words: [String], _ pen: DeviceID, _ radio: SimulatedTransport, _ clock: ManualStylusClock
  ) -> Bool {
    guard words.count >= 3, let force = UInt16(words[2]) else { return false }
    func numbers(after name: String) -> [Int8]? {
      words.firstIndex(of: name).map {
        words[($0 + 1)...].prefix { Int8($0) != nil }.compactMap { Int8($0) }
      }
    }
    let lean = numbers(after: "lean")
    radio.send(
      FudePenReport.encode(
        isTipDown: words[1] == "down", buttons: UInt8(numbers(after: "buttons")?.first ?? 0),
        pressure: force, maximumPressure: 2047, counter: clock.now.microseconds,
        scroll: numbers(after: "scroll")?.first ?? 0,
        lean: lean.flatMap { $0.count == 2 ? (right: $0[0], bottom: $0[1]) : nil }),
      from: pen)
    return true
  }
}
