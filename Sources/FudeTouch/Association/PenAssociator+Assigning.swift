import FudeModel

/// Giving a pen's strokes to contacts.
extension PenAssociator {
  mutating func solveAll(_ emit: (AssociationEvent) -> Void) {
    for channel in channels.indices where channels[channel].isConnected {
      solve(channel, emit)
    }
  }

  /// Assigns a pen's unresolved strokes to contacts, and acts on what is clear.
  mutating func solve(_ channel: Int, _ emit: (AssociationEvent) -> Void) {
    while channels[channel].episodes.count > PenChannel.maximumEpisodes {
      settleFirst(channel, emit)
    }
    guard !channels[channel].episodes.isEmpty else { return }
    fillSolver(channel)
    for row in channels[channel].episodes.indices { detachBeaten(row, channel) }
    for row in channels[channel].episodes.indices { apply(row, channel, emit) }
    revokeDetached(emit)
    ruleOutOthers(channel, emit)
    while resolveFirst(channel, emit) {}
  }

  private mutating func fillSolver(_ channel: Int) {
    columns.removeAll(keepingCapacity: true)
    odds.removeAll(keepingCapacity: true)
    for index in contacts.indices {
      switch contacts[index].standing {
      case .undecided: break
      case .pen(let owner, _, _) where owner == channel: break
      default: continue
      }
      columns.append(index)
      odds.append(oddsOfTip(contacts[index]))
    }
    let source = channels[channel]
    // After the contacts' own odds, a row for each stroke: the same for all candidate delays.
    let width = columns.count
    for episode in source.episodes {
      for column in 0..<width {
        let isAllowed = PenAssociator.mayTake(
          episode, contacts[columns[column]], source, contacts)
        odds.append(isAllowed ? odds[column] : AssignmentSolver.impossible)
      }
    }
    let (now, contacts, columns, odds) = (now, contacts, columns, odds)
    solver.begin(strokes: source.episodes.count, contacts: columns.count) { earlier, later in
      guard let lift = contacts[columns[earlier]].lift else { return false }
      return lift <= contacts[columns[later]].birth
    }
    for candidate in 0..<OffsetHypotheses.count where source.offset.isLive(candidate) {
      let score = EdgeScore(
        offset: source.offset, index: candidate, now: now, constants: constants)
      solver.run(
        weight: source.offset.weights[candidate],
        absence: { score.absence(of: source.episodes[$0]) }
      ) { row, column in
        let odds = odds[width + row * width + column]
        guard odds > AssignmentSolver.impossible else { return odds }
        return score.of(source.episodes[row], contacts[columns[column]]) + odds
      }
    }
  }

  /// The hard rules of who may have a stroke.
  private static func mayTake(
    _ episode: TipEpisode, _ contact: TrackedContact, _ channel: PenChannel,
    _ contacts: [TrackedContact]
  ) -> Bool {
    // The rest of a stroke begins where the stroke was lost.
    if episode.isContinuation, let tip = channel.lastTip,
      contact.origin.distance(to: tip) > PenAssociator.farthestRest
    {
      return false
    }
    guard let id = episode.contact, id != contact.id, let accepted = episode.acceptedAt,
      let own = contacts.first(where: { $0.id == id })
    else { return true }
    // Never to a contact born while the stroke's own lived. Until the slowest touch screen must
    // have told the tip's landing, "own" is only a first guess.
    let settled = max(accepted, episode.down) + channel.landingSlack
    return contact.birth <= settled || !(own.lift.map { contact.birth < $0 } ?? true)
  }

  /// Takes a stroke's contact from it if another fits clearly better. Whether the contact is
  /// revoked or becomes another stroke of the same pen shows when all strokes were looked at.
  private mutating func detachBeaten(_ row: Int, _ channel: Int) {
    let best = solver.best(stroke: row)
    channels[channel].episodes[row].margin = 0
    guard let id = channels[channel].episodes[row].contact,
      let column = columns.firstIndex(where: { contacts[$0].id == id })
    else { return }
    if best.contact == column + 1 {
      channels[channel].episodes[row].margin = best.total - best.runnerUp
      return
    }
    let behind = best.total - solver.total(stroke: row, contact: column + 1)
    guard best.contact > 0, behind >= constants.change else { return }
    channels[channel].episodes[row].contact = nil
    let index = columns[column]
    contacts[index].beatenBy = behind
    if let delay = contacts[index].assignment?.delay {
      contacts[index].standing = .pen(channel: channel, episode: -1, delay: delay)
    }
  }

  private mutating func apply(_ row: Int, _ channel: Int, _ emit: (AssociationEvent) -> Void) {
    guard channels[channel].episodes[row].contact == nil else { return }
    let best = solver.best(stroke: row)
    let lead = best.total - best.runnerUp
    guard best.contact > 0 else { return lookAgain(row, channel) }
    let index = columns[best.contact - 1]
    if contacts[index].beatenBy != nil {
      contacts[index].beatenBy = nil
      assign(index, row, channel, lead)
      backfill(index, isLast: false, emit)
    } else if contacts[index].standing == .undecided {
      if lead >= constants.accept {
        accept(index, row, channel, lead, emit)
      } else {
        lookAgain(row, channel)
      }
    }
  }

  /// A stroke's own contact may still be on its way: looks again when it must have landed.
  private mutating func lookAgain(_ row: Int, _ channel: Int) {
    guard now - channels[channel].episodes[row].down < PenAssociator.lookTime else { return }
    for column in columns where contacts[column].standing == .undecided {
      guard let deadline = contacts[column].deadline else { continue }
      contacts[column].deadline = min(deadline, now + .milliseconds(12))
    }
  }

  private mutating func revokeDetached(_ emit: (AssociationEvent) -> Void) {
    for index in contacts.indices where contacts[index].beatenBy != nil {
      if let end = waitEnd(index), now < end {
        contacts[index].deadline = min(contacts[index].deadline ?? end, end)
      } else {
        revoke(index, emit)
      }
    }
  }

  /// Until when a contact that lost its stroke waits for another; `nil` if it can't be the pen's.
  ///
  /// The pen has one tip: what shared time with one of its strokes is none. A contact that came just
  /// before or after it may be the next stroke, whose own tip-down is still on its way.
  func waitEnd(_ index: Int) -> Timestamp? {
    guard let (channel, _, _) = contacts[index].assignment else { return nil }
    for other in contacts.indices where other != index {
      guard let theirs = contacts[other].assignment, theirs.channel == channel,
        contacts[other].beatenBy == nil
      else { continue }
      if overlap(contacts[index], contacts[other]) { return nil }
    }
    let offset = channels[channel].offset
    return contacts[index].birth + .seconds((offset.mean + offset.reach) / 1000)
  }

  /// Takes back what was accepted.
  mutating func revoke(_ index: Int, _ emit: (AssociationEvent) -> Void) {
    let behind = contacts[index].beatenBy ?? 0
    contacts[index].beatenBy = nil
    condemn(index)
    say(.revoked, index, AssociationReason(.outmatched, min(99, behind)), emit)
  }

  /// A palm from now on; one that has lifted already leaves the table at the next look.
  mutating func condemn(_ index: Int) {
    contacts[index].standing = .palm
    contacts[index].showsInk = false
    contacts[index].deadline = contacts[index].isLive ? nil : now
    hand.learnSize(tip: contacts[index].logSize, isTip: false)
  }

  private mutating func accept(
    _ index: Int, _ row: Int, _ channel: Int, _ lead: Double, _ emit: (AssociationEvent) -> Void
  ) {
    assign(index, row, channel, lead)
    let episode = channels[channel].episodes[row]
    let lag = (episode.down - contacts[index].birth).milliseconds
    let isBoth = episode.end != nil && !contacts[index].isLive
    say(
      .accepted, index, AssociationReason(isBoth ? .bothEdges : .tipDown, lag, min(99, lead)), emit)
    backfill(index, isLast: false, emit)
  }

  private mutating func assign(_ index: Int, _ row: Int, _ channel: Int, _ lead: Double) {
    let episode = channels[channel].episodes[row]
    let offset = channels[channel].offset
    // The delay of this very stroke if the pen is new, the learned one if it is known.
    let seen = max(-15, min(165, (episode.down - contacts[index].birth).milliseconds))
    let trust = offset.variance / (offset.variance + offset.jitter)
    // A landing is told half a frame late on average; what was felt with a point was not.
    let delay = offset.mean + (seen - offset.mean) * trust + frameTime / 2
    channels[channel].episodes[row].contact = contacts[index].id
    channels[channel].episodes[row].acceptedAt = now
    channels[channel].episodes[row].margin = lead
    contacts[index].standing = .pen(channel: channel, episode: episode.number, delay: delay)
    contacts[index].showsInk = true
    contacts[index].deadline = contacts[index].isLive ? nil : now + commitWait(channel)
  }

  /// How long after a stroke's lift the last of its pen's events may come.
  func commitWait(_ channel: Int) -> TimeSpan {
    let offset = channels[channel].offset
    return .seconds((max(0, offset.mean) + offset.reach + 60) / 1000)
  }

  /// A contact that shares time with a certain stroke's own and fits far worse is no pen.
  private mutating func ruleOutOthers(_ channel: Int, _ emit: (AssociationEvent) -> Void) {
    guard channels.count(where: { $0.isConnected }) == 1 else { return }
    for row in channels[channel].episodes.indices {
      let episode = channels[channel].episodes[row]
      guard episode.margin >= constants.firm, isSettled(episode, channels[channel]),
        let own = contacts.firstIndex(where: { $0.id == episode.contact })
      else { continue }
      let total = solver.best(stroke: row).total
      for column in columns.indices {
        let index = columns[column]
        let behind = total - solver.total(stroke: row, contact: column + 1)
        guard contacts[index].standing == .undecided, behind >= constants.firm,
          overlap(contacts[index], contacts[own])
        else { continue }
        condemn(index)
        say(.rejected, index, AssociationReason(.outmatched, min(99, behind)), emit)
      }
    }
  }

  func overlap(_ one: TrackedContact, _ other: TrackedContact) -> Bool {
    let oneEnds = one.lift ?? now, otherEnds = other.lift ?? now
    return one.birth < otherEnds && other.birth < oneEnds
  }
}
