import FudeModel

/// Making strokes final, and letting contacts go.
extension PenAssociator {
  /// Closes a pen's oldest stroke if nothing more is to be expected of it.
  mutating func resolveFirst(
    _ channel: Int, _ emit: (AssociationEvent) -> Void
  ) -> Bool {
    guard let episode = channels[channel].episodes.first else { return false }
    guard let id = episode.contact, let index = contacts.firstIndex(where: { $0.id == id }) else {
      let wait = patience
      guard episode.end != nil || episode.number < channels[channel].nextEpisode - 1,
        now - (episode.end ?? episode.down) > wait
      else { return false }
      channels[channel].episodes.removeFirst()
      return true
    }
    guard let lift = contacts[index].lift, let end = episode.end else { return false }
    // A force of nothing is only a hint until the switch says so or time has passed.
    let isSure = episode.margin >= constants.firm && episode.up != nil
    guard isSure || now - max(lift, end) >= .milliseconds(120) else { return false }
    commit(index, channel, emit)
    return true
  }

  /// Makes a stroke final and learns from it.
  private mutating func commit(
    _ index: Int, _ channel: Int, _ emit: (AssociationEvent) -> Void
  ) {
    let contact = contacts[index]
    let episode = channels[channel].episodes[0]
    backfill(index, isLast: true, emit)
    if episode.margin >= 2, !episode.isDownInferred, !episode.isContinuation,
      let lift = contact.lift
    {
      let up = episode.isUpInferred ? nil : episode.up
      channels[channel].offset.learn(
        down: (episode.down - contact.birth).milliseconds,
        up: up.map { ($0 - lift).milliseconds })
    }
    if episode.margin >= constants.firm {
      hand.learnSize(tip: contact.logSize, isTip: true)
      for other in contacts where other.standing == .palm && overlap(other, contact) {
        hand.learnPalm(other.position - contact.position)
      }
    }
    channels[channel].lastTip = contact.position
    channels[channel].lastTipTime = contact.lift ?? now
    channels[channel].episodes.removeFirst()
    if channels[channel].episodes.isEmpty { continueStroke(episode, contact, channel) }
    finish(index, .ended, .lifted, emit)
  }

  /// The contact lifted but the tip stayed down: the touch screen lost it for some frames, or the
  /// pen lifted for so short a time that the report of it was lost. The rest is a stroke too.
  private mutating func continueStroke(
    _ episode: TipEpisode, _ contact: TrackedContact, _ channel: Int
  ) {
    guard let expected = restBegins(episode, contact, channel), !episode.isUpInferred else {
      return
    }
    let count = channels[channel].pressures.count
    var rest = TipEpisode(
      number: channels[channel].nextEpisode, down: expected, isDownInferred: true,
      lastForce: episode.lastForce, firstReading: count)
    rest.isContinuation = true
    if let up = episode.up {
      // Over already: only worth it if there is a contact that fits as a whole.
      guard contacts.contains(where: { fits($0, as: rest, until: up, channel) }) else { return }
      rest.up = up
      rest.endReading = episode.endReading
      rest.firstReading = channels[channel].pressures.first(
        at: expected, in: channels[channel].readings(of: episode))
    }
    channels[channel].nextEpisode += 1
    channels[channel].episodes.append(rest)
  }

  private func fits(
    _ contact: TrackedContact, as rest: TipEpisode, until up: Timestamp, _ channel: Int
  ) -> Bool {
    let offset = channels[channel].offset
    guard contact.standing == .undecided, let lift = contact.lift,
      let tip = channels[channel].lastTip,
      contact.origin.distance(to: tip) <= PenAssociator.farthestRest
    else { return false }
    let late = (up - lift).milliseconds - offset.mean
    return (rest.down - contact.birth).milliseconds <= offset.mean
      && abs(late) <= offset.reach / 2
  }

  /// When the part of a stroke that outlived its contact begins; `nil` if nothing did.
  private func restBegins(
    _ episode: TipEpisode, _ contact: TrackedContact, _ channel: Int
  ) -> Timestamp? {
    guard let lift = contact.lift else { return nil }
    let offset = channels[channel].offset
    let expected = lift + .seconds(offset.mean / 1000)
    // Down until it was told up, if that is known.
    let pressed = episode.isUpInferred ? episode.lastForce : episode.up ?? episode.lastForce
    return pressed > expected + .seconds(offset.reach / 2000) ? expected : nil
  }

  /// Closes a pen's oldest stroke whatever is known of it.
  mutating func settleFirst(_ channel: Int, _ emit: (AssociationEvent) -> Void) {
    if let id = channels[channel].episodes[0].contact,
      let index = contacts.firstIndex(where: { $0.id == id })
    {
      if contacts[index].isLive {
        // Its contact goes on without a stroke of its own: what it drew stays.
        backfill(index, isLast: true, emit)
        channels[channel].episodes.removeFirst()
        return
      }
      commit(index, channel, emit)
    } else {
      channels[channel].episodes.removeFirst()
    }
  }

  /// Handles every contact whose deadline is now.
  mutating func settleDue(_ emit: (AssociationEvent) -> Void) {
    solveAll(emit)
    var index = 0
    while index < contacts.count {
      guard let due = contacts[index].deadline, due <= now else {
        index += 1
        continue
      }
      contacts[index].deadline = nil
      switch contacts[index].standing {
      case .palm:
        if contacts[index].isLive { index += 1 } else { finish(index, .ended, .lifted, emit) }
      case .finger:
        index += 1
      case .undecided:
        if isStillInQuestion(index) {
          contacts[index].deadline = now + .milliseconds(40)
          index += 1
        } else if now < contacts[index].patienceEnds {
          // A look before its time: every stroke known is explained, but its own may still come.
          contacts[index].deadline = contacts[index].patienceEnds
          index += 1
        } else {
          let waited = (now - contacts[index].birth).milliseconds
          if !reject(index, AssociationReason(.noTipDown, waited), emit) { index += 1 }
        }
      case .pen where contacts[index].beatenBy != nil:
        if let end = waitEnd(index), now < end {
          contacts[index].deadline = end
          index += 1
        } else {
          revoke(index, emit)
          if contacts[index].isLive { index += 1 } else { finish(index, .ended, .lifted, emit) }
        }
      case .pen(let channel, let number, _):
        index = commitOverdue(index, channel, number, emit)
      }
    }
  }

  private mutating func commitOverdue(
    _ index: Int, _ channel: Int, _ number: Int, _ emit: (AssociationEvent) -> Void
  ) -> Int {
    // In order: earlier strokes of this pen are closed first.
    let id = contacts[index].id
    while let first = channels[channel].episodes.first, first.number < number {
      settleFirst(channel, emit)
    }
    guard let current = contacts.firstIndex(where: { $0.id == id }) else { return 0 }
    if channels[channel].episodes.first?.number == number {
      commit(current, channel, emit)
    } else {
      finish(current, .ended, .lifted, emit)
    }
    return 0
  }

  /// Whether an unresolved stroke may still turn out to be this contact's.
  private func isStillInQuestion(_ index: Int) -> Bool {
    guard now - contacts[index].birth < .seconds(4) else { return false }
    for channel in channels.indices where channels[channel].isConnected {
      let offset = channels[channel].offset
      for episode in channels[channel].episodes {
        if mayBeRest(index, of: episode, channel) { return true }
        let lag = (episode.down - contacts[index].birth).milliseconds
        guard abs(lag - offset.mean) <= offset.reach + 60 else { continue }
        if episode.margin < constants.firm { return true }
      }
    }
    return false
  }

  /// Whether the tip is or was down when a stroke's own contact was gone already, so that a contact
  /// born later may be the rest of it.
  private func mayBeRest(_ index: Int, of episode: TipEpisode, _ channel: Int) -> Bool {
    guard let own = contacts.first(where: { $0.id == episode.contact }), let lift = own.lift,
      lift <= contacts[index].birth
    else { return false }
    return episode.end == nil
      || now - lift < .milliseconds(400) && restBegins(episode, own, channel) != nil
  }

  /// Rejects a contact; returns whether it left the table.
  @discardableResult
  mutating func reject(
    _ index: Int, _ reason: AssociationReason, _ emit: (AssociationEvent) -> Void
  ) -> Bool {
    contacts[index].standing = .palm
    contacts[index].showsInk = false
    contacts[index].deadline = nil
    hand.learnSize(tip: contacts[index].logSize, isTip: false)
    say(.rejected, index, reason, emit)
    guard !contacts[index].isLive else { return false }
    finish(index, .ended, .lifted, emit)
    return true
  }

  // MARK: - Losing

  mutating func cancel(
    at index: Int, _ code: AssociationReason.Code, _ emit: (AssociationEvent) -> Void
  ) {
    if let (channel, number, _) = contacts[index].assignment {
      backfill(index, isLast: true, emit)
      channels[channel].episodes.removeAll { $0.number == number }
      if contacts[index].beatenBy == nil { channels[channel].isSpent = channels[channel].isDown }
    }
    finish(index, .cancelled, code, emit)
  }

  mutating func cancelAll(
    of device: DeviceID?, _ code: AssociationReason.Code, _ emit: (AssociationEvent) -> Void
  ) {
    var index = 0
    while index < contacts.count {
      guard device == nil || contacts[index].device == device else {
        index += 1
        continue
      }
      // A stroke that lifted already is whole; it only waits for its last pressures.
      if !contacts[index].isLive, contacts[index].assignment != nil, contacts[index].beatenBy == nil
      {
        backfill(index, isLast: true, emit)
        if let (channel, number, _) = contacts[index].assignment {
          channels[channel].episodes.removeAll { $0.number == number }
        }
        finish(index, .ended, .lifted, emit)
      } else {
        cancel(at: index, code, emit)
      }
    }
  }

  mutating func turn(_ orientation: SurfaceOrientation) {
    guard orientation != self.orientation else { return }
    self.orientation = orientation
    // The palm lies elsewhere now; what was learned of sizes stays.
    hand.turn(posture: settings.posture, orientation: orientation)
  }
}
