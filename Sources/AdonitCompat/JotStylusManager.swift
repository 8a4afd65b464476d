public import Foundation
public import FudeModel
import FudePen
public import FudeStylus
import FudeTouch
public import TouchStandIns

/// Called when a pen is connected (`true`) or when looking for one has failed, with the reason.
public typealias JotStylusDiscoveryCompletionBlock = (Bool, NSError?) -> Void
/// Called with the name of each pen found.
public typealias JotStylusDiscoveryBlock = (String?) -> Void

/// Connects a pen and gives its strokes, under the old SDK's name.
///
/// Deprecated on arrival: new code uses `StylusCentral`. What the old SDK took from the system is
/// given here once with ``use(_:clock:settings:)``, and touches with ``touch(_:)`` or with the
/// guide's ``touchTypeIdentifier``.
@MainActor
public final class JotStylusManager {
  private static let shared = JotStylusManager()

  var core: StylusCore?
  private var relay: StrokeRelay?
  private var strokes: [ContactID: JotStroke] = [:]
  private var views: [(view: UIView, box: ViewBox)] = []
  private var verdicts: [ContactID: Verdict] = [:]
  /// Touches that have ended and are still remembered, the oldest first.
  private var ended: [ContactID] = []
  /// The raw force at full scale.
  var fullScale: UInt = JOT_MAX_PRESSURE
  /// Whether it is enabled; not at first.
  public private(set) var isEnabled = false
  /// Where the connection stands.
  public private(set) var connectionStatus = JotConnectionStatus.off
  private var batteryStatus: BatteryCharge.Level?
  private var discoveryBlock: JotStylusDiscoveryBlock?
  private var completionBlock: JotStylusDiscoveryCompletionBlock?
  /// What was set once and holds for later sessions too.
  var preferences = Preferences()
  /// What buttons do, by number; and what a double tap of them does.
  var buttonShortcuts: [Int: JotShortcut] = [:]
  var doubleTapShortcuts: [Int: JotShortcut] = [:]
  /// Shortcuts that people may choose from.
  public internal(set) var shortcuts: [JotShortcut] = []
  /// Shortcuts of the scroll strip that people may choose from.
  public internal(set) var scrollShortcuts: [JotShortcut] = []
  weak var scrollDelegate: (any JotStylusScrollValueDelegate)?

  private init() {}

  /// The one manager; never `nil`.
  ///
  /// Implicitly unwrapped, as Swift imports the old header: `sharedInstance().x` and
  /// `sharedInstance()?.x` both stand in apps' code.
  @available(
    *, deprecated, message: "The old SDK is discontinued; new code uses FudeStylus.StylusCentral."
  )
  public static func sharedInstance() -> JotStylusManager! { shared }

  /// Takes strokes and suggestions; held weakly.
  public weak var jotStrokeDelegate: (any JotStrokeDelegate)?

  /// Tells the pen's touches from others as the window gets them.
  public private(set) lazy var touchTypeIdentifier = AdonitTouchTypeIdentifier(self)

  /// Begins a session over a transport; ends the one before. Not in the old SDK, which had only
  /// Core Bluetooth.
  public func use(
    _ transport: any StylusTransport, clock: any StylusClock,
    settings: StylusSettings = StylusSettings()
  ) {
    core?.stop()
    strokes = [:]
    verdicts = [:]
    ended = []
    isEnabled = false
    batteryStatus = nil
    connectionStatus = .off
    var settings = settings
    preferences.apply(to: &settings)
    let core = StylusCore(transport: transport, clock: clock, settings: settings)
    self.core = core
    for (_, box) in views { core.register(box) }
    let relay = StrokeRelay(self)
    self.relay = relay
    core.setDelegate(relay)
    core.observeEvent = { [weak self] event in
      MainActor.assumeIsolated { self?.take(event) }
    }
    core.observe = { [weak self] event in
      guard case .decision(let decision) = event else { return }
      MainActor.assumeIsolated { self?.note(decision) }
    }
    installShortcuts()
    core.process(until: clock.now)
  }

  /// Remembers what a touch is taken for, and for a while after it has ended.
  private func note(_ decision: AssociationDecision) {
    verdicts[decision.contact] = decision.verdict
    guard decision.change == .ended || decision.change == .cancelled else { return }
    ended.append(decision.contact)
    if ended.count > 32 { verdicts[ended.removeFirst()] = nil }
  }

  /// A frame of the touch screen. Not in the old SDK, which watched the window.
  public func touch(_ frame: TouchFrame) {
    core?.touch(frame)
    core?.process(until: frame.time)
  }

  /// Handles what came, and lets time pass. Not in the old SDK.
  public func process(until time: Timestamp) { core?.process(until: time) }

  /// What a touch is taken for.
  public func identification(of contact: ContactID) -> AdonitTouchIdentificationType {
    switch verdicts[contact] {
    case .pen: .stylus
    case .finger, .palm: .notDevice
    case .undecided: .potentialDevice
    case nil: .unknown
    }
  }

  // MARK: - Connecting

  /// Begins to connect: to stored pens, or to the one that is pressed or nearest.
  public func enable() {
    guard let core, !isEnabled else { return }
    isEnabled = true
    JotStylusManager.wasEnabled = true
    tellEnabled()
    // First: a transport may answer at once.
    notify(.scanning)
    core.reconnectStored()
    core.connectNearest(lasting: .seconds(3600))
    core.process(until: core.now)
  }

  /// As ``enable()``. No alert is ever shown; apps hear that the radio is off by a notification.
  public func enable(withBluetoothPowerOnAlert powerOnAlert: Bool) { enable() }

  /// Lets the pen go and looks for none.
  public func disable() {
    guard let core, isEnabled else { return }
    isEnabled = false
    JotStylusManager.wasEnabled = false
    tellEnabled()
    core.stopDiscovery()
    disconnectStylus()
    notify(.off)
  }

  private static var wasEnabled = false

  /// Enables it if it was enabled when it was last used in this process.
  public func enableOrDisableBasedOnLastKnownState() {
    if JotStylusManager.wasEnabled { enable() } else { disable() }
  }

  /// As ``enableOrDisableBasedOnLastKnownState()``; no alert is ever shown.
  public func enableOrDisableBasedOnLastKnownState(withBluetoothPowerOnAlert powerOnAlert: Bool) {
    enableOrDisableBasedOnLastKnownState()
  }

  /// Looks for a pen that is pressed or nearest and connects it.
  ///
  /// `completionBlock`: called once, when a pen is connected or looking has failed.
  public func startDiscovery(completionBlock: JotStylusDiscoveryCompletionBlock?) {
    startDiscoveryAndImmediatelyConnect(
      true, withDiscoveryBlock: nil, completionBlock: completionBlock)
  }

  /// Looks for pens, and connects the nearest if asked to.
  public func startDiscoveryAndImmediatelyConnect(
    _ immediatelyConnect: Bool, withDiscoveryBlock discoveryBlock: JotStylusDiscoveryBlock?,
    completionBlock: JotStylusDiscoveryCompletionBlock?
  ) {
    guard let core, isEnabled else {
      completionBlock?(false, JotTouchSDKErrorType.sdkNotEnabled.error)
      return
    }
    self.discoveryBlock = discoveryBlock
    self.completionBlock = completionBlock
    core.startDiscovery(immediatelyConnect ? .nearest : .chooseFromList)
  }

  /// Looks no longer; the blocks given are not called any more.
  public func stopDiscovery() {
    discoveryBlock = nil
    completionBlock = nil
    core?.stopDiscovery()
  }

  /// Looks for the pen that is pressed, as the old SDK's press-and-hold did.
  public func discoverAndConnectStylus() {
    core?.startDiscovery(.pressToConnect)
  }

  /// Whether a pen is connected.
  public var isStylusConnected: Bool { core?.isStylusConnected ?? false }

  /// How many pens are connected.
  public func totalNumberOfStylusesConnected() -> UInt { UInt(core?.snapshot.pens.count ?? 0) }

  /// Lets the pen go.
  public func disconnectStylus() {
    guard let core else { return }
    for pen in core.snapshot.pens { core.disconnect(pen.id) }
  }

  /// Lets the pen go and never comes back to it.
  public func forgetAndTurnOffStylus() {
    guard let core else { return }
    for pen in core.snapshot.pens { core.forget(pen.identity) }
  }

  // MARK: - Views

  /// Only strokes that begin in a registered view are told; none registered is everywhere.
  public func registerView(_ view: UIView) {
    guard !views.contains(where: { $0.view === view }) else { return }
    let box = ViewBox(view)
    views.append((view, box))
    core?.register(box)
  }

  /// As ``registerView(_:)``, as Swift 3 and later spell it.
  public func register(_ view: UIView) { registerView(view) }

  /// Strokes that begin in the view are told no longer.
  public func unregisterView(_ view: UIView) {
    for entry in views where entry.view === view { core?.unregister(entry.box) }
    views.removeAll { $0.view === view }
  }

  /// As ``unregisterView(_:)``, as Swift 3 and later spell it.
  public func unregister(_ view: UIView) { unregisterView(view) }

  /// Whether a view is registered.
  public func isViewRegistered(_ view: UIView) -> Bool { views.contains { $0.view === view } }

  // MARK: - What happens

  func take(_ event: StrokeEvent) {
    guard let stroke = stroke(event) else { return }
    let tilt = event.pen.flatMap { pen in core?.snapshot.pens.first { $0.id == pen }?.tilt }
    stroke.take(event, fullScale: fullScale, tilt: tilt)
    switch event.phase {
    case .began: jotStrokeDelegate?.jotStylusStrokeBegan(stroke)
    case .moved: jotStrokeDelegate?.jotStylusStrokeMoved(stroke)
    case .ended: jotStrokeDelegate?.jotStylusStrokeEnded(stroke)
    case .cancelled: jotStrokeDelegate?.jotStylusStrokeCancelled(stroke)
    }
    if event.phase == .ended || event.phase == .cancelled { strokes[event.stroke] = nil }
  }

  private func stroke(_ event: StrokeEvent) -> JotStroke? {
    if let known = strokes[event.stroke] { return known }
    guard let first = event.samples.first else { return nil }
    let view = views.last { $0.box.contains(first.position) }?.view
    let stroke = JotStroke(
      first, number: event.stroke.rawValue, view: view, fullScale: fullScale)
    strokes[event.stroke] = stroke
    return stroke
  }

  func suggest(_ areEnabled: Bool) {
    if areEnabled {
      jotStrokeDelegate?.jotSuggestsToEnableGestures()
    } else {
      jotStrokeDelegate?.jotSuggestsToDisableGestures()
    }
  }

  private func take(_ event: StylusEvent) {
    switch event {
    case .connection(let change): take(change)
    case .pen(let event): take(event)
    case .gestures: break
    }
  }

  private func take(_ change: ConnectionEvent) {
    switch change.kind {
    case .discovered(let advertisement): discoveryBlock?(advertisement.name)
    case .connecting: notify(.pairing)
    case .connected:
      notify(.connected)
      complete(true, nil)
    case .disconnected: notify(.disconnected)
    case .unsupported:
      notify(.stylusNotSupportThePlatform)
      complete(false, .stylusNotSupportedOnTablet)
    case .discoveryEnded(.timeUp): complete(false, .timeout)
    case .discoveryEnded(.radioLost):
      NotificationCenter.default.post(
        name: .JotStylusManagerDiscoveryAttemptedButBluetoothOff, object: nil)
      complete(false, .unknown)
    default: break
    }
  }

  private func complete(_ isConnected: Bool, _ reason: JotTouchSDKErrorType?) {
    let block = completionBlock
    completionBlock = nil
    block?(isConnected, reason?.error)
  }

  private func take(_ event: PenEvent) {
    switch event.kind {
    case .pressure(let force): fullScale = UInt(force.maximum)
    case .buttonDown(let number) where (1...4).contains(number):
      post("JotStylusButton\(number)Down")
    case .buttonUp(let number) where (1...4).contains(number): post("JotStylusButton\(number)Up")
    case .buttonDoubleTap(let number):
      if (1...2).contains(number) { post("JotStylusButton\(number)DoubleTap") }
      doubleTap(number, of: event.pen)
    case .scroll(let steps):
      post(JotStylusScrollRelativeValueUpdated, [JotStylusScrollValue: steps])
      scrollDelegate?.scrollValueUpdate(CGFloat(steps))
    case .battery(let charge): take(charge)
    default: break
    }
  }

  private func take(_ charge: BatteryCharge) {
    post(JotStylusManagerDidChangeBatteryLevel)
    guard charge.level != batteryStatus else { return }
    batteryStatus = charge.level
    switch charge.level {
    case .normal: post(JotStylusNotificationBatteryLevelNormal)
    case .low: post(JotStylusNotificationBatteryLevelLow)
    case .critical: post(JotStylusNotificationBatteryLevelCritical)
    }
  }

  private func tellEnabled() {
    post(
      JotStylusManagerDidChangeEnabledStatus,
      [JotStylusManagerDidChangeEnabledStatusStatusKey: isEnabled])
  }

  private func notify(_ status: JotConnectionStatus) {
    connectionStatus = status
    post(
      JotStylusManagerDidChangeConnectionStatus,
      [JotStylusManagerDidChangeConnectionStatusStatusKey: status.rawValue])
  }

  func post(_ name: String, _ info: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: Notification.Name(name), object: nil, userInfo: info)
  }
}
