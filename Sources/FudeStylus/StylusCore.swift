package import FudeModel
package import FudePen
package import FudeTouch

/// The session behind ``StylusCentral``, without an actor: for whoever has an isolation of its own,
/// as the compatibility modules have the main actor.
///
/// Everything is handled in the order in which it came; nothing is called while something else is.
package final class StylusCore {
  /// Where events wait for their turn; written from any thread.
  let inbox: Inbox
  private let transport: any StylusTransport
  let clock: any StylusClock
  package var settings: StylusSettings {
    didSet {
      associator.settings = settings.association
      connector.settings = settings.connection
      suggester.delay = settings.gestureDelay
    }
  }

  var associator: PenAssociator
  var connector: PenConnector
  var pens: [DeviceID: LinkedPen] = [:]
  var strokes: [ContactID: OpenStroke] = [:]
  var suggester: GestureSuggester
  var shortcuts = ShortcutRunner()
  var viewList: [(id: StylusViewID, view: any StylusView)] = []
  private var nextView: UInt64 = 1
  /// Sees each contact's standing and points as they come; for the compatibility modules.
  package var observe: ((AssociationEvent) -> Void)?
  /// Sees everything besides strokes as it comes.
  package var observeEvent: ((StylusEvent) -> Void)?
  weak var delegate: (any StylusStrokeDelegate)?
  private var strokeQueues: [StylusEvents<StrokeEvent>] = []
  private var eventQueues: [StylusEvents<StylusEvent>] = []
  /// The present moment of what is being handled.
  package private(set) var now = Timestamp.zero

  /// A session that has not begun; call ``run()``, or ``process(until:)`` step by step.
  package init(
    transport: any StylusTransport, clock: any StylusClock,
    settings: StylusSettings = StylusSettings()
  ) {
    self.transport = transport
    self.clock = clock
    self.settings = settings
    inbox = Inbox()
    associator = PenAssociator(settings: settings.association)
    connector = PenConnector(settings: settings.connection, stored: settings.storedPens)
    suggester = GestureSuggester(delay: settings.gestureDelay)
    let inbox = inbox
    transport.start { event in inbox.put(.transport(event)) }
  }

  // MARK: - Input

  /// A frame of the touch screen; from any thread, in order.
  package func touch(_ frame: TouchFrame) { inbox.put(.touch(frame)) }

  /// A touch device vanished or lost events: its strokes are cancelled.
  package func touchLost(_ device: DeviceID, at time: Timestamp, _ cause: LossCause) {
    inbox.put(.lost(device, time, cause))
  }

  /// The surface is held otherwise from now on.
  package func turn(to orientation: SurfaceOrientation, at time: Timestamp) {
    inbox.put(.turned(orientation, time))
  }

  /// Handles what came so far and lets time pass up to a moment. For those who keep time
  /// themselves; ``run()`` does it otherwise.
  package func process(until time: Timestamp) {
    while let item = inbox.take() { handle(item) }
    pass(to: time)
    // What the last step caused, as a transport that answers at once does.
    while let item = inbox.take() { handle(item) }
  }

  /// Ends the session: strokes are cancelled, links closed, sequences ended.
  package func stop() {
    associate(.suspended(at: max(now, clock.now)))
    for pen in connector.connected { connect(.deselect(pen, at: now)) }
    transport.stop()
    strokeQueues.forEach { $0.finish() }
    eventQueues.forEach { $0.finish() }
    strokeQueues = []
    eventQueues = []
  }

  var deadline: Timestamp? {
    var all = pens.values.compactMap(\.events.deadline)
    all += [associator.deadline, connector.deadline, suggester.deadline, shortcuts.deadline]
      .compactMap { $0 }
    return all.min()
  }

  /// Lets every part's time pass, in the order of their deadlines.
  func pass(to time: Timestamp) {
    while let due = deadline, due <= time { step(to: due) }
    step(to: time)
  }

  private func step(to time: Timestamp) {
    now = max(now, time)
    var said: [AssociationEvent] = []
    associator.advance(to: now) { said.append($0) }
    said.forEach(take)
    var outputs: [ConnectionOutput] = []
    connector.advance(to: now) { outputs.append($0) }
    outputs.forEach(take)
    for pen in pens.keys.sorted() {
      var events: [PenEvent] = []
      pens[pen]?.events.advance(to: now) { events.append($0) }
      events.forEach(take)
    }
    shortcuts.advance(to: now)
    if let suggestion = suggester.advance(to: now) { suggest(suggestion) }
  }

  private func handle(_ item: Inbox.Item) {
    pass(to: item.time)
    switch item {
    case .touch(let frame): receive(frame)
    case .lost(let device, let time, let cause): associate(.lost(device, at: time, cause))
    case .turned(let orientation, let time): associate(.turned(orientation, at: time))
    case .transport(let event): receive(event)
    }
  }

  // MARK: - Wishes

  /// Looks for pens until one is chosen or the time is up; what is found is told by ``events()``.
  package func startDiscovery(
    _ policy: ConnectPolicy = .chooseFromList, lasting span: TimeSpan = .seconds(30)
  ) {
    connect(.startDiscovery(policy, lasting: span, at: present))
  }

  /// Connects the nearest pen, if one is clearly the nearest.
  package func connectNearest(lasting span: TimeSpan = .seconds(30)) {
    startDiscovery(.nearest, lasting: span)
  }

  /// Looks no longer.
  package func stopDiscovery() { connect(.stopDiscovery(at: present)) }

  /// Connects a pen and keeps it connected.
  package func connect(_ pen: DeviceID) { connect(.select(pen, at: present)) }

  /// Lets a pen go.
  package func disconnect(_ pen: DeviceID) { connect(.deselect(pen, at: present)) }

  /// Lets a pen go and never comes back to it.
  package func forget(_ identity: PenIdentity) { connect(.forget(identity, at: present)) }

  /// Comes back to the pens of earlier sessions.
  package func reconnectStored() { connect(.reconnectStored(at: present)) }

  /// The app left the foreground: strokes are cancelled, links released.
  package func enterBackground() {
    associate(.suspended(at: present))
    connect(.background(at: present))
  }

  /// The app is back: links are taken up again.
  package func enterForeground() { connect(.foreground(at: present)) }

  /// Pens weaker than this are not shown, in dBm, `-100...0`; -100 shows all.
  package func setMinimumSignal(_ signal: Int) { settings.connection.minimumSignal = signal }

  /// Takes strokes by calls; held weakly.
  package func setDelegate(_ delegate: (any StylusStrokeDelegate)?) { self.delegate = delegate }

  /// What a button does; `nil` for nothing. Buttons count from 1 at the tip.
  package func setShortcut(_ shortcut: StylusShortcut?, forButton button: Int) {
    shortcuts.shortcuts[button] = shortcut
  }

  /// The moment at which a wish is made: never before what was handled last.
  private var present: Timestamp { max(now, clock.now) }

  // MARK: - Views

  /// Only strokes that begin in a registered view are told; none registered is the whole surface.
  @discardableResult
  package func register(_ view: any StylusView) -> StylusViewID {
    if let known = viewList.first(where: { $0.view === view }) { return known.id }
    let id = StylusViewID(nextView)
    nextView += 1
    viewList.append((id, view))
    return id
  }

  /// Strokes that begin in the view are told no longer; those begun go on.
  package func unregister(_ view: any StylusView) {
    viewList.removeAll { $0.view === view }
  }

  /// Whether a view is registered.
  package func isRegistered(_ view: any StylusView) -> Bool {
    viewList.contains { $0.view === view }
  }

  // MARK: - Output

  /// Whether any pen is connected.
  package var isStylusConnected: Bool { !connector.connected.isEmpty }

  /// Pens worth storing for the next session.
  package var storedPens: [PenIdentity] { connector.stored }

  /// Strokes from now on; each call is a consumer of its own.
  package func strokeEvents() -> StylusEvents<StrokeEvent> {
    let queue = StylusEvents<StrokeEvent>(
      capacity: settings.queueCapacity, isEdge: { _ in true }, merged: StrokeEvent.merged)
    strokeQueues.append(queue)
    return queue
  }

  /// Everything besides strokes from now on; each call is a consumer of its own.
  package func events() -> StylusEvents<StylusEvent> {
    let queue = StylusEvents<StylusEvent>(capacity: settings.queueCapacity, isEdge: { $0.isEdge })
    eventQueues.append(queue)
    return queue
  }

  /// The state at this moment.
  package var snapshot: StylusSnapshot {
    StylusSnapshot(
      time: now, radio: connector.radio,
      pens: pens.values.map { pen in
        var state = pen.state
        state.delay = associator.offset(of: pen.state.id)?.delay
        return state
      }.sorted { $0.id < $1.id },
      areGesturesSuggested: suggester.areEnabled, strokeCount: strokes.count { $0.value.isTold })
  }

  func tell(_ event: StrokeEvent) {
    strokeQueues.forEach { $0.send(event) }
    guard let delegate else { return }
    switch event.phase {
    case .began: delegate.strokeBegan(event)
    case .moved: delegate.strokeMoved(event)
    case .ended: delegate.strokeEnded(event)
    case .cancelled: delegate.strokeCancelled(event)
    }
  }

  func tell(_ event: StylusEvent) {
    eventQueues.forEach { $0.send(event) }
    observeEvent?(event)
  }

  func suggest(_ areEnabled: Bool) {
    tell(.gestures(areEnabled: areEnabled))
    delegate?.gesturesSuggested(areEnabled)
  }

  func perform(_ action: ConnectionAction) { transport.perform(action) }
}
