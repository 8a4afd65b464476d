import Foundation
import FudeLaboratory
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
