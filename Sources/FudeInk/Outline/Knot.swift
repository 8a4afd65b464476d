/// A point of a stroke's middle line with its half width: what an outline is made from.
///
/// Between two knots the middle line is a cubic Hermite curve over time, the half width linear.
public struct Knot: Hashable, Sendable {
  /// Place, in millimetres or pixels.
  public var position: SIMD2<Float>
  /// Velocity in the same unit a second.
  public var velocity: SIMD2<Float>
  /// Half the width, ≥ 0.
  public var radius: Float
  /// Seconds since the stroke began.
  public var time: Float

  /// A knot.
  @inlinable
  public init(position: SIMD2<Float>, velocity: SIMD2<Float>, radius: Float, time: Float) {
    self.position = position
    self.velocity = velocity
    self.radius = radius
    self.time = time
  }
}

extension SIMD2<Float> {
  @inline(__always) func dot(_ other: SIMD2<Float>) -> Float { x * other.x + y * other.y }
  @inline(__always) func cross(_ other: SIMD2<Float>) -> Float { x * other.y - y * other.x }
  @inline(__always) var length: Float { dot(self).squareRoot() }
  /// A quarter turn from x towards y: clockwise on a surface whose y grows downwards.
  @inline(__always) var turned: SIMD2<Float> { SIMD2(-y, x) }
}
