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

  static let nowhere = ModelPoint(
    time: 0, position: .zero, velocity: .zero, pressure: -1, lean: 0)
}
