package import FudeModel

/// A recorded session as the laboratory sees it: decoded events and the contacts in them.
package struct Session: Sendable {
  /// The recording's name, as label files call it.
  package var name: String
  /// The events in their order.
  package var events: [InputEvent]
  /// The surfaces that the recording told of.
  package var surfaces: [Surface]
  /// Every contact that landed, in the order of landing.
  package private(set) var contacts: [ContactTrack] = []
  /// The pen's reports in their order.
  package private(set) var pen: [PenSample] = []
  /// The strokes: from tip down to tip up.
  package private(set) var strokes: [ClosedRange<Timestamp>] = []

  /// A session of `events`.
  package init(name: String, events: [InputEvent], surfaces: [Surface]) {
    self.name = name
    self.events = events
    self.surfaces = surfaces
    collect()
  }

  private mutating func collect() {
    var open: [ContactID: Int] = [:]
    var tipDown: Timestamp?
    for event in events {
      switch event {
      case .touch(let frame):
        for contact in frame.contacts {
          if contact.phase == .began, open[contact.id] == nil {
            open[contact.id] = contacts.count
            contacts.append(
              ContactTrack(id: contact.id, surface: frame.surface, samples: [], isCancelled: false))
          }
          guard let index = open[contact.id] else { continue }
          contacts[index].samples.append(
            ContactTrack.Sample(
              time: frame.time, position: contact.position,
              size: contact.size.map { max($0.major, $0.minor) }))
          if contact.phase == .ended || contact.phase == .cancelled {
            contacts[index].isCancelled = contact.phase == .cancelled
            open[contact.id] = nil
          }
        }
      case .pen(let sample):
        pen.append(sample)
        if sample.state == .touching {
          tipDown = tipDown ?? sample.time
        } else if let began = tipDown {
          strokes.append(began...max(began, sample.time))
          tipDown = nil
        }
      case .pad, .penClick, .lost: break
      }
    }
  }
}

/// One contact from landing to lift.
package struct ContactTrack: Sendable {
  /// Which contact.
  package var id: ContactID
  /// On which surface.
  package var surface: SurfaceID
  /// What the device said of it, the lift included.
  package var samples: [Sample]
  /// Whether the system took it away.
  package var isCancelled: Bool

  /// One report.
  package struct Sample: Sendable {
    /// When.
    package var time: Timestamp
    /// Where.
    package var position: Point
    /// The greater extent in the device's unit; `nil` if unknown.
    package var size: Float?
  }

  /// When it landed.
  package var bornAt: Timestamp { samples.first?.time ?? .zero }
  /// When it lifted.
  package var endedAt: Timestamp { samples.last?.time ?? .zero }
  /// The length of its path in millimetres.
  package var path: Double {
    zip(samples, samples.dropFirst()).reduce(0) { $0 + $1.0.position.distance(to: $1.1.position) }
  }
  /// The greatest extent that the device told; `nil` if none.
  package var largest: Float? { samples.compactMap(\.size).max() }
}
