package import FudeModel

/// The figures of one policy on some labelled sessions. Contacts labelled *unsure* count nowhere.
package struct PalmMeasure: Sendable {
  /// Pen strokes.
  package private(set) var strokes = 0
  /// Palm contacts.
  package private(set) var palms = 0
  /// Palm contacts whose mark stays.
  package private(set) var palmsKept = 0
  /// Palm contacts shown and taken back: for how long (ms) and with how much mark (mm).
  package private(set) var shown: [Flash] = []
  /// Milliseconds for which palm contacts were undecided before they were rejected unseen.
  package private(set) var held: [Double] = []
  /// Marks of palms on the screen at each of ``ages`` after landing.
  package private(set) var marks = [Int](repeating: 0, count: PalmMeasure.ages.count)
  /// Fingers that landed while the pen was in range.
  package private(set) var nearFingers = Tally()
  /// Fingers that landed within 2 s after it left.
  package private(set) var afterFingers = Tally()
  /// Fingers that landed at other times.
  package private(set) var aloneFingers = Tally()
  /// Fingers' marks that were shown and taken back.
  package private(set) var wronglyRevoked = 0
  /// Milliseconds from landing to the first decision, over all labelled contacts.
  package private(set) var latencies: [Double] = []

  /// A mark that came and went.
  package struct Flash: Sendable {
    /// How long it was there.
    package var milliseconds: Double
    /// How long the line was.
    package var millimetres: Double
  }

  /// Ages in milliseconds at which marks are counted.
  package static let ages: [Double] = [0, 50, 100, 250, 500]

  /// How many of some contacts were kept.
  package struct Tally: Sendable {
    /// Kept.
    package var kept = 0
    /// Of so many.
    package var total = 0
    /// The share kept; 1 of none.
    package var share: Double { total == 0 ? 1 : Double(kept) / Double(total) }

    fileprivate mutating func merge(_ other: Tally) {
      kept += other.kept
      total += other.total
    }
  }

  /// Nothing measured yet.
  package init() {}

  /// Adds a session's outcomes.
  package mutating func add(_ session: Session, _ labels: LabelSet, _ outcomes: [Outcome]) {
    strokes += session.strokes.count
    for (index, outcome) in outcomes.enumerated() {
      let track = session.contacts[index]
      switch labels[session.name, index] {
      case .palm: addPalm(track, outcome)
      case .finger: addFinger(track, outcome, session.penAge(at: track.bornAt))
      case .unsure, nil: continue
      }
      if let decided = outcome.decidedAt { latencies.append((decided - track.bornAt).milliseconds) }
    }
  }

  private mutating func addPalm(_ track: ContactTrack, _ outcome: Outcome) {
    palms += 1
    if outcome.isKept { palmsKept += 1 }
    guard let shownAt = outcome.shownAt else {
      if let decided = outcome.decidedAt, decided > track.bornAt {
        held.append((decided - track.bornAt).milliseconds)
      }
      return
    }
    for (place, age) in Self.ages.enumerated() {
      let moment = track.bornAt + .seconds(age / 1000)
      if shownAt <= moment, (outcome.revokedAt ?? Timestamp(microseconds: .max)) > moment {
        marks[place] += 1
      }
    }
    if let revokedAt = outcome.revokedAt {
      let length = track.path(from: shownAt, to: revokedAt)
      shown.append(
        Flash(milliseconds: (revokedAt - shownAt).milliseconds, millimetres: length))
    }
  }

  private mutating func addFinger(_ track: ContactTrack, _ outcome: Outcome, _ penAge: Double?) {
    let kept = outcome.isKept ? 1 : 0
    if outcome.shownAt != nil, outcome.revokedAt != nil { wronglyRevoked += 1 }
    switch penAge {
    case .some(0):
      nearFingers.total += 1
      nearFingers.kept += kept
    case .some(let age) where age <= 2:
      afterFingers.total += 1
      afterFingers.kept += kept
    default:
      aloneFingers.total += 1
      aloneFingers.kept += kept
    }
  }

  /// Adds the figures of other sessions.
  package mutating func merge(_ other: PalmMeasure) {
    strokes += other.strokes
    palms += other.palms
    palmsKept += other.palmsKept
    shown += other.shown
    held += other.held
    for place in marks.indices { marks[place] += other.marks[place] }
    nearFingers.merge(other.nearFingers)
    afterFingers.merge(other.afterFingers)
    aloneFingers.merge(other.aloneFingers)
    wronglyRevoked += other.wronglyRevoked
    latencies += other.latencies
  }

  /// A share of the sorted values, `0...1`; `nil` of none.
  package static func quantile(_ values: [Double], _ share: Double) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let place = Int((share * Double(sorted.count - 1)).rounded())
    return sorted[max(0, min(sorted.count - 1, place))]
  }
}

extension Session {
  /// Seconds since the pen was in range at a time: 0 while it is; `nil` if it was not yet.
  package func penAge(at time: Timestamp) -> Double? {
    var low = 0
    var high = pen.count
    while low < high {
      let middle = (low + high) / 2
      if pen[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let last = pen[low - 1]
    return last.state.isInRange ? 0 : (time - last.time).seconds
  }
}

extension ContactTrack {
  /// The length of its path between two moments, in millimetres.
  package func path(from start: Timestamp, to end: Timestamp) -> Double {
    let part = samples.filter { $0.time >= start && $0.time <= end }
    return zip(part, part.dropFirst()).reduce(0) { $0 + $1.0.position.distance(to: $1.1.position) }
  }
}
