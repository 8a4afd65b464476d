import FudeModel
import FudePen
import FudeStylus
import FudeTouch

/// What an app was told in a session, as text that reads in a diff: events in their order, then each
/// stroke from its beginning to its end.
struct SessionTranscript {
  private let strokes: StylusEvents<StrokeEvent>
  private let events: StylusEvents<StylusEvent>
  private var lines: [String] = []
  private var wasConnected = false
  private var addresses: [DeviceID: String] = [:]

  init(strokes: StylusEvents<StrokeEvent>, events: StylusEvents<StylusEvent>) {
    self.strokes = strokes
    self.events = events
  }

  /// Notes what polling would show, if it has changed.
  mutating func note(_ central: StylusCentral, _ now: Timestamp) async {
    let isConnected = await central.isStylusConnected
    if isConnected != wasConnected {
      wasConnected = isConnected
      lines.append("\(Self.text(now)) polled: a stylus is \(isConnected ? "" : "not ")connected")
    }
    for pen in await central.snapshot.pens where pen.address != addresses[pen.id] {
      addresses[pen.id] = pen.address
      let address = pen.address ?? "unknown"
      lines.append("\(Self.text(now)) polled: the address of pen \(pen.id.rawValue) is \(address)")
    }
  }

  /// Everything told; the session must be over.
  func finished() async -> String {
    var told: [String] = []
    for await event in events {
      if let line = Self.line(event) { told.append(line) }
    }
    var lives: [ContactID: Life] = [:]
    var order: [ContactID] = []
    for await event in strokes {
      if lives[event.stroke] == nil { order.append(event.stroke) }
      lives[event.stroke, default: Life()].take(event)
    }
    let drawn = order.map { id in "stroke \(id.rawValue): \(lives[id]?.text ?? "")" }
    let parts = [("told", told), ("polled", lines), ("strokes", drawn)]
    return parts.filter { !$0.1.isEmpty }.map { name, lines in
      "\(name):\n" + lines.map { "  \($0)\n" }.joined()
    }.joined()
  }

  private static func text(_ time: Timestamp) -> String {
    decimalText(time.seconds * 1000, places: 0)
  }

  private static func line(_ event: StylusEvent) -> String? {
    switch event {
    case .gestures(let areEnabled): return "gestures are best \(areEnabled ? "on" : "off")"
    case .connection(let change):
      let what: String
      switch change.kind {
      case .discovered(let pen):
        what = "discovered pen \(pen.pen.rawValue), \(pen.signal ?? 0) dBm"
      case .connecting(let pen, let attempt):
        what = "connecting pen \(pen.rawValue), attempt \(attempt)"
      case .connected(let pen, _): what = "connected pen \(pen.rawValue)"
      case .disconnected(let pen, let reason): what = "disconnected pen \(pen.rawValue): \(reason)"
      case .waiting(let pen, let delay, let cause):
        let seconds = decimalText(delay.seconds, places: 0)
        what = "waits \(seconds) s for pen \(pen.rawValue): \(cause)"
      default: what = "\(change.kind)"
      }
      return "\(text(change.time)) \(what)"
    case .pen(let event):
      switch event.kind {
      // Many, and shown as the strokes' pressures.
      case .pressure, .battery: return nil
      case .fact(.address(let address)):
        return "\(text(event.time)) pen \(event.pen.rawValue): its address is \(address)"
      case .fact: return nil
      case .motion(let lean):
        let right = decimalText(Double(lean.x) * 180 / Maths.pi, places: 0)
        let bottom = decimalText(Double(lean.y) * 180 / Maths.pi, places: 0)
        return "\(text(event.time)) pen \(event.pen.rawValue): leans \(right)°, \(bottom)°"
      default: return "\(text(event.time)) pen \(event.pen.rawValue): \(event.kind)"
      }
    }
  }

  /// What became of one stroke.
  private struct Life {
    var phases: [StrokeEvent.Phase] = []
    var points: [StrokeSample] = []
    var pens: Set<DeviceID?> = []
    var reason = ""

    mutating func take(_ event: StrokeEvent) {
      if phases.last != event.phase { phases.append(event.phase) }
      points += event.samples
      pens.insert(event.pen)
      for update in event.updates {
        guard let at = points.firstIndex(where: { $0.index == update.index }) else { continue }
        points[at].pressure = update.pressure
        points[at].isEstimated = false
      }
      if event.phase != .moved { reason = event.reason.description }
    }

    var text: String {
      guard let first = points.first, let last = points.last else { return "no points" }
      func place(_ sample: StrokeSample) -> String {
        "(\(decimalText(sample.position.x, places: 1)), "
          + "\(decimalText(sample.position.y, places: 1))) pressed "
          + decimalText(Double(sample.pressure), places: 2)
      }
      let pen = pens.compactMap { $0 }.map { "pen \($0.rawValue)" }.sorted().joined(separator: ", ")
      let open = points.count { $0.isEstimated }
      return phases.map { "\($0)" }.joined(separator: ", ") + "; \(points.count) points of "
        + "\(pen.isEmpty ? "a finger" : pen), \(place(first)) to \(place(last)), "
        + "\(open) estimated. \(reason)"
    }
  }
}
