public import FudeModel

/// Finds pens, connects them and keeps them connected: a state machine without a radio.
///
/// It says what the transport is to do (``ConnectionAction``) and what the app is to know
/// (``ConnectionEvent``). Any number of pens may be connected. A pen that is wanted and lost is
/// tried again after 1, 2, 4 … 64 s; a pen let go is not. In the background every link is released,
/// in the foreground it is taken up again.
public struct PenConnector: Stage {
  /// What it was set to; may be changed at any time.
  public var settings: ConnectionSettings
  /// Pens to come back to.
  public internal(set) var stored: [PenIdentity]
  /// The radio's state.
  public internal(set) var radio = RadioState.unknown

  var now = Timestamp(microseconds: .min / 4)
  var pens: [KnownPen] = []
  var isForeground = true
  var discovery: Discovery?
  var wantsStored = false
  var isScanning = false

  struct Discovery: Sendable {
    var policy: ConnectPolicy
    var ends: Timestamp
    var settles: Timestamp
    var saidAmbiguous = false
  }

  /// A connector that knows the pens stored in earlier sessions.
  public init(settings: ConnectionSettings = ConnectionSettings(), stored: [PenIdentity] = []) {
    self.settings = settings
    self.stored = stored
  }

  /// The pens connected now.
  public var connected: [DeviceID] {
    pens.compactMap { if case .connected = $0.link { $0.id } else { nil } }
  }

  /// Takes one event.
  public mutating func receive(_ event: ConnectionInput, emit: (ConnectionOutput) -> Void) {
    advance(to: event.time, emit: emit)
    switch event {
    case .radio(let state, _): turnRadio(state, emit)
    case .startDiscovery(let policy, let span, _): start(policy, span, emit)
    case .stopDiscovery: endDiscovery(.stopped, emit)
    case .advertisement(let advertisement, _): hear(advertisement, emit)
    case .select(let pen, _):
      // A search that would choose by itself is over once somebody has chosen.
      if discovery.map({ $0.policy != .chooseFromList }) ?? false { endDiscovery(.chosen, emit) }
      select(pen, emit)
    case .deselect(let pen, _): release(pen, .deselected, emit)
    case .forget(let identity, _): forget(identity, emit)
    case .reconnectStored: wantsStored = true
    case .linked(let pen, _): linked(pen)
    case .ready(let pen, let identity, _): ready(pen, identity, emit)
    case .unsupported(let pen, let reason, _): refuse(pen, reason, emit)
    case .unlinked(let pen, let failure, _): unlinked(pen, failure, emit)
    case .charge(let pen, let charge, _):
      if let index = index(of: pen) { pens[index].charge = charge }
    case .background: leave(emit)
    case .foreground: comeBack(emit)
    }
    scanAsNeeded(emit)
  }

  /// Lets time pass: looking ends, pens are lost, waits are over.
  public mutating func advance(to time: Timestamp, emit: (ConnectionOutput) -> Void) {
    while let due = deadline, due <= time {
      now = max(now, due)
      settleDue(emit)
      scanAsNeeded(emit)
    }
    now = max(now, time)
  }

  /// The next moment at which something is due.
  public var deadline: Timestamp? {
    var earliest: Timestamp?
    func consider(_ time: Timestamp) { earliest = earliest.map { min($0, time) } ?? time }
    if let discovery {
      consider(discovery.ends)
      if discovery.policy == .nearest, discovery.settles > now { consider(discovery.settles) }
      for pen in pens where pen.isListed && pen.isFree { consider(pen.heard + settings.lostTime) }
    }
    for pen in pens {
      switch pen.link {
      case .opening(let since): consider(since + settings.openTime)
      case .waiting(let until): if isForeground, radio == .on { consider(until) }
      case .none, .connected: break
      }
    }
    return earliest
  }

  // MARK: - Looking

  private mutating func start(
    _ policy: ConnectPolicy, _ span: TimeSpan, _ emit: (ConnectionOutput) -> Void
  ) {
    let ends = now + max(.milliseconds(1), span)
    let isNew = discovery == nil
    discovery = Discovery(policy: policy, ends: ends, settles: now + settings.settleTime)
    if isNew { say(.discoveryStarted, emit) }
    // Without a radio there is nothing to wait for.
    if radio == .off || radio == .unauthorised || radio == .blocked {
      endDiscovery(.radioLost, emit)
    }
  }

  mutating func endDiscovery(_ end: DiscoveryEnd, _ emit: (ConnectionOutput) -> Void) {
    guard discovery != nil else { return }
    discovery = nil
    for index in pens.indices { pens[index].isListed = false }
    say(.discoveryEnded(end), emit)
  }

  private mutating func hear(
    _ advertisement: PenAdvertisement, _ emit: (ConnectionOutput) -> Void
  ) {
    let index = index(of: advertisement.pen) ?? add(advertisement.pen)
    pens[index].heard = now
    pens[index].identity = pens[index].identity.merged(with: advertisement.identity)
    if wantsStored || pens[index].isWanted, case .none = pens[index].link,
      stored.contains(where: { $0.isSame(as: pens[index].identity) })
    {
      open(index, emit)
    }
    guard discovery != nil, let signal = advertisement.signal, signal >= limit else { return }
    let isNews =
      !pens[index].isListed || abs(signal - pens[index].toldSignal) >= 6
      || advertisement.name != pens[index].name
    pens[index].isListed = true
    pens[index].signal = signal
    pens[index].name = advertisement.name
    pens[index].isPressed = advertisement.isPressed ?? false
    if isNews {
      pens[index].toldSignal = signal
      say(.discovered(advertisement), emit)
    }
    choose(emit)
  }

  /// -100 and below means no limit at all.
  private var limit: Int {
    let bounded = max(-100, min(0, settings.minimumSignal))
    return bounded == -100 ? .min : bounded
  }

  private mutating func choose(_ emit: (ConnectionOutput) -> Void) {
    guard let current = discovery else { return }
    let free = pens.indices.filter { pens[$0].isListed && pens[$0].isFree }
    switch current.policy {
    case .chooseFromList: return
    case .pressToConnect:
      let pressed = free.filter { pens[$0].isPressed }
      guard let first = pressed.first else { return }
      if pressed.count > 1 { return ambiguous(first, pressed[1], emit) }
      take(first, emit)
    case .nearest:
      guard now >= current.settles else { return }
      let sorted = free.sorted { pens[$0].signal > pens[$1].signal }
      guard let first = sorted.first else { return }
      if sorted.count > 1, pens[first].signal - pens[sorted[1]].signal < settings.nearestLead {
        return ambiguous(first, sorted[1], emit)
      }
      take(first, emit)
    }
  }

  private mutating func ambiguous(
    _ first: Int, _ second: Int, _ emit: (ConnectionOutput) -> Void
  ) {
    guard discovery?.saidAmbiguous == false else { return }
    discovery?.saidAmbiguous = true
    say(.ambiguous(pens[first].id, pens[second].id), emit)
  }

  private mutating func take(_ index: Int, _ emit: (ConnectionOutput) -> Void) {
    let pen = pens[index].id
    endDiscovery(.chosen, emit)
    select(pen, emit)
  }

  // MARK: - Wanting

  private mutating func select(_ pen: DeviceID, _ emit: (ConnectionOutput) -> Void) {
    let index = index(of: pen) ?? add(pen)
    pens[index].isWanted = true
    guard case .none = pens[index].link else { return }
    open(index, emit)
  }

  mutating func release(
    _ pen: DeviceID, _ reason: DisconnectReason, _ emit: (ConnectionOutput) -> Void
  ) {
    guard let index = index(of: pen) else { return }
    pens[index].isWanted = false
    pens[index].attempts = 0
    drop(index, reason, emit)
  }

  /// Closes a pen's link, if it has one, and says so once.
  mutating func drop(
    _ index: Int, _ reason: DisconnectReason, _ emit: (ConnectionOutput) -> Void
  ) {
    let link = pens[index].link
    pens[index].link = .none
    switch link {
    case .none: return
    case .waiting: break
    case .opening: emit(.action(.close(pens[index].id)))
    case .connected:
      pens[index].heard = now
      emit(.action(.close(pens[index].id)))
    }
    say(.disconnected(pens[index].id, reason), emit)
  }

  private mutating func forget(_ identity: PenIdentity, _ emit: (ConnectionOutput) -> Void) {
    stored.removeAll { $0.isSame(as: identity) }
    for index in pens.indices where pens[index].identity.isSame(as: identity) {
      pens[index].isWanted = false
      pens[index].expected = nil
      drop(index, .forgotten, emit)
    }
  }

  mutating func open(_ index: Int, _ emit: (ConnectionOutput) -> Void) {
    pens[index].isWanted = true
    guard radio == .on, isForeground else {
      pens[index].link = .waiting(until: now)
      return
    }
    pens[index].attempts += 1
    pens[index].link = .opening(since: now)
    if let known = stored.first(where: { $0.isSame(as: pens[index].identity) }) {
      pens[index].expected = known
    }
    emit(.action(.open(pens[index].id)))
    say(.connecting(pens[index].id, attempt: pens[index].attempts), emit)
  }

  // MARK: - Time

  private mutating func settleDue(_ emit: (ConnectionOutput) -> Void) {
    for index in pens.indices {
      switch pens[index].link {
      case .opening(let since) where since + settings.openTime <= now:
        emit(.action(.close(pens[index].id)))
        pens[index].link = .none
        wait(index, .timeout, emit)
      case .waiting(let until) where until <= now && isForeground && radio == .on:
        open(index, emit)
      default: break
      }
      // A connected pen advertises no more; it is there all the same.
      if discovery != nil, pens[index].isListed, pens[index].isFree,
        pens[index].heard + settings.lostTime <= now
      {
        pens[index].isListed = false
        say(.lost(pens[index].id), emit)
      }
    }
    guard let current = discovery else { return }
    if current.ends <= now { return endDiscovery(.timeUp, emit) }
    choose(emit)
  }

  /// Scans while somebody looks or a stored pen is wanted and not connected.
  private mutating func scanAsNeeded(_ emit: (ConnectionOutput) -> Void) {
    let isStoredMissing =
      wantsStored
      && stored.contains { one in
        !pens.contains { !$0.isFree && $0.identity.isSame(as: one) }
      }
    let needed = radio == .on && isForeground && (discovery != nil || isStoredMissing)
    guard needed != isScanning else { return }
    isScanning = needed
    emit(.action(needed ? .startScan : .stopScan))
  }

  // MARK: - Bookkeeping

  func index(of pen: DeviceID) -> Int? { pens.firstIndex { $0.id == pen } }

  private mutating func add(_ pen: DeviceID) -> Int {
    pens.append(KnownPen(id: pen, heard: now))
    return pens.count - 1
  }

  func say(_ kind: ConnectionEvent.Kind, _ emit: (ConnectionOutput) -> Void) {
    emit(.event(ConnectionEvent(time: now, kind: kind)))
  }
}
