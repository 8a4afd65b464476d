import FudeModel

extension PalmRejector {
  /// A pen's report: moves the pen, and weighs the contacts that are down again.
  mutating func take(
    _ sample: PenSample, emit: (Decision) -> Void, observe: (EvidenceSample) -> Void
  ) {
    let surface = surfaceIndex(sample.surface)
    surfaces[surface].hasPen = true
    let arrived = surfaces[surface].pen.receive(
      sample, at: now, timeout: options.proximityTimeout)
    if sample.state.isInRange, let tilt = sample.tilt {
      let lean = surfaces[surface].turn.toUser(Double(tilt.x), Double(tilt.y))
      if lean.x == lean.x { surfaces[surface].hand.learn(lean: lean.x) }
    }
    for index in contacts.indices where contacts[index].surface == surface {
      judge(index, penCame: arrived || contacts[index].evidence.penAge != 0, emit, observe)
    }
    sweep(emit)
  }

  /// A touch frame: births, moves and ends, in the order in which the device lists them.
  mutating func take(
    _ frame: TouchFrame, emit: (Decision) -> Void, observe: (EvidenceSample) -> Void
  ) {
    let surface = surfaceIndex(frame.surface)
    let pen = penInRange(surface)
    for contact in frame.contacts where contact.phase == .began || contact.phase == .moved {
      if let index = index(of: contact.id, device: frame.device) {
        contacts[index].follow(contact, pen: pen, at: now, constants)
      } else if contact.phase == .began {
        begin(contact, device: frame.device, surface: surface, emit)
      }
      // A move of a contact that is not down says nothing: its life is over, and what was rejected
      // must not be born again.
    }
    for contact in frame.contacts where contact.phase == .began || contact.phase == .moved {
      guard let index = index(of: contact.id, device: frame.device) else { continue }
      judge(index, penCame: false, emit, observe)
      teach(index)
    }
    for contact in frame.contacts where contact.phase == .ended || contact.phase == .cancelled {
      if contact.phase == .cancelled, let index = anyIndex(of: contact.id, device: frame.device) {
        close(index, .cancelled, .cancelled, emit)
        continue
      }
      guard let index = index(of: contact.id, device: frame.device) else { continue }
      if holdsEnd(contacts[index]) {
        contacts[index].isLifted = true
        contacts[index].commitAt = now + commitDelay(contacts[index])
        contacts[index].liftedAt = now
        // A doubtful tap can wait: nobody sees it move any more.
        let tapDelay = TimeSpan(microseconds: constants.tapDelay)
        contacts[index].decideBy = max(
          contacts[index].decideBy, min(contacts[index].commitAt, now + tapDelay))
      } else {
        close(index, .ended, .lifted, emit)
      }
    }
  }

  /// A device's state became unknown: what it held goes.
  mutating func lose(_ device: DeviceID, _ cause: LossCause, emit: (Decision) -> Void) {
    let code: Reason.Code =
      switch cause {
      case .removed: .deviceRemoved
      case .overflow: .eventsLost
      case .endOfRecording: .recordingEnded
      }
    for surface in surfaces.indices where surfaces[surface].pen.device == device {
      if surfaces[surface].pen.isInRange { surfaces[surface].pen.leave(at: now) }
    }
    var index = 0
    while index < contacts.count {
      if contacts[index].device == device {
        if contacts[index].isLifted {
          close(index, .ended, .lifted, emit)
        } else {
          close(index, .cancelled, code, emit)
        }
      } else {
        index += 1
      }
    }
  }

  /// Whether the end of a contact that lifts now is told later: after its decision, or when a pen
  /// that comes could no longer take it back.
  private func holdsEnd(_ contact: ContactState) -> Bool {
    if contact.verdict == .undecided { return true }
    return contact.verdict == .finger && options.rejectsPalms && options.commitDelay > .zero
      && contact.path <= constants.longestHeldPath && surfaces[contact.surface].hasPen
  }

  /// How long the end of a contact is held back.
  ///
  /// A lone short stroke can wait: it is on the screen, only its last word is not said. Fingers that
  /// land together are more likely a tap that is to act, and wait no longer than for a decision.
  private func commitDelay(_ contact: ContactState) -> TimeSpan {
    let isTap = contact.companions > 0 || options.fingers != .draw
    return isTap
      ? min(options.commitDelay, TimeSpan(microseconds: constants.tapDelay)) : options.commitDelay
  }

  /// Where the pen is, if it is in range.
  func penInRange(_ surface: Int) -> Point? {
    guard surfaces[surface].pen.age(at: now, timeout: options.proximityTimeout) == 0 else {
      return nil
    }
    return surfaces[surface].pen.position
  }

  /// A contact that is down, or whose end is held back, by its identifier.
  private func anyIndex(of id: ContactID, device: DeviceID) -> Int? {
    contacts.firstIndex { $0.id == id && $0.device == device }
  }

  /// A contact that is down, by its identifier.
  private func index(of id: ContactID, device: DeviceID) -> Int? {
    contacts.firstIndex { $0.id == id && $0.device == device && !$0.isLifted }
  }

  private mutating func begin(
    _ contact: Contact, device: DeviceID, surface: Int, _ emit: (Decision) -> Void
  ) {
    if let reused = contacts.firstIndex(where: { $0.id == contact.id && $0.device == device }) {
      close(reused, .cancelled, .superseded, emit)
    } else if contacts.count >= ArbitrationConstants.mostContacts {
      close(0, .cancelled, .superseded, emit)
    }
    let place = contact.position.isPlausible ? contact.position : .zero
    let near = presence(surfaces[surface].pen.age(at: now, timeout: options.proximityTimeout))
    let heirdom =
      surfaces[surface].heirdom(of: place, at: now)
      * (constants.graveAlone + (1 - constants.graveAlone) * near)
    var state = ContactState(
      contact, device: device, surface: surface, at: now, heirdom: heirdom,
      decideBy: now + max(TimeSpan(microseconds: 1), options.decisionLimit))
    state.penPosition = penInRange(surface)
    for index in contacts.indices
    where contacts[index].surface == surface
      && (now - contacts[index].bornAt).microseconds <= constants.clusterSpan
      && !contacts[index].isLifted
      && contacts[index].bornPosition.distance(to: place) <= constants.clusterDistance
    {
      contacts[index].companions = min(200, contacts[index].companions + 1)
      state.companions = min(200, state.companions + 1)
    }
    state.evidence.penAge = surfaces[surface].pen.age(at: now, timeout: options.proximityTimeout)
    let reason = Reason(code: .landed, age: .zero, evidence: state.evidence)
    contacts.append(state)
    emit(
      Decision(
        time: now, contact: contact.id, device: device, change: .began, verdict: .undecided,
        reason: reason))
  }
}
