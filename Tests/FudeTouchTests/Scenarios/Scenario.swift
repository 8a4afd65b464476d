import Foundation
import FudeModel
import FudeRecording
import FudeTouch
import Testing

/// A fixture folder: a recording and what must come of it.
struct Scenario: CustomTestStringConvertible, Sendable {
  let name: String
  var testDescription: String { name }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Fixtures/palms").standardized

  static let all = [
    "P1", "P2", "P4", "P6", "P7b", "P8", "P9", "P11", "P12", "P13", "P14", "P15", "P16", "P17",
  ].map { Scenario(name: $0) }

  var path: URL { Self.folder.appending(path: name) }

  /// The recording's events and surfaces.
  func load() throws -> (events: [InputEvent], surfaces: [Surface]) {
    var reader = try SessionReader([.path(path.appending(path: "recording.fude").path())])
    var events: [InputEvent] = []
    while let event = try reader.next() { events.append(event) }
    return (events, reader.surfaces)
  }

  /// The lines of expected.txt, each split into words; remarks left out.
  func expectations() throws -> [[String]] {
    try String(contentsOf: path.appending(path: "expected.txt"), encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ").map(String.init) }
  }
}

/// A way in which hardware or people differ, applied to a recording.
enum Variant: String, CaseIterable, Sendable {
  case plain
  case leftHand
  case shortNominalMillimetres
  case longNominalMillimetres
  case tenHertzTouch
  case flappingPen

  func apply(_ events: [InputEvent], _ surfaces: [Surface]) -> ([InputEvent], [Surface]) {
    switch self {
    case .plain: (events, surfaces)
    case .leftHand: (events.map { moved($0) { Point(x: 260 - $0.x, y: $0.y) } }, surfaces)
    case .shortNominalMillimetres: scaled(events, surfaces, 0.75)
    case .longNominalMillimetres: scaled(events, surfaces, 1.45)
    case .tenHertzTouch: (thinned(events), surfaces)
    case .flappingPen: (flapping(events), surfaces)
    }
  }

  private func scaled(
    _ events: [InputEvent], _ surfaces: [Surface], _ factor: Double
  ) -> ([InputEvent], [Surface]) {
    (
      events.map { moved($0) { $0 * factor } },
      surfaces.map { Surface(id: $0.id, size: $0.size, isMetric: false) }
    )
  }

  private func moved(_ event: InputEvent, _ place: (Point) -> Point) -> InputEvent {
    switch event {
    case .pen(var sample):
      sample.position = sample.position.map(place)
      if self == .leftHand { sample.tilt = sample.tilt.map { Tilt(x: -$0.x, y: $0.y) } }
      return .pen(sample)
    case .touch(var frame):
      for index in frame.contacts.indices {
        frame.contacts[index].position = place(frame.contacts[index].position)
      }
      return .touch(frame)
    default: return event
    }
  }

  /// Moves come at most every 100 ms, as firmware does near a pen.
  private func thinned(_ events: [InputEvent]) -> [InputEvent] {
    var last: [ContactID: Timestamp] = [:]
    return events.compactMap { event in
      guard case .touch(var frame) = event else { return event }
      frame.contacts.removeAll { contact in
        if contact.phase == .moved, let before = last[contact.id],
          frame.time - before < .milliseconds(100)
        {
          return true
        }
        last[contact.id] = frame.time
        return false
      }
      return frame.contacts.isEmpty ? nil : .touch(frame)
    }
  }

  /// The pen drops out for 60 ms in every 300 while it hovers.
  private func flapping(_ events: [InputEvent]) -> [InputEvent] {
    var wasOut = false
    return events.compactMap { event in
      guard case .pen(var sample) = event, case .hovering = sample.state else { return event }
      let dropsOut = sample.time.microseconds % 300_000 >= 240_000
      defer { wasOut = dropsOut }
      guard dropsOut else { return event }
      if wasOut { return nil }
      sample.state = .out
      return .pen(sample)
    }
  }
}

/// What arbitration and gestures made of a session.
struct ScenarioRun {
  private(set) var decisions: [Decision] = []
  private(set) var gestures: [GestureEvent] = []

  init(_ events: [InputEvent], _ surfaces: [Surface], _ fingers: FingerPolicy) {
    var rejector = PalmRejector(options: ArbitrationOptions(fingers: fingers))
    var recogniser = GestureRecognizer(options: GestureOptions(fingers: fingers))
    for surface in surfaces { rejector.register(surface: surface) }
    rejector.expectPen(on: SurfaceID(0))
    var decided: [Decision] = []
    var made: [GestureEvent] = []
    for event in events {
      decided.removeAll()
      rejector.advance(to: event.time) { decided.append($0) }
      for decision in decided { recogniser.receive(.decision(decision)) { made.append($0) } }
      decisions += decided
      decided.removeAll()
      recogniser.receive(.event(event)) { made.append($0) }
      rejector.receive(event) { decided.append($0) }
      for decision in decided { recogniser.receive(.decision(decision)) { made.append($0) } }
      decisions += decided
    }
    rejector.advance(to: Timestamp(microseconds: .max / 2)) { decided.append($0) }
    for decision in decided where !decisions.contains(decision) {
      recogniser.receive(.decision(decision)) { made.append($0) }
      decisions.append(decision)
    }
    gestures = made
  }

  /// The verdict that a contact had at its end.
  func verdict(_ contact: UInt64) -> Verdict? {
    decisions.last {
      $0.contact == ContactID(contact) || $0.contact.rawValue & 0xffff_ffff == contact
    }?
    .verdict
  }

  /// Every decision as text, for goldens.
  var text: String {
    decisions.map { decision in
      let time = decimalText(Double(decision.time.microseconds) / 1000, places: 1)
      let contact = decision.contact.rawValue & 0xffff_ffff
      return "\(time) ms  \(contact) \(decision.change): \(decision.reason.sentence)\n"
    }.joined()
      + gestures.filter { $0.phase != .changed }.map { gesture in
        let time = decimalText(Double(gesture.time.microseconds) / 1000, places: 1)
        return
          "\(time) ms  \(gesture.gesture) \(gesture.phase)\(gesture.takesBack ? ", taken back" : "")\n"
      }.joined()
  }
}
