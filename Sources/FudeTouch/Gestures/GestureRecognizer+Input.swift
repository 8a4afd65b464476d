import FudeModel

extension GestureRecognizer {
  /// Follows the places of contacts; a contact enters with its `began` decision.
  mutating func take(_ frame: TouchFrame, _ emit: (GestureEvent) -> Void) {
    let session = sessionIndex(frame.surface)
    var moved = false
    for contact in frame.contacts where contact.phase == .began || contact.phase == .moved {
      if let index = touchIndex(contact.id, frame.device) {
        guard contact.position.x == contact.position.x, contact.position.y == contact.position.y
        else { continue }
        touches[index].position = contact.position
        touches[index].reach = max(
          touches[index].reach, touches[index].start.distance(to: contact.position))
        moved = true
      } else if contact.phase == .began, touches.count < ArbitrationConstants.mostContacts {
        touches.append(
          Touch(
            id: contact.id, device: frame.device, session: session, bornAt: now,
            start: contact.position, position: contact.position))
        landed(session, emit)
      }
    }
    if moved { follow(session, emit) }
  }

  /// A pen's report: only its coming and going matter.
  mutating func take(_ sample: PenSample, _ emit: (GestureEvent) -> Void) {
    let session = sessionIndex(sample.surface)
    if sample.state == .out {
      if sessions[session].pen == sample.device { penLeft(session) }
      return
    }
    let arrived = sessions[session].pen == nil
    sessions[session].pen = sample.device
    if arrived, sessions[session].active == .navigate || sessions[session].active == .pan {
      // The view stays where it is; a hand that comes with the pen must not go on moving it.
      finish(session, .cancelled, takesBack: false, emit)
      sessions[session].isBlocked = true
    }
  }

  mutating func penLeft(_ session: Int) {
    sessions[session].pen = nil
    sessions[session].penLeftAt = now
  }

  /// A decision: accepted contacts take part, rejected ones leave, ended ones complete taps.
  mutating func take(_ decision: Decision, _ emit: (GestureEvent) -> Void) {
    guard let index = touchIndex(decision.contact, decision.device) else { return }
    let session = touches[index].session
    switch decision.change {
    case .began: break
    case .accepted:
      touches[index].isAccepted = true
      joined(session, emit)
    case .rejected, .revoked:
      leave(index, session, asPalm: true, emit)
    case .cancelled:
      sessions[session].isSpoiled = true
      leave(index, session, asPalm: false, emit, systemTook: true)
    case .ended:
      leave(index, session, asPalm: false, emit)
    }
  }

  func touchIndex(_ id: ContactID, _ device: DeviceID) -> Int? {
    touches.firstIndex { $0.id == id && $0.device == device }
  }

  mutating func sessionIndex(_ surface: SurfaceID) -> Int {
    if let index = sessions.firstIndex(where: { $0.surface == surface }) { return index }
    sessions.append(Session(surface: surface))
    return sessions.count - 1
  }
}
