import Foundation
import FudeModel
import FudeTouch

/// A radio-pen session written by hand: one event a line, times in milliseconds.
///
/// `MS connect PEN`, `MS disconnect PEN`, `MS land|move|lift|cancel CONTACT X Y [SIZE]`,
/// `MS tip down|up [PEN]`, `MS force VALUE [PEN]`, `MS tilt X Y`, `MS suspend`, `MS lost`,
/// `MS turn N`, `MS end`; `MS..MS/STEP drag CONTACT X Y X Y` moves along a line and
/// `MS..MS/STEP forces VALUE [PEN]` repeats a force, `MS..MS/STEP ramp FROM TO` changes it;
/// `set NAME VALUE`; `#` begins a remark.
struct RadioScript {
  var settings = AssociationSettings()
  var events: [AssociationInput] = []
  var end = Timestamp.zero

  struct Malformed: Error { var line: String }

  init(_ text: String) throws {
    for line in text.split(separator: "\n") {
      let words = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
      guard !words.isEmpty else { continue }
      guard try take(words) else { throw Malformed(line: String(line)) }
    }
    events.sort { $0.time < $1.time }
  }

  private mutating func take(_ words: [String]) throws -> Bool {
    if words[0] == "set", words.count == 3 { return set(words[1], words[2]) }
    guard words.count >= 2 else { return false }
    let numbers = words.dropFirst(2).map { Double($0) }
    if words[1] == "drag", words.count == 7 { return drag(words[0], numbers.compactMap { $0 }) }
    if words[1] == "forces", words.count >= 3 { return forces(words[0], numbers) }
    if words[1] == "ramp", words.count == 4 { return ramp(words[0], numbers.compactMap { $0 }) }
    guard let ms = Double(words[0]) else { return false }
    let time = Timestamp(microseconds: Int64(ms * 1000))
    switch words[1] {
    case "connect": events.append(.connected(pen(numbers.first), at: time))
    case "disconnect": events.append(.disconnected(pen(numbers.first), at: time))
    case "suspend": events.append(.suspended(at: time))
    case "lost": events.append(.lost(DeviceID(0), at: time, .removed))
    case "turn":
      let orientation = SurfaceOrientation(rawValue: UInt8(numbers.first?.map { $0 } ?? 0))
      events.append(.turned(orientation ?? .upright, at: time))
    case "tip":
      events.append(
        .pen(
          RadioPenReport(
            time: time, pen: pen(numbers.dropFirst().first), tip: words[2] == "down")))
    case "force":
      events.append(
        .pen(
          RadioPenReport(
            time: time, pen: pen(numbers.dropFirst().first),
            pressure: numbers.first?.map { Float($0) })))
    case "tilt":
      guard let x = numbers.first ?? nil, let y = numbers.last ?? nil else { return false }
      events.append(
        .pen(RadioPenReport(time: time, pen: pen(nil), tilt: Tilt(x: Float(x), y: Float(y)))))
    case "land", "move", "lift", "cancel":
      let values = numbers.compactMap { $0 }
      guard values.count >= 3 else { return false }
      touch(time, words[1], values)
    case "end": end = time
    default: return false
    }
    end = max(end, time)
    return true
  }

  private func pen(_ number: Double??) -> DeviceID {
    DeviceID(UInt32((number ?? nil) ?? 10))
  }

  private mutating func touch(_ time: Timestamp, _ word: String, _ values: [Double]) {
    let phase: ContactPhase =
      switch word {
      case "land": .began
      case "move": .moved
      case "lift": .ended
      default: .cancelled
      }
    let size = values.count > 3 ? Float(values[3]) : nil
    events.append(
      .touch(
        TouchFrame(
          time: time, device: DeviceID(0), surface: SurfaceID(0),
          contacts: [
            Contact(
              id: ContactID(UInt64(values[0])), phase: phase,
              position: Point(x: values[1], y: values[2]),
              size: size.map { ContactSize(major: $0, minor: $0) })
          ])))
    end = max(end, time)
  }

  /// The moments of `MS..MS/STEP`, and its end, in milliseconds.
  private static func moments(_ span: String) -> (all: [Double], end: Double)? {
    let parts = span.split(separator: "/")
    let ends = parts[0].components(separatedBy: "..").compactMap { Double($0) }
    guard parts.count == 2, let step = Double(parts[1]), step > 0, ends.count == 2 else {
      return nil
    }
    return (Array(stride(from: ends[0], through: ends[1], by: step)), ends[1])
  }

  private mutating func forces(_ span: String, _ numbers: [Double?]) -> Bool {
    guard let moments = RadioScript.moments(span), let force = numbers.first ?? nil else {
      return false
    }
    for ms in moments.all {
      events.append(
        .pen(
          RadioPenReport(
            time: Timestamp(microseconds: Int64(ms * 1000)),
            pen: pen(numbers.dropFirst().first), pressure: Float(force))))
    }
    return true
  }

  private mutating func ramp(_ span: String, _ values: [Double]) -> Bool {
    guard let moments = RadioScript.moments(span), let first = moments.all.first,
      values.count == 2
    else { return false }
    for ms in moments.all {
      let part = (ms - first) / max(1, moments.end - first)
      let force = values[0] + (values[1] - values[0]) * part
      events.append(
        .pen(
          RadioPenReport(
            time: Timestamp(microseconds: Int64(ms * 1000)), pen: pen(nil),
            pressure: Float(force))))
    }
    return true
  }

  private mutating func drag(_ span: String, _ values: [Double]) -> Bool {
    guard let moments = RadioScript.moments(span), let first = moments.all.first,
      values.count == 5
    else { return false }
    for ms in moments.all {
      let part = (ms - first) / max(1, moments.end - first)
      touch(
        Timestamp(microseconds: Int64(ms * 1000)), "move",
        [
          values[0], values[1] + (values[3] - values[1]) * part,
          values[2] + (values[4] - values[2]) * part,
        ])
    }
    return true
  }

  private mutating func set(_ name: String, _ value: String) -> Bool {
    switch name {
    case "posture":
      let all = ["unknown", "right", "left"]
      guard let index = all.firstIndex(of: value) else { return false }
      settings.posture = WritingPosture.allCases[index]
    case "tipOffset": settings.tipOffset = Double(value) ?? 0
    case "radiusTolerance": settings.radiusTolerance = Float(value)
    case "strictRadius": settings.isPalmRadiusStrict = value == "yes"
    default: return false
    }
    return true
  }
}

/// Everything the association said, as text that reads in a diff.
struct RadioTranscript {
  private(set) var lines: [String] = []
  private var points: [ContactID: [AssociatedSample]] = [:]
  private var stationary: [ContactID: Int] = [:]

  init(_ script: RadioScript) {
    var stage = PenAssociator(settings: script.settings)
    for event in script.events { stage.receive(event) { take($0) } }
    stage.advance(to: script.end + .seconds(5)) { take($0) }
  }

  private mutating func take(_ event: AssociationEvent) {
    switch event {
    case .sample(let sample):
      points[sample.contact, default: []].append(sample)
    case .pressure(let update):
      guard let index = points[update.contact]?.firstIndex(where: { $0.token == update.token })
      else { return lines.append("!! pressure for an unknown point") }
      points[update.contact]?[index].pressure = update.pressure
      points[update.contact]?[index].token = nil
    case .decision(let decision):
      let pen = decision.pen.map { " of pen \($0.rawValue)" } ?? ""
      lines.append(
        "\(decimalText(decision.time.seconds * 1000, places: 0)) contact "
          + "\(decision.contact.rawValue) \(decision.change) as \(decision.verdict)\(pen): "
          + decision.reason.description)
      if decision.change == .ended || decision.change == .cancelled {
        describe(decision.contact, decision.verdict)
      }
    }
  }

  private mutating func describe(_ contact: ContactID, _ verdict: Verdict) {
    guard verdict == .pen || verdict == .finger, let own = points[contact], let last = own.last
    else { return }
    func text(_ sample: AssociatedSample) -> String {
      let pressure = sample.pressure.map { decimalText(Double($0), places: 2) } ?? "none"
      return "(\(decimalText(sample.position.x, places: 2)), "
        + "\(decimalText(sample.position.y, places: 2))) at pressure \(pressure)"
    }
    let open = own.filter { $0.token != nil }.count
    let still = own.filter(\.isStationary).count
    lines.append(
      "  \(own.count) points from \(text(own[0])) to \(text(last)); "
        + "\(open) estimated, \(still) stationary")
    let steps = zip(own.dropFirst(), own).map { next, previous in
      (next.position - next.rawPosition).distance(to: previous.position - previous.rawPosition)
    }
    if let largest = steps.max(), largest > 0 {
      lines.append("  correction changes by at most \(decimalText(largest, places: 3)) mm a point")
    }
  }

  var text: String { lines.joined(separator: "\n") + "\n" }
}
