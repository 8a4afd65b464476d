import FudeModel

/// Links coming about and breaking, the radio, and the app's coming and going.
extension PenConnector {
  mutating func linked(_ pen: DeviceID) {
    guard let index = index(of: pen) else { return }
    pens[index].linkedAt = now
  }

  mutating func ready(
    _ pen: DeviceID, _ identity: PenIdentity, _ emit: (ConnectionOutput) -> Void
  ) {
    guard let index = index(of: pen), case .opening = pens[index].link else {
      // Nobody asked for it any more.
      if self.index(of: pen) == nil || !isConnected(pen) { emit(.action(.close(pen))) }
      return
    }
    if let expected = pens[index].expected, !identity.isEmpty, !expected.isSame(as: identity) {
      pens[index].isWanted = false
      return drop(index, .wrongPen, emit)
    }
    pens[index].identity = identity.merged(with: pens[index].identity)
    pens[index].link = .connected(since: now)
    if pens[index].linkedAt == nil { pens[index].linkedAt = now }
    let whole = pens[index].identity
    if !whole.isEmpty {
      if let known = stored.firstIndex(where: { $0.isSame(as: whole) }) {
        stored[known] = whole.merged(with: stored[known])
      } else {
        stored.append(whole)
      }
      pens[index].expected = whole
    }
    say(.connected(pen, whole), emit)
  }

  private func isConnected(_ pen: DeviceID) -> Bool {
    pens.contains { if $0.id == pen, case .connected = $0.link { true } else { false } }
  }

  mutating func refuse(
    _ pen: DeviceID, _ reason: UnsupportedReason, _ emit: (ConnectionOutput) -> Void
  ) {
    guard let index = index(of: pen) else { return }
    pens[index].isWanted = false
    say(.unsupported(pen, reason), emit)
    drop(index, .unsupported, emit)
  }

  mutating func unlinked(
    _ pen: DeviceID, _ failure: LinkFailure, _ emit: (ConnectionOutput) -> Void
  ) {
    guard let index = index(of: pen) else { return }
    switch pens[index].link {
    case .none, .waiting: return
    case .connected(let since):
      pens[index].link = .none
      pens[index].heard = now
      if now - since >= settings.goodLinkTime { pens[index].attempts = 0 }
      say(.disconnected(pen, .link(failure)), emit)
    case .opening:
      pens[index].link = .none
    }
    let wasShort = pens[index].linkedAt.map { now - $0 < settings.shortLinkTime } ?? false
    pens[index].shortLinks = wasShort ? pens[index].shortLinks + 1 : 0
    pens[index].linkedAt = nil
    guard pens[index].isWanted, isForeground, radio == .on else {
      if pens[index].isWanted { pens[index].link = .waiting(until: now) }
      return
    }
    wait(index, failure, emit)
  }

  mutating func wait(
    _ index: Int, _ failure: LinkFailure, _ emit: (ConnectionOutput) -> Void
  ) {
    // Doubling beyond any cap is pointless, and 1 << 63 is a trap.
    let doublings = min(20, max(0, pens[index].attempts - 1))
    let delay = min(
      settings.longestWait,
      TimeSpan(microseconds: settings.firstWait.microseconds &<< Int64(doublings)))
    pens[index].link = .waiting(until: now + max(.milliseconds(1), delay))
    say(.waiting(pens[index].id, delay: delay, cause(index, failure)), emit)
  }

  private func cause(_ index: Int, _ failure: LinkFailure) -> LikelyCause {
    if failure == .authentication || pens[index].shortLinks >= 2 { return .pairing }
    if let charge = pens[index].charge, charge.level == .critical { return .battery }
    if failure == .refused { return .connectedElsewhere }
    if failure == .timeout, now - pens[index].heard > settings.lostTime { return .outOfRange }
    return .asleepOrFar
  }

  // MARK: - Radio and app

  mutating func turnRadio(_ state: RadioState, _ emit: (ConnectionOutput) -> Void) {
    guard state != radio else { return }
    radio = state
    say(.radio(state), emit)
    if state == .on { return retryWaiting(emit) }
    guard state != .unknown else { return }
    endDiscovery(.radioLost, emit)
    suspend(.radioLost, emit)
  }

  mutating func leave(_ emit: (ConnectionOutput) -> Void) {
    guard isForeground else { return }
    isForeground = false
    endDiscovery(.background, emit)
    suspend(.background, emit)
  }

  mutating func comeBack(_ emit: (ConnectionOutput) -> Void) {
    guard !isForeground else { return }
    isForeground = true
    if radio == .on { retryWaiting(emit) }
  }

  /// Drops every link but remembers who is wanted.
  private mutating func suspend(
    _ reason: DisconnectReason, _ emit: (ConnectionOutput) -> Void
  ) {
    for index in pens.indices where !pens[index].isFree {
      if case .waiting = pens[index].link { continue }
      drop(index, reason, emit)
      if pens[index].isWanted { pens[index].link = .waiting(until: now) }
      pens[index].linkedAt = nil
    }
  }

  private mutating func retryWaiting(_ emit: (ConnectionOutput) -> Void) {
    guard isForeground else { return }
    for index in pens.indices {
      guard case .waiting = pens[index].link else { continue }
      pens[index].attempts = 0
      open(index, emit)
    }
  }
}
