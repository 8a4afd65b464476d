public import Foundation

/// The raw force at rest.
public let JOT_MIN_PRESSURE: UInt = 0
/// The raw force at full scale.
public let JOT_MAX_PRESSURE: UInt = 2047

// The old header's names of notifications are strings; where they end in `Notification`, Swift makes
// names of them. Each is posted to the default centre, from the main actor.

/// The connection's state changed; the number of the state is in the user info.
public let JotStylusManagerDidChangeConnectionStatus = "JotStylusManagerDidChangeConnectionStatus"
/// The key of the state's number in a notification of a changed connection.
public let JotStylusManagerDidChangeConnectionStatusStatusKey =
  "JotStylusManagerDidChangeConnectionStatusStatusKey"
/// The manager was enabled or disabled; which is in the user info.
public let JotStylusManagerDidChangeEnabledStatus = "JotStylusManagerDidChangeEnabledStatus"
/// The key of whether it is enabled in a notification of that.
public let JotStylusManagerDidChangeEnabledStatusStatusKey =
  "JotStylusManagerDidChangeEnabledStatusStatusKey"
/// The charge changed.
public let JotStylusManagerDidChangeBatteryLevel = "JotStylusManagerDidChangeBatteryLevel"
/// The app gave the pen a name, which is in the user info.
public let JotStylusManagerDidChangeStylusFriendlyName =
  "JotStylusManagerDidChangeStylusFriendlyName"
/// The key of the name in a notification of that.
public let JotStylusManagerDidChangeStylusFriendlyNameNameKey =
  "JotStylusManagerDidChangeStylusFriendlyNameNameKey"
/// The charge is 20 % or more from now on.
public let JotStylusNotificationBatteryLevelNormal = "JotStylusNotificationBatteryLevelNormal"
/// The charge is 10 % or more and below 20 % from now on.
public let JotStylusNotificationBatteryLevelLow = "JotStylusNotificationBatteryLevelLow"
/// The charge is below 10 % from now on.
public let JotStylusNotificationBatteryLevelCritical = "JotStylusNotificationBatteryLevelCritical"
/// The first button went down.
public let JotStylusButton1Down = "JotStylusButton1Down"
/// The first button came up.
public let JotStylusButton1Up = "JotStylusButton1Up"
/// The second button went down.
public let JotStylusButton2Down = "JotStylusButton2Down"
/// The second button came up.
public let JotStylusButton2Up = "JotStylusButton2Up"
/// The third button went down.
public let JotStylusButton3Down = "JotStylusButton3Down"
/// The third button came up.
public let JotStylusButton3Up = "JotStylusButton3Up"
/// The fourth button went down.
public let JotStylusButton4Down = "JotStylusButton4Down"
/// The fourth button came up.
public let JotStylusButton4Up = "JotStylusButton4Up"
/// The first button was pressed twice in quick succession.
public let JotStylusButton1DoubleTap = "JotStylusButton1DoubleTap"
/// The second button was pressed twice in quick succession.
public let JotStylusButton2DoubleTap = "JotStylusButton2DoubleTap"
/// The scroll strip moved; by how many steps is in the user info.
public let JotStylusScrollRelativeValueUpdated = "JotStylusScrollRelativeValueUpdated"
/// The key of the steps in a notification of a moved strip.
public let JotStylusScrollValue = "JotStylusScrollValue"

extension Notification.Name {
  /// A pen is looked for but the radio is off.
  public static let JotStylusManagerDiscoveryAttemptedButBluetoothOff = Notification.Name(
    "JotStylusManagerDiscoveryAttemptedButBluetoothOffNotification")
}

/// Where a connection stands, under the old SDK's name.
public enum JotConnectionStatus: UInt, Sendable {
  /// Not looking, not connected.
  case off
  /// Looking for a pen.
  case scanning
  /// A link is being opened.
  case pairing
  /// A pen is connected.
  case connected
  /// No pen is connected, but the last one comes back when it can.
  case disconnected
  /// The pen is switched off; never told, since a pen that is off is only not heard.
  case powerOff
  /// The device is of no use here.
  case stylusNotSupportThePlatform
  /// As ``stylusNotSupportThePlatform`` for a pen taken up in place of another; never told.
  case swapStylusNotSupportThePlatform
}

/// How the pen is held, under the old SDK's name.
public enum JotWritingStyle: UInt, Sendable {
  /// Right hand, pen in line with the wrist.
  case rightVertical
  /// Right hand, pen at half a right angle to the wrist.
  case rightAverage
  /// Right hand, pen square to the wrist.
  case rightHorizontal
  /// Left hand, pen in line with the wrist.
  case leftVertical
  /// Left hand, pen at half a right angle to the wrist.
  case leftAverage
  /// Left hand, pen square to the wrist.
  case leftHorizontal
}

/// The domain of the old SDK's errors.
public let JotTouchSDKErrorDomain = "JotTouchSDKErrorDomain"

/// What can go wrong, under the old SDK's name; the codes of its guide that can occur here.
public enum JotTouchSDKErrorType: Int, Sendable {
  /// Something else.
  case unknown = 0
  /// A pen is to be looked for but the manager is disabled.
  case sdkNotEnabled = 99
  /// No pen was found in time.
  case timeout = 102
  /// The device found is no pen of use.
  case stylusNotSupportedOnTablet = 105
  /// There is no help to open.
  case cannotOpenHelp = 500

  var error: NSError { NSError(domain: JotTouchSDKErrorDomain, code: rawValue) }
}
