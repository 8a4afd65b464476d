import FudeModel

extension GestureRecognizer {
  /// Follows the places of contacts.
  mutating func take(_ frame: TouchFrame, _ emit: (GestureEvent) -> Void) {
    for contact in frame.contacts {
      guard let index = touchIndex(contact.id, frame.device) else {
        if contact.phase == .began { land(contact, frame, emit) }
        continue
      }
      if contact.phase == .ended { lift(index, emit) }
      guard contact.phase == .moved || contact.phase == .began,
        contact.position.isPlausible
      else { continue }
      touches[index].position = contact.position
      touches[index].reach = max(
        touches[index].reach, touches[index].start.distance(to: contact.position))
    }
    for session in sessions.indices where sessions[session].surface == frame.surface {
      follow(session, emit)
    }
  }

  /// A contact landed: it joins the fingers that are down, or starts a session.
  private mutating func land(
    _ contact: Contact, _ frame: TouchFrame, _ emit: (GestureEvent) -> Void
  ) {
    guard touches.count < ArbitrationConstants.mostContacts else { return }
    let session = sessionForLanding(frame.surface)
    let place = contact.position.isPlausible ? contact.position : .zero
    touches.append(
      Touch(
        id: contact.id, device: frame.device, session: session, bornAt: now,
        start: place, position: place))
  }

  /// A finger is up: what moves stops; whether it was a tap is known when its end is told.
  private mutating func lift(_ index: Int, _ emit: (GestureEvent) -> Void) {
    touches[index].isLifted = true
    let session = touches[index].session
    sessions[session].lastLift = now
    guard touches[index].isAccepted else { return }
    if sessions[session].active == .pan {
      stop(session, emit)
    } else if sessions[session].active == .navigate, downCount(session) < 2 {
      stop(session, emit)
      sessions[session].isBlocked = true
    } else {
      reanchor(session)
    }
  }

  /// A pen's report: only its coming and going matter.
  mutating func take(_ sample: PenSample, _ emit: (GestureEvent) -> Void) {
    let pen = penIndex(sample.surface)
    if sample.state == .out {
      if pens[pen].device == sample.device { penLeft(pen) }
      return
    }
    // A pen that dropped out for a moment did not come anew.
    let arrived =
      pens[pen].device == nil && pens[pen].leftAt.map { now - $0 > options.panHold } ?? true
    pens[pen].device = sample.device
    guard arrived else { return }
    for session in sessions.indices where sessions[session].surface == sample.surface {
      if sessions[session].active == .navigate || sessions[session].active == .pan {
        // A hand that comes with the pen must not go on moving the view.
        sessions[session].isSuspended = true
      }
    }
  }

  mutating func penLeft(_ pen: Int) {
    pens[pen].device = nil
    pens[pen].leftAt = now
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

  /// The session of the fingers that are down on a surface, or an empty one.
  private mutating func sessionForLanding(_ surface: SurfaceID) -> Int {
    for touch in touches where !touch.isLifted && sessions[touch.session].surface == surface {
      return touch.session
    }
    let fresh = Session(surface: surface, firstLanding: now)
    if let free = sessions.indices.first(where: { count($0) == 0 }) {
      sessions[free] = fresh
      return free
    }
    sessions.append(fresh)
    return sessions.count - 1
  }

  private mutating func penIndex(_ surface: SurfaceID) -> Int {
    if let index = pens.firstIndex(where: { $0.surface == surface }) { return index }
    pens.append(PenPresence(surface: surface))
    return pens.count - 1
  }
}
