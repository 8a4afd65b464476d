/// All that a controller says at one moment: its state, and what only some controllers have.
public struct PadReport: Hashable, Sendable {
  /// Buttons, sticks and triggers.
  public var frame: PadFrame
  /// The first finger on the touchpad; `nil` if none, or no touchpad.
  public var firstTouch: PadTouch?
  /// The second finger on the touchpad.
  public var secondTouch: PadTouch?
  /// What the motion sensors measure; `nil` if there are none, or they are off.
  public var motion: PadMotion?
  /// The battery; `nil` if the controller does not tell.
  public var battery: PadBattery?

  /// A report; what is left out is absent.
  @inlinable
  public init(
    frame: PadFrame, firstTouch: PadTouch? = nil, secondTouch: PadTouch? = nil,
    motion: PadMotion? = nil, battery: PadBattery? = nil
  ) {
    self.frame = frame
    self.firstTouch = firstTouch
    self.secondTouch = secondTouch
    self.motion = motion
    self.battery = battery
  }
}

/// A finger on a controller's touchpad.
public struct PadTouch: Hashable, Sendable {
  /// From the left edge (0) to the right (1).
  public var x: Float
  /// From the top edge (0) to the bottom (1).
  public var y: Float

  /// A finger at (`x`, `y`).
  @inlinable
  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }
}

/// What a controller's motion sensors measure.
///
/// The axes are those of a controller held flat in both hands: x to the right, y up out of its
/// face, z towards the person.
public struct PadMotion: Hashable, Sendable {
  /// What holds the controller, in units of gravity: lying still on a table it is (0, 1, 0).
  public var acceleration: SIMD3<Float>
  /// Rotation about each axis in radians a second, counterclockwise when looking against the axis.
  public var rotationRate: SIMD3<Float>

  /// A measurement.
  @inlinable
  public init(acceleration: SIMD3<Float>, rotationRate: SIMD3<Float>) {
    self.acceleration = acceleration
    self.rotationRate = rotationRate
  }
}

/// A controller's battery.
public struct PadBattery: Hashable, Sendable {
  /// What the battery is doing.
  public enum State: UInt8, Hashable, Sendable {
    /// It does not say.
    case unknown
    /// It feeds the controller.
    case discharging
    /// It is being charged.
    case charging
    /// It is full and on the cable.
    case full
  }

  /// The charge, `0...1`.
  public var level: Float
  /// What the battery is doing.
  public var state: State

  /// A battery at `level`.
  @inlinable
  public init(level: Float, state: State) {
    self.level = level
    self.state = state
  }
}
