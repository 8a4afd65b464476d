/// One point of the model's curve.
public struct ModelPoint: Hashable, Sendable {
  /// Seconds since the stroke's first sample.
  public var time: Float
  /// Millimetres on the canvas.
  public var position: SIMD2<Float>
  /// Millimetres a second.
  public var velocity: SIMD2<Float>
  /// Force, `0...1`; below 0 if unknown.
  public var pressure: Float
  /// How far the pen leans from the upright in radians, `0...π/2`; 0 if not measured.
  public var lean: Float

  /// A point.
  @inlinable
  public init(
    time: Float, position: SIMD2<Float>, velocity: SIMD2<Float>, pressure: Float, lean: Float
  ) {
    self.time = time
    self.position = position
    self.velocity = velocity
    self.pressure = pressure
    self.lean = lean
  }
}

/// What the model believes of a pen's movement; documented where it is used.
public struct ModelSettings: Hashable, Sendable {
  /// How long a point may still change, in seconds, `0.005...0.2`.
  ///
  /// Raise it for smoother lines; lower it for a shorter volatile tail.
  public var lag: Double
  /// Standard deviation of the device's noise in mm before anything is known of it.
  public var noise: Double
  /// Spectral density of the pen's jerk in mm²/s⁵: how suddenly a hand changes its acceleration.
  ///
  /// Raise it when small fast letters lose their shape; lower it when slow lines tremble.
  public var jerk: Double
  /// Spectral density of the force's random walk, in 1/s.
  public var pressureDrift: Double
  /// Variance of a force measurement.
  public var pressureNoise: Double

  /// The defaults, tuned on one half of the corpora (see Docs/ink.md).
  public init(
    lag: Double = 0.04, noise: Double = 0.02, jerk: Double = 1e9, pressureDrift: Double = 2,
    pressureNoise: Double = 4e-4
  ) {
    self.lag = max(0.005, min(0.2, lag))
    self.noise = max(1e-4, noise)
    self.jerk = max(1, jerk)
    self.pressureDrift = max(1e-6, pressureDrift)
    self.pressureNoise = max(1e-9, pressureNoise)
  }
}
