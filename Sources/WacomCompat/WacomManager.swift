public import Foundation
public import FudeModel
import FudePen
public import FudeStylus

/// Finds and connects pens, under the old SDK's name.
///
/// Deprecated on arrival: new code uses `StylusCentral`. What the old SDK took from the system is
/// given here once with ``use(_:clock:settings:)``.
@MainActor
public final class WacomManager {
  static let shared = WacomManager()

  private(set) var core: StylusCore?
  private var devices: [WacomDevice] = []
  private var told: Set<DeviceID> = []
  private var registrants: [AnyObject] = []
  private var minimumSignal = -60

  private init() {}

  /// The one manager; never `nil`.
  ///
  /// Implicitly unwrapped, as Swift imports the old header: `getManager().x` and `getManager()?.x`
  /// both stand in apps' code.
  @available(
    *, deprecated, message: "The old SDK is discontinued; new code uses FudeStylus.StylusCentral."
  )
  public static func getManager() -> WacomManager! { shared }

  /// Begins a session over a transport; ends the one before. Not in the old SDK, which had only
  /// Core Bluetooth.
  public func use(
    _ transport: any StylusTransport, clock: any StylusClock,
    settings: StylusSettings = StylusSettings()
  ) {
    core?.stop()
    devices = []
    told = []
    var settings = settings
    settings.connection.minimumSignal = minimumSignal
    let core = StylusCore(transport: transport, clock: clock, settings: settings)
    self.core = core
    core.observeEvent = { [weak self] event in
      // The session runs on the main actor: it is only driven from here.
      MainActor.assumeIsolated { self?.take(event) }
    }
    TouchManager.shared.begin(core)
    core.process(until: clock.now)
  }

  /// Handles what came, and lets time pass. Not in the old SDK, which ran on the main run loop.
  public func process(until time: Timestamp) { core?.process(until: time) }

  /// The pens found or connected.
  public func getDevices() -> [WacomDevice] { devices }

  /// The pen chosen and connected; `nil` if none is. Implicitly unwrapped as ``getManager()`` is.
  public func getSelectedDevice() -> WacomDevice! { getConnectedDevices().first }

  /// Whether a pen is chosen and connected.
  public func isADeviceSelected() -> Bool { !getConnectedDevices().isEmpty }

  /// The pens connected, as their number was asked for in the old SDK's sample.
  public var connectedServices: [WacomDevice] { getConnectedDevices() }

  /// What knows the touches.
  public func currentlyTrackedTouches() -> TouchManager { TouchManager.shared }

  /// Whether pens are being looked for.
  public private(set) var isDiscoveryInProgress = false

  /// The pens connected.
  public func getConnectedDevices() -> [WacomDevice] { devices.filter(\.isConnected) }

  /// Whether any pen is connected.
  public func isStylusConnected() -> Bool { core?.isStylusConnected ?? false }

  /// Calls a registrant back from now on; which callbacks it gets follows from its protocols.
  @discardableResult
  public func registerForNotifications(_ registrant: AnyObject) -> Int32 {
    guard registrant is any WacomDiscoveryCallback || registrant is any WacomStylusEventCallback
    else { return WAC_ERROR }
    if !registrants.contains(where: { $0 === registrant }) { registrants.append(registrant) }
    return WAC_SUCCESS
  }

  /// As ``registerForNotifications(_:)``, as Swift 3 and later spell it.
  @discardableResult
  public func register(forNotifications registrant: AnyObject) -> Int32 {
    registerForNotifications(registrant)
  }

  /// As ``deregisterForNotifications(_:)``, as Swift 3 and later spell it.
  @discardableResult
  public func deregister(forNotifications registrant: AnyObject) -> Int32 {
    deregisterForNotifications(registrant)
  }

  /// Calls a registrant back no longer.
  @discardableResult
  public func deregisterForNotifications(_ registrant: AnyObject) -> Int32 {
    guard let index = registrants.firstIndex(where: { $0 === registrant }) else {
      return WAC_ERROR
    }
    registrants.remove(at: index)
    return WAC_SUCCESS
  }

  /// Pens weaker than this are not found, in dBm, `-100...0`; -60 at first, -100 for all.
  public func setMinimumSignalStrength(_ minimum: Int32) {
    minimumSignal = max(-100, min(0, Int(minimum)))
    core?.setMinimumSignal(minimumSignal)
  }

  /// The weakest signal of a pen that is found, in dBm.
  public func getMinimumSignalStrength() -> Int32 { Int32(clamping: minimumSignal) }

  /// Looks for pens until told to stop.
  @discardableResult
  public func startDeviceDiscovery() -> Int32 {
    guard let core else { return WAC_ERROR }
    told = []
    core.process(until: core.now)
    core.startDiscovery(.chooseFromList, lasting: .seconds(3600))
    core.process(until: core.now)
    return WAC_SUCCESS
  }

  /// Looks for pens no longer.
  @discardableResult
  public func stopDeviceDiscovery() -> Int32 {
    guard let core else { return WAC_ERROR }
    core.stopDiscovery()
    return WAC_SUCCESS
  }

  /// Connects a pen.
  @discardableResult
  public func selectDevice(_ device: WacomDevice) -> Int32 {
    guard let core else { return WAC_ERROR }
    core.connect(device.pen)
    return WAC_SUCCESS
  }

  /// As ``selectDevice(_:)``, as Swift 3 and later spell it.
  @discardableResult
  public func select(_ device: WacomDevice) -> Int32 { selectDevice(device) }

  /// Lets a pen go.
  @discardableResult
  public func deselectDevice(_ device: WacomDevice) -> Int32 {
    guard let core else { return WAC_ERROR }
    core.disconnect(device.pen)
    return WAC_SUCCESS
  }

  /// As ``deselectDevice(_:)``, as Swift 3 and later spell it.
  @discardableResult
  public func deselect(_ device: WacomDevice) -> Int32 { deselectDevice(device) }

  /// Comes back to pens of earlier sessions.
  public func reconnectToStoredDevices() { core?.reconnectStored() }

  /// Forgets every pen of earlier sessions and lets those connected go.
  public func clearStoredDevices() {
    guard let core else { return }
    for identity in core.storedPens { core.forget(identity) }
    for device in getConnectedDevices() { core.disconnect(device.pen) }
  }

  /// The app left the foreground: strokes are cancelled, links released.
  public func didEnterBackgroundNotification(_ notification: Notification) {
    core?.enterBackground()
  }

  /// The app is back: links are taken up again.
  public func didEnterForegroundNotification(_ notification: Notification) {
    core?.enterForeground()
  }

  /// The version of this module's stand-in for the old SDK.
  public func getSDKVersion() -> String { "Fude" }

  // MARK: - What happens

  private func device(_ pen: DeviceID, signal: Int = -1) -> WacomDevice {
    if let known = devices.first(where: { $0.pen == pen }) { return known }
    let device = WacomDevice(pen: pen, signal: signal)
    devices.append(device)
    return device
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
    case .discovered(let advertisement):
      let device = device(advertisement.pen)
      device.signal = advertisement.signal ?? device.signal
      device.name = advertisement.name ?? device.name
      guard told.insert(advertisement.pen).inserted else { return }
      discovery { $0.deviceDiscovered(device) }
    case .connected(let pen, let identity):
      let device = device(pen)
      device.isConnected = true
      device.serial = identity.serial ?? device.serial
      device.platformID = identity.platformID ?? device.platformID
      discovery { $0.deviceConnected(device) }
    case .disconnected(let pen, _):
      let device = device(pen)
      guard device.isConnected else { return }
      device.isConnected = false
      device.buttons = []
      discovery { $0.deviceDisconnected(device) }
    case .discoveryStarted: isDiscoveryInProgress = true
    case .discoveryEnded(let end):
      isDiscoveryInProgress = false
      if end == .radioLost { discovery { $0.discoveryStatePoweredOff() } }
    case .radio(.off): discovery { $0.discoveryStatePoweredOff() }
    default: break
    }
  }

  private func discovery(_ call: (any WacomDiscoveryCallback) -> Void) {
    for registrant in registrants {
      if let callback = registrant as? any WacomDiscoveryCallback { call(callback) }
    }
  }

  private func take(_ event: PenEvent) {
    let device = device(event.pen)
    var told: WacomStylusEvent
    switch event.kind {
    case .pressure(let force):
      device.maximumPressure = Int(force.maximum)
      told = WacomStylusEvent(type: eStylusEventType_PressureChange, pressure: Int(force.raw))
    case .buttonDown(let number):
      device.buttons.insert(number)
      told = WacomStylusEvent(type: eStylusEventType_ButtonPressed, button: number)
    case .buttonUp(let number):
      device.buttons.remove(number)
      told = WacomStylusEvent(type: eStylusEventType_ButtonReleased, button: number)
    case .battery(let charge):
      device.batteryLevel = charge.percent
      told = WacomStylusEvent(
        type: eStylusEventType_BatteryLevelChanged, battery: charge.percent)
    case .fact(let fact):
      guard let (type, text) = remember(fact, of: device) else { return }
      told = WacomStylusEvent(type: type, text: text)
    default: return
    }
    for registrant in registrants {
      (registrant as? any WacomStylusEventCallback)?.stylusEvent(told)
    }
  }

  private func remember(
    _ fact: PenFact, of device: WacomDevice
  ) -> (WacomStylusEventType, String)? {
    switch fact {
    case .address(let text):
      device.address = text
      return (eStylusEventType_MACAddressAvaiable, text)
    case .name(let text):
      device.name = text
      return (eStylusEventType_NameUpdated, text)
    case .maker(let text):
      device.maker = text
      return (eStylusEventType_ManufacturerUpdated, text)
    case .firmware(let text):
      device.firmware = text
      return (eStylusEventType_FirmwareVersionUpdated, text)
    case .software(let text):
      device.software = text
      return (eStylusEventType_SoftwareVersionUpdated, text)
    case .serial(let text):
      device.serial = text
      return (eStylusEventType_ESerialNumberUpdated, text)
    case .model, .hardware: return nil
    }
  }
}
