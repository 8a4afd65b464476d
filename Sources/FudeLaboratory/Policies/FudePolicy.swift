import FudeModel
package import FudeTouch

/// Our own arbiter, run over a session.
package struct FudePolicy: Sendable {
  /// The choices it runs with.
  package var options = ArbitrationOptions()
  /// Its constants.
  package var constants = ArbitrationConstants()

  /// With the standard choices and constants.
  package init() {}

  /// The outcome of each contact of the session, in the order of landing.
  ///
  /// `decided` is told the odds at every decision of a contact.
  package func outcomes(
    _ session: Session, decided: (_ contact: Int, _ odds: Double) -> Void = { _, _ in }
  ) -> [Outcome] {
    var outcomes = [Outcome](repeating: Outcome(), count: session.contacts.count)
    var place: [ContactID: Int] = [:]
    for (index, contact) in session.contacts.enumerated() { place[contact.id] = index }
    var rejector = PalmRejector(options: options, constants: constants)
    for surface in session.surfaces {
      rejector.register(surface: surface)
      rejector.expectPen(on: surface.id)
    }
    func take(_ decision: Decision) {
      guard let index = place[decision.contact] else { return }
      if decision.change != .began, decision.change != .ended, decision.change != .cancelled {
        decided(index, Double(decision.reason.evidence.odds))
      }
      switch decision.change {
      case .accepted:
        outcomes[index].shownAt = decision.time
        outcomes[index].decidedAt = decision.time
      case .rejected: outcomes[index].decidedAt = decision.time
      case .revoked: outcomes[index].revokedAt = decision.time
      case .began, .ended, .cancelled: break
      }
    }
    for event in session.events { rejector.receive(event, emit: take) }
    rejector.advance(to: Timestamp(microseconds: .max / 2), emit: take)
    return outcomes
  }
}
