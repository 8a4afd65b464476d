public import Foundation
import FudeModel
import FudePen

/// What a call of the old SDK gives when it worked.
public let WAC_SUCCESS: Int32 = 0
/// What a call of the old SDK gives when it did not.
public let WAC_ERROR: Int32 = -1

/// A pen, under the old SDK's name.
///
/// Deprecated on arrival: new code uses FudeStylus and its snapshot of a pen's state.
@MainActor
public final class WacomDevice {
  let pen: DeviceID
  var name: String?
  var maker: String?
  var firmware: String?
  var software: String?
  var serial: String?
  var platformID: String?
  var address: String?
  var signal: Int
  var isConnected = false
  var maximumPressure: Int?
  var batteryLevel: Int?
  var buttons: Set<Int> = []

  init(pen: DeviceID, signal: Int) {
    self.pen = pen
    self.signal = signal
  }

  /// The pen's name; empty until it is told.
  public func getName() -> String { name ?? "" }

  /// The first word of the pen's name; empty until it is told.
  public func getShortName() -> String {
    getName().split(separator: " ").first.map(String.init) ?? ""
  }

  /// The maker's name; empty until it is told.
  public func getManufacturerName() -> String { maker ?? "" }

  /// The firmware's version; empty until it is told.
  public func getFirmwareVersion() -> String { firmware ?? "" }

  /// The number that the version of the pen's software begins with; 0 until it is told.
  public func getSoftwareVersion() -> Int32 { WacomDevice.number(software) }

  /// The serial number; empty until it is told.
  public func getESerialNumber() -> String { serial ?? "" }

  /// The pen's number in this session.
  public func getPenID() -> UInt64 { UInt64(pen.rawValue) }

  /// The name under which the platform knows the pen; empty if it has none.
  public func getUUIDAsNSString() -> String { platformID ?? "" }

  /// The radio address; empty until the event of the misspelt name has come.
  public func getMacAddress() -> String { address ?? "" }

  /// As ``getMacAddress()``, as later guides spell it.
  public func getMACAddress() -> String { getMacAddress() }

  /// The model; always ``WacomDeviceModel/eNone``: Fude goes by what a pen can do.
  public func getModel() -> WacomDeviceModel { .eNone }

  /// The signal's strength in dBm; -1 is better than -2.
  public func getSignalStrength() -> Int32 { Int32(clamping: signal) }

  /// How many buttons the pen has; 2, as all pens of the old SDK had.
  public func getButtonCount() -> UInt32 { 2 }

  /// Whether a button, 1 or 2, is held.
  public func getButtonState(withButton button: UInt32) -> WacomStylusButtonState {
    guard isConnected, (1...getButtonCount()).contains(button) else { return eButtonState_Invalid }
    return buttons.contains(Int(button)) ? eButtonState_Down : eButtonState_Up
  }

  /// As ``getButtonState(withButton:)``, as the first version spelt it.
  public func getButtonState(withButtonIndex button: UInt32) -> WacomStylusButtonState {
    getButtonState(withButton: button)
  }

  /// Whether the pen has told any force.
  public func supportsPressure() -> Bool { maximumPressure != nil }

  /// The raw force at rest.
  public func getMinimumPressure() -> Int { 0 }

  /// The raw force at full scale, as the pen says; 2047 until it does.
  public func getMaximumPressure() -> Int { maximumPressure ?? 2047 }

  /// The charge in per cent; -1 until it is told. Not in the old SDK, which had only the event.
  public func getBatteryLevel() -> Int { batteryLevel ?? -1 }

  /// Whether the pen is connected.
  public func isCurrentlyConnected() -> Bool { isConnected }

  /// Prints what is known of the pen but for its address and serial number.
  public func printDeviceInfo() {
    let state = isConnected ? "connected" : "not connected"
    print("\(getName()) of \(getManufacturerName()), firmware \(getFirmwareVersion()), \(state)")
  }

  nonisolated static func number(_ text: String?) -> Int32 {
    Int32((text ?? "").prefix { $0.isNumber }) ?? 0
  }
}

/// A model of pen, under the old SDK's name.
public enum WacomDeviceModel: UInt, Sendable {
  /// Not known.
  case eNone
  /// The first Intuos Creative Stylus.
  case eIntuosCreativeStylus
  /// The second Intuos Creative Stylus.
  case eIntuosCreativeStylus2
  /// The Bamboo Stylus fineline.
  case eBambooStylusFineline
  /// The second Bamboo Fineline.
  case eBambooFineline2
  /// The Bamboo Fineline.
  case eBambooFineline
  /// The Bamboo Sketch.
  case eBambooSketch
}

/// Whether a button is held, under the old SDK's name.
public struct WacomStylusButtonState: RawRepresentable, Hashable, Sendable {
  /// The number.
  public var rawValue: UInt32

  /// The state numbered `rawValue`.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

/// The pen is not connected, or has no such button.
public let eButtonState_Invalid = WacomStylusButtonState(rawValue: 0)
/// The button is held.
public let eButtonState_Down = WacomStylusButtonState(rawValue: 1)
/// The button is not held.
public let eButtonState_Up = WacomStylusButtonState(rawValue: 2)

/// A kind of event, under the old SDK's name.
public struct WacomStylusEventType: RawRepresentable, Hashable, Sendable {
  /// The number.
  public var rawValue: UInt32

  /// The kind numbered `rawValue`.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

/// The force changed.
public let eStylusEventType_PressureChange = WacomStylusEventType(rawValue: 0)
/// A button went down.
public let eStylusEventType_ButtonPressed = WacomStylusEventType(rawValue: 1)
/// A button came up.
public let eStylusEventType_ButtonReleased = WacomStylusEventType(rawValue: 2)
/// The charge changed.
public let eStylusEventType_BatteryLevelChanged = WacomStylusEventType(rawValue: 3)
/// The radio address became known. The name is misspelt in the old SDK too.
public let eStylusEventType_MACAddressAvaiable = WacomStylusEventType(rawValue: 4)
/// The pen told its name.
public let eStylusEventType_NameUpdated = WacomStylusEventType(rawValue: 5)
/// The pen told its maker.
public let eStylusEventType_ManufacturerUpdated = WacomStylusEventType(rawValue: 6)
/// The pen told its firmware's version.
public let eStylusEventType_FirmwareVersionUpdated = WacomStylusEventType(rawValue: 7)
/// The pen told its software's version.
public let eStylusEventType_SoftwareVersionUpdated = WacomStylusEventType(rawValue: 8)
/// The pen told its serial number.
public let eStylusEventType_ESerialNumberUpdated = WacomStylusEventType(rawValue: 9)

/// Something that happened at a pen, under the old SDK's name.
///
/// Deprecated on arrival: new code uses `PenEvent`.
public struct WacomStylusEvent: Sendable {
  let type: WacomStylusEventType
  var pressure = 0
  var button = 0
  var battery = 0
  var text = ""

  /// What happened.
  public func getType() -> WacomStylusEventType { type }

  /// The raw force, from ``WacomDevice/getMinimumPressure()`` to
  /// ``WacomDevice/getMaximumPressure()``; 0 for other kinds of events.
  public func getPressure() -> CGFloat { CGFloat(pressure) }

  /// The button, 1 or 2; 0 for other kinds of events.
  public func getButton() -> UInt { UInt(clamping: button) }

  /// The charge in per cent; 0 for other kinds of events.
  public func getBatteryLevel() -> UInt { UInt(clamping: battery) }

  /// The radio address that became known; empty for other kinds of events.
  public func getMACAddress() -> String { text(of: eStylusEventType_MACAddressAvaiable) }

  /// The name that the pen told; empty for other kinds of events.
  public func getName() -> String { text(of: eStylusEventType_NameUpdated) }

  /// The maker that the pen told; empty for other kinds of events.
  public func getManufacturer() -> String { text(of: eStylusEventType_ManufacturerUpdated) }

  /// The firmware's version that the pen told; empty for other kinds of events.
  public func getFirmwareVersion() -> String { text(of: eStylusEventType_FirmwareVersionUpdated) }

  /// The number that the version of the pen's software begins with; 0 for other kinds of events.
  public func getSoftwareVersion() -> Int32 {
    WacomDevice.number(text(of: eStylusEventType_SoftwareVersionUpdated))
  }

  /// The serial number that the pen told; empty for other kinds of events.
  public func getESerialNumber() -> String { text(of: eStylusEventType_ESerialNumberUpdated) }

  private func text(of type: WacomStylusEventType) -> String { self.type == type ? text : "" }
}

/// Hears of pens coming and going, under the old SDK's name.
@MainActor
public protocol WacomDiscoveryCallback: AnyObject {
  /// A pen was found.
  func deviceDiscovered(_ device: WacomDevice)
  /// Looking for pens is impossible: the radio is off.
  func discoveryStatePoweredOff()
  /// A pen is connected.
  func deviceConnected(_ device: WacomDevice)
  /// A pen is no longer connected.
  func deviceDisconnected(_ device: WacomDevice)
}

extension WacomDiscoveryCallback {
  /// Does nothing: optional in the old SDK.
  public func deviceConnected(_ device: WacomDevice) {}
  /// Does nothing: optional in the old SDK.
  public func deviceDisconnected(_ device: WacomDevice) {}
}

/// Hears what happens at a pen, under the old SDK's name.
@MainActor
public protocol WacomStylusEventCallback: AnyObject {
  /// Something happened.
  func stylusEvent(_ event: WacomStylusEvent)
}
