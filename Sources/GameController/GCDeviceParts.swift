import FudeModel
import FudePadSources
public import Foundation

/// A colour: red, green and blue, `0...1`.
public class GCColor: NSObject, @unchecked Sendable {
  /// Red, `0...1`.
  public let red: Float
  /// Green, `0...1`.
  public let green: Float
  /// Blue, `0...1`.
  public let blue: Float

  /// A colour; values out of range are clamped.
  public init(red: Float, green: Float, blue: Float) {
    self.red = max(0, min(1, red))
    self.green = max(0, min(1, green))
    self.blue = max(0, min(1, blue))
  }
}

/// A controller's lamp.
public class GCDeviceLight: NSObject, @unchecked Sendable {
  /// The lamp's colour; black until set. Setting it lights the lamp.
  public var color: GCColor {
    get { lock.withLock { current } }
    set {
      lock.withLock {
        current = newValue
        isSet = true
      }
      tell(newValue)
    }
  }

  /// Says again what was set.
  func repeatColor() {
    if let color = lock.withLock({ isSet ? current : nil }) { tell(color) }
  }

  private func tell(_ color: GCColor) {
    controller?.perform(.light(red: color.red, green: color.green, blue: color.blue))
  }

  private var isSet = false
  private let lock = NSLock()
  private var current = GCColor(red: 0, green: 0, blue: 0)
  private weak var controller: GCController?

  init(_ controller: GCController) {
    self.controller = controller
  }
}

/// A controller's battery at one moment.
public class GCDeviceBattery: NSObject, @unchecked Sendable {
  /// What the battery is doing.
  public enum State: Int, Sendable {
    /// It does not say.
    case unknown = -1
    /// It feeds the controller.
    case discharging = 0
    /// It is being charged.
    case charging = 1
    /// It is full.
    case full = 2
  }

  /// The charge, `0...1`.
  public let batteryLevel: Float
  /// What the battery is doing.
  public let batteryState: State

  init(_ battery: PadBattery) {
    batteryLevel = battery.level
    batteryState =
      switch battery.state {
      case .unknown: .unknown
      case .discharging: .discharging
      case .charging: .charging
      case .full: .full
      }
  }
}

/// A place on a controller where something can be felt.
public struct GCHapticsLocality: RawRepresentable, Hashable, Sendable {
  /// The place's name.
  public let rawValue: String
  /// A place.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Wherever the controller does it best.
  public static let `default` = GCHapticsLocality(rawValue: "Default")
  /// Everywhere.
  public static let all = GCHapticsLocality(rawValue: "All")
  /// Both handles.
  public static let handles = GCHapticsLocality(rawValue: "Handles")
  /// The left handle: the heavy motor.
  public static let leftHandle = GCHapticsLocality(rawValue: "Left Handle")
  /// The right handle: the light motor.
  public static let rightHandle = GCHapticsLocality(rawValue: "Right Handle")
  /// Both triggers.
  public static let triggers = GCHapticsLocality(rawValue: "Triggers")
  /// The left trigger.
  public static let leftTrigger = GCHapticsLocality(rawValue: "Left Trigger")
  /// The right trigger.
  public static let rightTrigger = GCHapticsLocality(rawValue: "Right Trigger")
}
