import FudeModel

extension PalmRejector {
  /// Weighs a contact and decides it if a threshold is passed.
  mutating func judge(
    _ index: Int, penCame: Bool, _ emit: (Decision) -> Void, _ observe: (EvidenceSample) -> Void
  ) {
    guard contacts[index].verdict != .palm else { return }
    if let settled = settledByChoice(contacts[index]) {
      if contacts[index].verdict == .undecided {
        decide(index, settled.verdict, settled.code, emit)
      } else if settled.verdict == .palm {
        decide(index, .palm, settled.code, emit)
      }
      return
    }
    weigh(index)
    let evidence = contacts[index].evidence
    observe(
      EvidenceSample(
        time: now, contact: contacts[index].id, verdict: contacts[index].verdict,
        evidence: evidence))
    let odds = evidence.odds
    if contacts[index].verdict == .finger {
      if odds > constants.revokeAbove {
        decide(index, .palm, penCame ? .penArrived : .evidence, emit)
      }
    } else if odds > constants.rejectAbove {
      decide(index, .palm, penCame ? .penArrived : .evidence, emit)
    } else if odds < constants.acceptBelow {
      decide(index, .finger, .evidence, emit)
    }
  }

  /// The likelier side; beside a rejected contact, the palm unless it is clearly not.
  func verdictAtLimit(_ evidence: Evidence) -> Verdict {
    let isKin = evidence[.heir] > constants.kinTerm
    return evidence.odds > (isKin ? constants.kinLimit : 0) ? .palm : .finger
  }

  /// What a choice of the user or the device's own word settles without evidence.
  private func settledByChoice(_ contact: ContactState) -> (verdict: Verdict, code: Reason.Code)? {
    if options.fingers == .ignored { return (.palm, .penOnly) }
    if !options.rejectsPalms { return (.finger, .rejectionOff) }
    if contact.isFlagged, options.trustsPalmFlag { return (.palm, .palmFlag) }
    return nil
  }

  /// Makes the evidence of a contact from what is known now.
  mutating func weigh(_ index: Int) {
    let contact = contacts[index]
    let surface = surfaces[contact.surface]
    var evidence = contact.evidence
    evidence.path = contact.path
    evidence.companions = contact.companions
    let age = surface.pen.age(at: now, timeout: options.proximityTimeout)
    evidence.penAge = age
    let near = presence(age)
    evidence[.presence] = constants.absent + (constants.present - constants.absent) * near
    evidence[.region] = 0
    if let offset = surface.offset(of: contact.position) {
      evidence.offset = SIMD2(Float(offset.x), Float(offset.y))
      let worth = surface.pen.placeWorth(at: now, presence: near, constants)
      let fit = Float(surface.hand.fit(offset, options.handedness, scale: surface.scale))
      evidence[.region] =
        worth * (constants.regionOutside + (constants.regionInside - constants.regionOutside) * fit)
    }
    let fingers = fingerSizes(contact.device)
    evidence.sizeRatio = fingers?.ratio(contact.largest)
    evidence[.size] = 0
    if let fingers, let ratio = evidence.sizeRatio {
      // In units of the spread of fingers, since some devices tell sizes coarsely.
      let excess = (ratio - 1) / fingers.spread(least: constants.leastSizeSpread) - 1
      evidence[.size] =
        excess > 0
        ? min(constants.sizeLimit, constants.sizeWeight * excess)
        : max(-constants.smallLimit, constants.sizeWeight * excess)
    }
    evidence[.motion] = motion(contact)
    evidence[.cluster] = min(
      constants.clusterLimit, constants.clusterWeight * Float(max(0, Int(contact.companions) - 1)))
    contacts[index].heirdom = max(contact.heirdom, heirdom(index))
    evidence[.heir] = constants.heir * contacts[index].heirdom
    evidence[.flag] = contact.isFlagged ? constants.palmFlag : 0
    contacts[index].evidence = evidence
  }

  /// How much of the pen is still felt: 1 in range, one half after ``ArbitrationOptions/penMemory``.
  func presence(_ age: Float?) -> Float {
    guard let age else { return 0 }
    guard age > 0 else { return 1 }
    let memory = Float(options.penMemory.seconds)
    guard memory > 0 else { return 0 }
    let passed = age / memory
    return 1 / (1 + passed * passed)
  }

  /// How near a contact is to a rejected one that is down.
  private func heirdom(_ index: Int) -> Float {
    var most: Float = 0
    let contact = contacts[index]
    let isYoung = (now - contact.bornAt).microseconds <= constants.heirAge
    // One mistake must not take a whole hand of moving fingers with it.
    guard isYoung || contact.path <= constants.longestKinPath else { return 0 }
    for other in contacts.indices
    where other != index && contacts[other].verdict == .palm
      && contacts[other].surface == contact.surface
      && (isYoung || (now - contacts[other].rejectedAt).microseconds <= constants.heirAge)
    {
      let nearness = surfaces[contact.surface].nearness(
        contacts[other].position, contact.position)
      most = max(most, contacts[other].kinship * nearness)
    }
    return most
  }

  /// Moving with the pen speaks for a palm; moving on its own, or far without a pen, against it.
  private func motion(_ contact: ContactState) -> Float {
    let alone =
      constants.aloneMotion * contact.pathAlone / (contact.pathAlone + constants.motionScale)
    guard contact.ownSquare > 0 else { return contact.pathAlone > 0 ? alone : 0 }
    let product = (contact.ownSquare * contact.penSquare).squareRoot()
    let coupling = product > 0 ? Float(max(-1, min(1, contact.together / product))) : 0
    let way = contact.path - contact.pathAlone
    let weight = way / (way + constants.motionScale)
    if coupling > 0.5 { return alone + weight * constants.coupled * coupling }
    return alone + weight * constants.independent * (0.5 - coupling)
  }

  /// Lets a sure palm teach where the hand lies.
  mutating func teach(_ index: Int) {
    let contact = contacts[index]
    guard contact.verdict == .palm, options.rejectsPalms, options.fingers != .ignored,
      surfaces[contact.surface].pen.isTouching,
      surfaces[contact.surface].pen.isPlaced, contact.lessons < constants.mostLessons,
      (now - contact.taughtAt).microseconds >= constants.lessonSpan,
      let offset = surfaces[contact.surface].offset(of: contact.position)
    else { return }
    contacts[index].taughtAt = now
    contacts[index].lessons += 1
    surfaces[contact.surface].hand.learn(offset, options.handedness)
  }

  /// Sets and tells the verdict of a contact.
  mutating func decide(
    _ index: Int, _ verdict: Verdict, _ code: Reason.Code, _ emit: (Decision) -> Void
  ) {
    let change: Decision.Change =
      verdict == .finger ? .accepted : contacts[index].verdict == .finger ? .revoked : .rejected
    contacts[index].verdict = verdict
    if verdict == .palm {
      contacts[index].rejectedAt = now
      let own = contacts[index].evidence.odds - contacts[index].evidence[.heir]
      contacts[index].kinship =
        code == .evidence || code == .penArrived || code == .timeLimit
        ? max(0, min(1, 0.5 + own / 2)) : 1
    }
    if verdict == .finger { contacts[index].wasAccepted = true }
    tell(index, change, code, emit)
  }

  /// Ends a contact and forgets it.
  mutating func close(
    _ index: Int, _ change: Decision.Change, _ code: Reason.Code, _ emit: (Decision) -> Void
  ) {
    let contact = contacts[index]
    if contact.verdict == .palm {
      surfaces[contact.surface].bury(contact.position, at: now, kinship: contact.kinship)
    } else if contact.verdict == .finger, change == .ended, options.rejectsPalms,
      contact.evidence.odds < constants.acceptBelow
    {
      learnSize(contact)
    }
    tell(index, change, code, emit)
    contacts.remove(at: index)
  }

  /// Ends the contacts that lifted before they were decided and are decided now.
  mutating func sweep(_ emit: (Decision) -> Void) {
    var index = 0
    while index < contacts.count {
      if contacts[index].isLifted, isSettled(contacts[index]) {
        close(index, .ended, .lifted, emit)
      } else {
        index += 1
      }
    }
  }

  /// Whether a lifted contact's end can be told.
  private func isSettled(_ contact: ContactState) -> Bool {
    switch contact.verdict {
    case .undecided: false
    case .finger: contact.commitAt <= now
    case .palm, .pen: true
    }
  }

  private func tell(
    _ index: Int, _ change: Decision.Change, _ code: Reason.Code, _ emit: (Decision) -> Void
  ) {
    let contact = contacts[index]
    var evidence = contact.evidence
    evidence.path = contact.path
    // An end that was held back tells the lift's own time.
    let isHeld = code == .lifted && contact.isLifted
    let age = (isHeld ? contact.liftedAt : now) - contact.bornAt
    emit(
      Decision(
        time: now, contact: contact.id, device: contact.device, change: change,
        verdict: contact.verdict,
        reason: Reason(code: code, age: age, evidence: evidence)))
  }
}
