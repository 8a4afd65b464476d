public import Foundation
public import FudeModel
import FudePen
public import FudeStylus
import FudeTouch
public import TouchStandIns

extension Notification.Name {
  /// The connection's state changed; under the old SDK's name.
  public static let JotStylusManagerDidChangeConnectionStatus = Notification.Name(
    "JotStylusManagerDidChangeConnectionStatus")
  /// A pen's first button went down.
  public static let jotStylusButton1Down = Notification.Name("jotStylusButton1Down")
  /// A pen's first button came up.
  public static let jotStylusButton1Up = Notification.Name("jotStylusButton1Up")
  /// A pen's second button went down.
  public static let jotStylusButton2Down = Notification.Name("jotStylusButton2Down")
  /// A pen's second button came up.
  public static let jotStylusButton2Up = Notification.Name("jotStylusButton2Up")
}

/// The key of the state's number in a notification of a changed connection.
public let JotStylusManagerDidChangeConnectionStatusStatusKey =
  "JotStylusManagerDidChangeConnectionStatusStatusKey"

/// Connects a pen and gives its strokes, under the old SDK's name.
///
/// Deprecated on arrival: new code uses `StylusCentral`. What the old SDK took from the system is
/// given here once with ``use(_:clock:settings:)``, and touches with ``touch(_:)``.
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
  private var fullScale: UInt = 2047
  private(set) var isEnabled = false

  private init() {}

  /// The one manager.
  public static func sharedInstance() -> JotStylusManager { shared }

  /// Takes strokes and suggestions; held weakly.
  public weak var jotStrokeDelegate: (any JotStrokeDelegate)?

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

  // MARK: - Connecting

  /// Begins to connect: to stored pens, or to the one that is pressed or nearest.
  public func enable() {
    guard let core, !isEnabled else { return }
    isEnabled = true
    core.reconnectStored()
    core.connectNearest(lasting: .seconds(3600))
    core.process(until: core.now)
    notify(.scanning)
  }

  /// Lets the pen go and looks for none.
  public func disable() {
    guard let core, isEnabled else { return }
    isEnabled = false
    core.stopDiscovery()
    disconnectStylus()
    notify(.off)
  }

  /// Looks for the pen that is pressed, as the old SDK's press-and-hold did.
  public func discoverAndConnectStylus() {
    core?.startDiscovery(.pressToConnect)
  }

  /// Whether a pen is connected.
  public var isStylusConnected: Bool { core?.isStylusConnected ?? false }

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

  /// The connected pen's name; empty if none is.
  public var stylusModelFriendlyName: String { core?.snapshot.pens.first?.name ?? "" }

  /// The connected pen's charge in per cent; 0 if not known.
  public var batteryLevel: UInt {
    UInt(core?.snapshot.pens.first?.battery?.percent ?? 0)
  }

  /// The connected pen's firmware; `nil` if not known.
  public var firmwareVersion: String? { core?.snapshot.pens.first?.firmware }

  /// Whether the connected pen measures force.
  public var stylusSupportsPressureSensitivity: Bool {
    core?.snapshot.pens.first?.pressure != nil
  }

  // MARK: - Drawing

  /// Only strokes that begin in a registered view are told; none registered is everywhere.
  public func registerView(_ view: UIView) {
    guard !views.contains(where: { $0.view === view }) else { return }
    let box = ViewBox(view)
    views.append((view, box))
    core?.register(box)
  }

  /// Strokes that begin in the view are told no longer.
  public func unregisterView(_ view: UIView) {
    for entry in views where entry.view === view { core?.unregister(entry.box) }
    views.removeAll { $0.view === view }
  }

  /// Whether a view is registered.
  public func isViewRegistered(_ view: UIView) -> Bool { views.contains { $0.view === view } }

  /// The pressure of points while no pen is connected, `0...1`.
  public var unconnectedPressure: CGFloat {
    get { CGFloat(core?.settings.fingerPressure ?? 0.5) }
    set { core?.settings.fingerPressure = Float(newValue) }
  }

  /// Whether lines are smoothed, and by how much.
  public var lineSmoothingAmount: CGFloat {
    get { CGFloat(core?.settings.smoothing ?? 0.8) }
    set { core?.settings.smoothing = Double(newValue) }
  }

  /// How the pen is held.
  public var writingStyle: JotWritingStyle = .rightAverage {
    didSet {
      core?.settings.association.posture =
        switch writingStyle {
        case .rightUp: .rightUpward
        case .rightAverage: .right
        case .rightDown: .rightDownward
        case .leftUp: .leftUpward
        case .leftAverage: .left
        case .leftDown: .leftDownward
        }
    }
  }

  /// Seconds after the last stroke until gestures are suggested again; 1 at first, 0 allowed.
  public var suggestToEnableGestureDelay: TimeInterval {
    get { core?.settings.gestureDelay.seconds ?? 1 }
    set { core?.settings.gestureDelay = .seconds(newValue) }
  }

  /// What the first button does.
  public func addShortcutOptionButton1Default(_ shortcut: JotShortcut) { set(shortcut, 1) }

  /// What the second button does.
  public func addShortcutOptionButton2Default(_ shortcut: JotShortcut) { set(shortcut, 2) }

  private func set(_ shortcut: JotShortcut, _ button: Int) {
    let action = shortcut.action
    var converted = StylusShortcut(
      key: shortcut.key, name: shortcut.descriptiveText, repeats: shortcut.repeatRate > 0,
      worksWhileTipDown: shortcut.usableWhenStylusDepressed
    ) { MainActor.assumeIsolated(action) }
    if shortcut.repeatRate > 0 { converted.repeatTime = .seconds(shortcut.repeatRate) }
    core?.setShortcut(converted, forButton: button)
  }

  /// What a touch is taken for.
  public func identification(of contact: ContactID) -> AdonitTouchIdentificationType {
    switch verdicts[contact] {
    case .pen: .stylus
    case .finger, .palm: .notStylus
    case .undecided, nil: .unknown
    }
  }

  // MARK: - What happens

  fileprivate func take(_ event: StrokeEvent) {
    guard let stroke = stroke(event) else { return }
    stroke.take(event, fullScale: fullScale)
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

  fileprivate func suggest(_ areEnabled: Bool) {
    if areEnabled {
      jotStrokeDelegate?.jotSuggestsToEnableGestures()
    } else {
      jotStrokeDelegate?.jotSuggestsToDisableGestures()
    }
  }

  private func take(_ event: StylusEvent) {
    switch event {
    case .connection(let change):
      switch change.kind {
      case .connecting: notify(.connecting)
      case .connected: notify(.connected)
      case .disconnected: notify(.disconnected)
      default: break
      }
    case .pen(let event):
      switch event.kind {
      case .pressure(let force): fullScale = UInt(force.maximum)
      case .buttonDown(1): post(.jotStylusButton1Down)
      case .buttonUp(1): post(.jotStylusButton1Up)
      case .buttonDown(2): post(.jotStylusButton2Down)
      case .buttonUp(2): post(.jotStylusButton2Up)
      default: break
      }
    case .gestures: break
    }
  }

  private func notify(_ status: JotConnectionStatus) {
    NotificationCenter.default.post(
      name: .JotStylusManagerDidChangeConnectionStatus, object: nil,
      userInfo: [JotStylusManagerDidChangeConnectionStatusStatusKey: status.rawValue])
  }

  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: nil)
  }
}

/// Hands the session's calls to the main actor, where the session is driven.
private final class StrokeRelay: StylusStrokeDelegate {
  private let manager: @MainActor @Sendable () -> JotStylusManager?

  @MainActor init(_ manager: JotStylusManager) {
    weak let weakly = manager
    self.manager = { weakly }
  }

  private func take(_ event: StrokeEvent) {
    MainActor.assumeIsolated { manager()?.take(event) }
  }

  func strokeBegan(_ event: StrokeEvent) { take(event) }
  func strokeMoved(_ event: StrokeEvent) { take(event) }
  func strokeEnded(_ event: StrokeEvent) { take(event) }
  func strokeCancelled(_ event: StrokeEvent) { take(event) }
  func gesturesSuggested(_ areEnabled: Bool) {
    MainActor.assumeIsolated { manager()?.suggest(areEnabled) }
  }
}

/// A view of the old kind as a view of the new one.
private final class ViewBox: StylusView {
  private let view: @MainActor @Sendable () -> UIView?

  @MainActor init(_ view: UIView) {
    weak let weakly = view
    self.view = { weakly }
  }

  func contains(_ place: Point) -> Bool {
    MainActor.assumeIsolated {
      guard let view = view() else { return false }
      let scale = TouchPlayer.pointsPerMillimetre
      return view.frame.contains(CGPoint(x: place.x * scale, y: place.y * scale))
    }
  }
}
