import FudeModel

/// The arbitration that others do, written anew from its documented behaviour.
struct Baseline {
  let policy: Policy
  let session: Session

  func outcomes() -> [Outcome] {
    var outcomes = [Outcome](repeating: Outcome(), count: session.contacts.count)
    var place: [ContactID: Int] = [:]
    for (index, contact) in session.contacts.enumerated() { place[contact.id] = index }
    var pen = Pen()
    var live: [ContactID: Point] = [:]
    for event in session.events {
      switch event {
      case .pen(let sample):
        let arrived = pen.take(sample)
        // A pen that comes takes back what was down, as far as the policy's region reaches.
        guard arrived || (pen.isInRange && pen.placedNow) else { continue }
        for (id, position) in live {
          guard let index = place[id], outcomes[index].shownAt != nil,
            outcomes[index].revokedAt == nil,
            rejects(position, pen, age: 0)
          else { continue }
          outcomes[index].revokedAt = sample.time
        }
      case .touch(let frame):
        for contact in frame.contacts {
          switch contact.phase {
          case .began:
            live[contact.id] = contact.position
            guard let index = place[contact.id] else { continue }
            land(&outcomes[index], contact.position, frame.time, pen)
          case .moved: live[contact.id] = contact.position
          case .ended, .cancelled: live[contact.id] = nil
          }
        }
      case .pad, .penClick, .lost: break
      }
    }
    return outcomes
  }

  private func land(_ outcome: inout Outcome, _ position: Point, _ now: Timestamp, _ pen: Pen) {
    let age = pen.age(at: now)
    if let age, rejects(position, pen, age: age) {
      outcome.decidedAt = now
      return
    }
    outcome.shownAt = now
    // ChromeOS holds a touch that lands within a second of the pen until that second is over.
    if case .chromeos = policy, let age, age < 1.0 { outcome.shownAt = now + .seconds(1.0 - age) }
    outcome.decidedAt = outcome.shownAt
  }

  /// Whether a touch at `position` is refused `age` seconds after the pen was last in range.
  private func rejects(_ position: Point, _ pen: Pen, age: Double) -> Bool {
    switch policy {
    case .fude, .none: return false
    case .lock(let hold): return age <= hold.seconds
    case .chromeos: return age < 0.4
    case .libinput:
      guard age <= 0.09 else { return false }
      guard let tip = pen.position, pen.lean != 0 else { return true }
      return pen.lean > 0 ? position.x >= tip.x - 20 : position.x <= tip.x + 20
    }
  }

  /// The pen as the baselines see it.
  private struct Pen {
    var isInRange = false
    var leftAt: Timestamp?
    var position: Point?
    /// The tilt to the right, in radians; 0 if upright or unknown.
    var lean: Float = 0
    /// The pen has just told its first place since it came.
    var placedNow = false
    private var wasPlaced = false

    /// Takes a report; says whether the pen has just come.
    mutating func take(_ sample: PenSample) -> Bool {
      placedNow = false
      if sample.state == .out {
        if isInRange { leftAt = sample.time }
        isInRange = false
        wasPlaced = false
        return false
      }
      let arrived = !isInRange
      isInRange = true
      leftAt = nil
      if sample.state != .near, let place = sample.position {
        placedNow = !wasPlaced
        wasPlaced = true
        position = place
        lean = sample.tilt?.x ?? 0
      }
      return arrived
    }

    func age(at now: Timestamp) -> Double? {
      if isInRange { return 0 }
      guard let leftAt else { return nil }
      return max(0, (now - leftAt).seconds)
    }
  }
}

extension Policy {
  /// The outcome of each contact of a session, in the order of landing.
  package func outcomes(_ session: Session) -> [Outcome] {
    self == .fude
      ? FudePolicy().outcomes(session) : Baseline(policy: self, session: session).outcomes()
  }
}
