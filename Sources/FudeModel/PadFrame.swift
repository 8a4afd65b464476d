/// The whole state of a game controller at one moment.
public struct PadFrame: Hashable, Sendable {
  /// When the device measured it.
  public var time: Timestamp
  /// Which controller.
  public var device: DeviceID
  /// The buttons held.
  public var buttons: PadButtons
  /// The left stick: x in `-1...1` to the right, y in `-1...1` upwards; raw, before any dead zone.
  public var leftStick: SIMD2<Float>
  /// The right stick, as ``leftStick``.
  public var rightStick: SIMD2<Float>
  /// The left trigger's travel, `0` at rest, `1` fully pulled.
  public var leftTrigger: Float
  /// The right trigger's travel, as ``leftTrigger``.
  public var rightTrigger: Float

  /// A controller's state; what is left out is at rest.
  @inlinable
  public init(
    time: Timestamp, device: DeviceID, buttons: PadButtons = [], leftStick: SIMD2<Float> = .zero,
    rightStick: SIMD2<Float> = .zero, leftTrigger: Float = 0, rightTrigger: Float = 0
  ) {
    self.time = time
    self.device = device
    self.buttons = buttons
    self.leftStick = leftStick
    self.rightStick = rightStick
    self.leftTrigger = leftTrigger
    self.rightTrigger = rightTrigger
  }
}

/// The buttons of a controller, named by their place, not by what is printed on them.
public struct PadButtons: OptionSet, Hashable, Sendable {
  /// One bit a button.
  public var rawValue: UInt32

  /// The buttons of the given bits.
  @inlinable
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  @inlinable
  static func bit(_ number: UInt32) -> PadButtons { PadButtons(rawValue: 1 << number) }

  /// The lower face button: Cross, A.
  public static var south: PadButtons { bit(0) }
  /// The right face button: Circle, B.
  public static var east: PadButtons { bit(1) }
  /// The left face button: Square, X.
  public static var west: PadButtons { bit(2) }
  /// The upper face button: Triangle, Y.
  public static var north: PadButtons { bit(3) }
  /// The left shoulder: L1, LB.
  public static var leftShoulder: PadButtons { bit(4) }
  /// The right shoulder: R1, RB.
  public static var rightShoulder: PadButtons { bit(5) }
  /// A press on the left stick: L3.
  public static var leftStick: PadButtons { bit(6) }
  /// A press on the right stick: R3.
  public static var rightStick: PadButtons { bit(7) }
  /// OPTIONS, Menu, Start.
  public static var menu: PadButtons { bit(8) }
  /// SHARE, Create, View, Back.
  public static var options: PadButtons { bit(9) }
  /// PS, Guide.
  public static var home: PadButtons { bit(10) }
  /// Direction pad up.
  public static var up: PadButtons { bit(11) }
  /// Direction pad down.
  public static var down: PadButtons { bit(12) }
  /// Direction pad left.
  public static var left: PadButtons { bit(13) }
  /// Direction pad right.
  public static var right: PadButtons { bit(14) }
  /// A press on the touchpad.
  public static var touchpad: PadButtons { bit(15) }
  /// The first extra button, on the back or elsewhere: the upper right paddle of an Xbox Elite.
  public static var paddle1: PadButtons { bit(16) }
  /// The second extra button: the lower right paddle.
  public static var paddle2: PadButtons { bit(17) }
  /// The third extra button: the upper left paddle.
  public static var paddle3: PadButtons { bit(18) }
  /// The fourth extra button: the lower left paddle.
  public static var paddle4: PadButtons { bit(19) }
  /// The one button that a maker adds: Share on Xbox Series, the microphone on DualSense, Capture.
  public static var share: PadButtons { bit(20) }
}
