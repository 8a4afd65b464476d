public import FudeModel
public import FudePen
public import FudeTouch

/// A session with radio pens: connects them, and turns touches and pens' events into strokes.
///
/// ```swift
/// let central = StylusCentral(transport: transport, clock: SystemStylusClock())
/// Task { await central.run() }
/// await central.connectNearest()
/// for await event in await central.strokeEvents() { canvas.draw(event) }
/// ```
/// Give it the touch screen's frames with ``touch(_:)``. Everything is handled in the order in which
/// it came; nothing is called while something else is.
public actor StylusCentral {
  private let core: StylusCore
  private nonisolated let inbox: Inbox

  /// A session that has not begun; call ``run()``, or ``process(until:)`` step by step.
  public init(
    transport: any StylusTransport, clock: any StylusClock,
    settings: StylusSettings = StylusSettings()
  ) {
    let core = StylusCore(transport: transport, clock: clock, settings: settings)
    inbox = core.inbox
    self.core = core
  }

  // MARK: - Input

  /// A frame of the touch screen; from any thread, in order.
  public nonisolated func touch(_ frame: TouchFrame) { inbox.put(.touch(frame)) }

  /// A touch device vanished or lost events: its strokes are cancelled.
  public nonisolated func touchLost(_ device: DeviceID, at time: Timestamp, _ cause: LossCause) {
    inbox.put(.lost(device, time, cause))
  }

  /// The surface is held otherwise from now on.
  public nonisolated func turn(to orientation: SurfaceOrientation, at time: Timestamp) {
    inbox.put(.turned(orientation, time))
  }

  /// Runs until the task is cancelled; then links are closed and sequences end.
  public func run() async {
    while !Task.isCancelled {
      core.process(until: core.clock.now)
      await inbox.wait(for: core.deadline, on: core.clock)
    }
    core.stop()
  }

  /// Handles what came so far and lets time pass up to a moment. For those who keep time
  /// themselves; ``run()`` does it otherwise.
  public func process(until time: Timestamp) { core.process(until: time) }

  /// Ends the session: strokes are cancelled, links closed, sequences ended.
  public func stop() { core.stop() }

  // MARK: - Wishes

  /// Looks for pens until one is chosen or the time is up; what is found is told by ``events()``.
  public func startDiscovery(
    _ policy: ConnectPolicy = .chooseFromList, lasting span: TimeSpan = .seconds(30)
  ) {
    core.startDiscovery(policy, lasting: span)
  }

  /// Connects the nearest pen, if one is clearly the nearest.
  public func connectNearest(lasting span: TimeSpan = .seconds(30)) {
    core.connectNearest(lasting: span)
  }

  /// Looks no longer.
  public func stopDiscovery() { core.stopDiscovery() }

  /// Connects a pen and keeps it connected.
  public func connect(_ pen: DeviceID) { core.connect(pen) }

  /// Lets a pen go.
  public func disconnect(_ pen: DeviceID) { core.disconnect(pen) }

  /// Lets a pen go and never comes back to it.
  public func forget(_ identity: PenIdentity) { core.forget(identity) }

  /// Comes back to the pens of earlier sessions.
  public func reconnectStored() { core.reconnectStored() }

  /// The app left the foreground: strokes are cancelled, links released.
  public func enterBackground() { core.enterBackground() }

  /// The app is back: links are taken up again.
  public func enterForeground() { core.enterForeground() }

  /// Pens weaker than this are not shown, in dBm, `-100...0`; -100 shows all.
  public func setMinimumSignal(_ signal: Int) { core.setMinimumSignal(signal) }

  /// Takes strokes by calls; held weakly.
  public func setDelegate(_ delegate: (any StylusStrokeDelegate)?) { core.setDelegate(delegate) }

  /// What a button does; `nil` for nothing. Buttons count from 1 at the tip.
  public func setShortcut(_ shortcut: StylusShortcut?, forButton button: Int) {
    core.setShortcut(shortcut, forButton: button)
  }

  // MARK: - Views

  /// Only strokes that begin in a registered view are told; none registered is the whole surface.
  @discardableResult
  public func register(_ view: any StylusView) -> StylusViewID { core.register(view) }

  /// Strokes that begin in the view are told no longer; those begun go on.
  public func unregister(_ view: any StylusView) { core.unregister(view) }

  /// Whether a view is registered.
  public func isRegistered(_ view: any StylusView) -> Bool { core.isRegistered(view) }

  // MARK: - Output

  /// Whether any pen is connected.
  public var isStylusConnected: Bool { core.isStylusConnected }

  /// Pens worth storing for the next session.
  public var storedPens: [PenIdentity] { core.storedPens }

  /// Strokes from now on; each call is a consumer of its own.
  public func strokeEvents() -> StylusEvents<StrokeEvent> { core.strokeEvents() }

  /// Everything besides strokes from now on; each call is a consumer of its own.
  public func events() -> StylusEvents<StylusEvent> { core.events() }

  /// The state at this moment.
  public var snapshot: StylusSnapshot { core.snapshot }
}
