/// One report of a pen.
public struct PenSample: Hashable, Sendable {
  /// When the device measured it.
  public var time: Timestamp
  /// Which device reported it.
  public var device: DeviceID
  /// Where the device's coordinates live.
  public var surface: SurfaceID
  /// Out of range, near, hovering or touching.
  public var state: PenState
  /// The tip's place; `nil` while the device has told none (``PenState/near``, or out before any).
  public var position: Point?
  /// Tip force as a fraction of the device's full scale, in `0...1`.
  ///
  /// `nil` if the device has no pressure axis; a measured zero is `0`.
  public var pressure: Float?
  /// The pen's lean; `nil` if the device does not measure it.
  public var tilt: Tilt?
  /// Rotation about the pen's own axis in radians, clockwise seen from above, `0..<2π`; `nil` if
  /// not measured.
  public var twist: Float?
  /// Which end or kind of tool.
  public var tool: PenTool
  /// The side buttons held at this moment.
  public var buttons: PenButtons

  /// A report; what is left out is unknown or at rest.
  @inlinable
  public init(
    time: Timestamp, device: DeviceID, surface: SurfaceID, state: PenState, position: Point?,
    pressure: Float? = nil, tilt: Tilt? = nil, twist: Float? = nil, tool: PenTool = .pen,
    buttons: PenButtons = []
  ) {
    self.time = time
    self.device = device
    self.surface = surface
    self.state = state
    self.position = position
    self.pressure = pressure
    self.tilt = tilt
    self.twist = twist
    self.tool = tool
    self.buttons = buttons
  }
}

/// How close a pen is.
public enum PenState: Hashable, Sendable {
  /// Not sensed.
  case out
  /// Sensed at the edge of range, with no usable position yet.
  case near
  /// Sensed above the surface. `distance` is a fraction of the sensing range, `0` at the surface;
  /// `nil` if the device does not measure it.
  case hovering(distance: Float?)
  /// The tip is down.
  case touching

  /// Whether the pen is sensed at all.
  @inlinable
  public var isInRange: Bool { self != .out }
}

/// A pen's lean from the upright.
public struct Tilt: Hashable, Sendable {
  /// Lean towards the right edge in radians, `-π/2...π/2`; negative to the left.
  public var x: Float
  /// Lean towards the bottom edge (towards the user) in radians, `-π/2...π/2`; negative away.
  public var y: Float

  /// A lean of `x` and `y` radians.
  @inlinable
  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }
}

/// A kind of tool, as the device tells it.
public enum PenTool: UInt8, Hashable, Sendable, CaseIterable {
  /// The writing end.
  case pen
  /// The eraser end, or a tool used as one.
  case eraser
  /// A brush.
  case brush
  /// A pencil.
  case pencil
  /// An airbrush.
  case airbrush
  /// A puck or lens cursor on a tablet.
  case cursor
}

/// The side buttons of a pen, numbered from the tip upwards.
public struct PenButtons: OptionSet, Hashable, Sendable {
  /// One bit a button.
  public var rawValue: UInt8

  /// The buttons of the given bits.
  @inlinable
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The button nearest to the tip (`BTN_STYLUS`).
  @inlinable
  public static var first: PenButtons { PenButtons(rawValue: 1) }
  /// The next one (`BTN_STYLUS2`).
  @inlinable
  public static var second: PenButtons { PenButtons(rawValue: 2) }
  /// The third one (`BTN_STYLUS3`).
  @inlinable
  public static var third: PenButtons { PenButtons(rawValue: 4) }
}
