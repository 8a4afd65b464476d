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
  var address: String?
  var signal: Int
  var isConnected = false
  var maximumPressure = 2047
  var batteryLevel: Int?

  init(pen: DeviceID, signal: Int) {
    self.pen = pen
    self.signal = signal
  }

  /// The pen's name; empty until it is told.
  public func getName() -> String { name ?? "" }

  /// The maker's name; empty until it is told.
  public func getManufacturerName() -> String { maker ?? "" }

  /// The firmware's version; empty until it is told.
  public func getFirmwareVersion() -> String { firmware ?? "" }

  /// The radio address; empty until the event of the misspelt name has come.
  public func getMACAddress() -> String { address ?? "" }

  /// The signal's strength in dBm; -1 is better than -2.
  public func getSignalStrength() -> Int { signal }

  /// The raw force at rest.
  public func getMinimumPressure() -> Int { 0 }

  /// The raw force at full scale, as the pen says; 2047 until it does.
  public func getMaximumPressure() -> Int { maximumPressure }

  /// The charge in per cent; -1 until it is told.
  public func getBatteryLevel() -> Int { batteryLevel ?? -1 }

  /// Whether the pen is connected.
  public func isCurrentlyConnected() -> Bool { isConnected }
}

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

/// Something that happened at a pen, under the old SDK's name.
///
/// Deprecated on arrival: new code uses `PenEvent`.
public struct WacomStylusEvent: Sendable {
  let type: WacomStylusEventType
  var pressure = 0
  var button = 0
  var battery = 0

  /// What happened.
  public func getType() -> WacomStylusEventType { type }

  /// The raw force, from ``WacomDevice/getMinimumPressure()`` to
  /// ``WacomDevice/getMaximumPressure()``; 0 for other kinds of events.
  public func getPressure() -> CGFloat { CGFloat(pressure) }

  /// The button, 1 or 2; 0 for other kinds of events.
  public func getButton() -> Int { button }

  /// The charge in per cent; 0 for other kinds of events.
  public func getBatteryLevel() -> Int { battery }
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
