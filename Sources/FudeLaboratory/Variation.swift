package import FudeModel

/// A way in which hardware or people differ, applied to a recording.
package enum Variation: String, CaseIterable, Sendable {
  /// As it was recorded.
  case plain
  /// In a mirror: left and right change places.
  case mirrored
  /// No resolution told, and the surface taken for smaller than it is.
  case small = "nominal-small"
  /// No resolution told, and the surface taken for larger than it is.
  case large = "nominal-large"
  /// Contacts move at most ten times a second, as some firmware has it near a pen.
  case slow = "slow-touch"
  /// A hovering pen drops out for 60 ms in every 300.
  case flapping = "flapping-pen"

  /// The events and surfaces as they would be then.
  package func apply(
    _ events: [InputEvent], _ surfaces: [Surface]
  ) -> ([InputEvent], [Surface]) {
    let width = surfaces.first?.size.width ?? Surface.nominalLongSide
    return switch self {
    case .plain: (events, surfaces)
    case .mirrored: (events.map { moved($0) { Point(x: width - $0.x, y: $0.y) } }, surfaces)
    case .small: scaled(events, surfaces, 0.75)
    case .large: scaled(events, surfaces, 1.45)
    case .slow: (thinned(events), surfaces)
    case .flapping: (flapping(events), surfaces)
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
      if self == .mirrored { sample.tilt = sample.tilt.map { Tilt(x: -$0.x, y: $0.y) } }
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

extension Session {
  /// The session as it would be then.
  package func varied(_ variation: Variation) -> Session {
    let (events, surfaces) = variation.apply(events, surfaces)
    return Session(name: name, events: events, surfaces: surfaces)
  }
}
