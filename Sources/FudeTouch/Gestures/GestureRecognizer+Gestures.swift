import FudeModel

extension GestureRecognizer {
  /// A contact was accepted.
  mutating func joined(_ session: Int, _ emit: (GestureEvent) -> Void) {
    let accepted = count(session, accepted: true)
    sessions[session].fingers = max(sessions[session].fingers, accepted)
    if sessions[session].active == .draw, accepted >= 2 {
      let young = (now - sessions[session].beganAt) <= options.pinchWindow
      guard young else { return }
      finish(session, .cancelled, takesBack: true, emit)
    }
    if sessions[session].active == .pan, accepted >= 2 {
      stop(session, emit)
    }
    if accepted == 1, options.fingers == .draw, sessions[session].active == nil,
      !sessions[session].isBlocked
    {
      start(.draw, session, emit)
    }
    reanchor(session)
    follow(session, emit)
  }

  /// Contacts moved: what may start starts, what runs follows.
  mutating func follow(_ session: Int, _ emit: (GestureEvent) -> Void) {
    countTurn(session)
    let state = sessions[session]
    let accepted = downCount(session)
    switch state.active {
    case .navigate, .pan:
      guard !state.isSuspended else { return }
      let (middle, spread) = shape(session)
      let translation = state.carried + (middle - state.anchor)
      let scale = accepted >= 2 ? state.carriedScale * (spread / state.spread) : state.carriedScale
      let turn = state.active == .navigate ? meantTurn(session) : 0
      guard translation != state.latest || scale != state.latestScale || turn != state.latestTurn
      else { return }
      sessions[session].latest = translation
      sessions[session].latestScale = scale
      sessions[session].latestTurn = turn
      tell(session, .changed, takesBack: false, emit)
    case nil where accepted >= 1 && !state.isBlocked:
      if reach(session) > options.slop { sessions[session].isSpoiled = true }
      guard options.fingers != .ignored else { return }
      if accepted >= 2 {
        let (middle, spread) = shape(session)
        let apart = abs(spread - state.spread)
        if middle.distance(to: state.anchor) > options.slop || apart > options.slop
          || abs(state.turn) > options.turnSlop
        {
          start(.navigate, session, emit)
        }
      } else if options.fingers == .navigate, mayPan(session), reach(session) > options.slop {
        start(.pan, session, emit)
      }
    default: break
    }
  }

  /// One finger pans only when no pen is or just was there: it may be the hand's edge.
  func mayPan(_ session: Int) -> Bool {
    for pen in pens where pen.surface == sessions[session].surface {
      if pen.device != nil { return false }
      if let left = pen.leftAt, now - left <= options.panHold { return false }
    }
    return true
  }

  /// A contact leaves: lifted, taken by the system, or found to be a palm.
  mutating func leave(
    _ index: Int, _ session: Int, asPalm: Bool, _ emit: (GestureEvent) -> Void,
    systemTook: Bool = false
  ) {
    let touch = touches[index]
    let tookPart = touch.isAccepted
    if tookPart, let active = sessions[session].active {
      let drew = active == .draw && sessions[session].contact == touch.id
      if asPalm, drew || active != .draw {
        finish(session, .cancelled, takesBack: true, emit)
        sessions[session].isBlocked = active != .draw
      } else if drew || active == .pan {
        stop(session, systemTook: systemTook, emit)
      }
    }
    if !tookPart, !asPalm { sessions[session].isSpoiled = true }
    if touch.reach > options.slop { sessions[session].isSpoiled = true }
    touches.remove(at: index)
    if sessions[session].active == .navigate {
      if downCount(session) < 2 {
        stop(session, systemTook: systemTook, emit)
        sessions[session].isBlocked = true
      } else {
        reanchor(session)
      }
    }
    if count(session) == 0 { complete(session, asPalm: asPalm, touch, emit) }
  }

  /// The last finger is up: was it a tap?
  private mutating func complete(
    _ session: Int, asPalm: Bool, _ last: Touch, _ emit: (GestureEvent) -> Void
  ) {
    let state = sessions[session]
    guard !asPalm, !state.isSpoiled, !state.isBlocked,
      state.lastLift - state.firstLanding <= options.tapLimit
    else { return }
    let gesture: Gesture
    switch state.fingers {
    case 1 where options.fingers == .navigate && mayPan(session): gesture = .tap
    case 2: gesture = .undo
    case 3: gesture = .redo
    default: return
    }
    let contact = gesture == .tap ? last.id : nil
    for phase in [GesturePhase.began, .ended] {
      emit(
        GestureEvent(
          time: now, surface: state.surface, gesture: gesture, phase: phase, contact: contact,
          centre: last.position))
    }
  }
}

extension GestureRecognizer {
  mutating func start(_ gesture: Gesture, _ session: Int, _ emit: (GestureEvent) -> Void) {
    sessions[session].active = gesture
    sessions[session].beganAt = now
    sessions[session].contact = nil
    if gesture == .draw || gesture == .pan {
      sessions[session].contact = touches.first { $0.session == session && $0.isAccepted }?.id
    }
    if gesture != .draw { sessions[session].isSpoiled = true }
    sessions[session].latest = .zero
    sessions[session].latestScale = 1
    sessions[session].carried = .zero
    sessions[session].carriedScale = 1
    sessions[session].latestTurn = 0
    sessions[session].turnOffset = nil
    (sessions[session].anchor, sessions[session].spread) = shape(session)
    tell(session, .began, takesBack: false, emit)
  }

  /// Ends what runs: broken off if a pen came meanwhile or the system took a finger.
  mutating func stop(_ session: Int, systemTook: Bool = false, _ emit: (GestureEvent) -> Void) {
    let isBroken = systemTook || sessions[session].isSuspended
    finish(session, isBroken ? .cancelled : .ended, takesBack: false, emit)
  }

  mutating func finish(
    _ session: Int, _ phase: GesturePhase, takesBack: Bool, _ emit: (GestureEvent) -> Void
  ) {
    tell(session, phase, takesBack: takesBack, emit)
    sessions[session].active = nil
    sessions[session].contact = nil
    sessions[session].isSuspended = false
  }

  /// The set of fingers changed: go on from where the view is, without a jump.
  mutating func reanchor(_ session: Int) {
    (sessions[session].anchor, sessions[session].spread) = shape(session)
    sessions[session].carried = sessions[session].latest
    sessions[session].carriedScale = sessions[session].latestScale
    if sessions[session].active == nil { sessions[session].turn = 0 }
    for index in touches.indices where touches[index].session == session {
      touches[index].counted = touches[index].position
    }
  }

  /// Adds to the turn what the fingers turned about their middle since the last count.
  private mutating func countTurn(_ session: Int) {
    guard downCount(session) >= 2, !sessions[session].isSuspended else { return }
    func counts(_ touch: Touch) -> Bool {
      touch.session == session && touch.isAccepted && !touch.isLifted
    }
    var (before, after, count) = (Point.zero, Point.zero, 0.0)
    for touch in touches where counts(touch) {
      before = before + touch.counted
      after = after + touch.position
      count += 1
    }
    before = before * (1 / count)
    after = after * (1 / count)
    var (sine, cosine) = (0.0, 0.0)
    for index in touches.indices where counts(touches[index]) {
      let old = touches[index].counted - before
      let new = touches[index].position - after
      sine += old.x * new.y - old.y * new.x
      cosine += old.x * new.x + old.y * new.y
      touches[index].counted = touches[index].position
    }
    // Fingers on top of each other turn anyhow.
    if cosine > 1 { sessions[session].turn += Maths.atan2(sine, cosine) }
  }

  /// The turn that is meant: from where it is clear that it is one.
  private mutating func meantTurn(_ session: Int) -> Double {
    let turn = sessions[session].turn
    if let offset = sessions[session].turnOffset { return turn - offset }
    guard abs(turn) > options.turnSlop else { return 0 }
    let offset = turn < 0 ? -options.turnSlop : options.turnSlop
    sessions[session].turnOffset = offset
    return turn - offset
  }

  /// The middle of the accepted fingers and their mean distance from it.
  func shape(_ session: Int) -> (middle: Point, spread: Double) {
    var middle = Point.zero
    var count = 0.0
    let anyDown = downCount(session) > 0
    func counts(_ touch: Touch) -> Bool {
      touch.session == session && touch.isAccepted && !(anyDown && touch.isLifted)
    }
    for touch in touches where counts(touch) {
      middle = middle + touch.position
      count += 1
    }
    guard count > 0 else { return (sessions[session].anchor, max(1, sessions[session].spread)) }
    middle = middle * (1 / count)
    var spread = 0.0
    for touch in touches where counts(touch) {
      spread += touch.position.distance(to: middle)
    }
    // Fingers on top of each other must not make the zoom explode.
    return (middle, max(1, spread / count))
  }

  /// How many accepted fingers are down.
  func downCount(_ session: Int) -> Int {
    var count = 0
    for touch in touches where touch.session == session && touch.isAccepted && !touch.isLifted {
      count += 1
    }
    return count
  }

  func count(_ session: Int, accepted: Bool = false) -> Int {
    var count = 0
    for touch in touches where touch.session == session && (!accepted || touch.isAccepted) {
      count += 1
    }
    return count
  }

  /// The furthest that any finger of the session came from its landing.
  func reach(_ session: Int) -> Double {
    var reach = 0.0
    for touch in touches where touch.session == session && touch.isAccepted {
      reach = max(reach, touch.reach)
    }
    return reach
  }

  func tell(
    _ session: Int, _ phase: GesturePhase, takesBack: Bool, _ emit: (GestureEvent) -> Void
  ) {
    let state = sessions[session]
    guard let gesture = state.active else { return }
    emit(
      GestureEvent(
        time: now, surface: state.surface, gesture: gesture, phase: phase, contact: state.contact,
        centre: shape(session).middle, translation: state.latest, scale: state.latestScale,
        turn: state.latestTurn, takesBack: takesBack))
  }
}
