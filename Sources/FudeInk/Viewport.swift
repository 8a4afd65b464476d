public import FudeModel

/// Which part of the canvas is seen, how large, and how turned.
///
/// A canvas point p in millimetres is seen at the pixel `offset + scale · R(rotation) · p`.
public struct Viewport: Hashable, Sendable {
  /// Pixels a millimetre, above 0.
  public var scale: Double
  /// Where the canvas's origin is seen, in pixels from the bitmap's top left corner.
  public var offset: Point
  /// The turn of the canvas in radians, clockwise.
  public var rotation: Double

  /// A view; a scale that is not above 0 counts as 1, and all is held within what pixels can show
  /// (scales up to 1e5, offsets within ±1e8).
  public init(scale: Double, offset: Point = .zero, rotation: Double = 0) {
    self.scale = scale > 0 ? max(1e-5, min(1e5, scale)) : 1
    self.offset = Point(x: Viewport.held(offset.x), y: Viewport.held(offset.y))
    self.rotation = rotation.isFinite ? rotation : 0
  }

  private static func held(_ value: Double) -> Double {
    value == value ? max(-1e8, min(1e8, value)) : 0
  }

  /// Where a canvas point is seen, in pixels.
  public func pixel(of point: Point) -> Point {
    let (sine, cosine) = Maths.sinCos(rotation)
    return Point(
      x: offset.x + scale * (cosine * point.x - sine * point.y),
      y: offset.y + scale * (sine * point.x + cosine * point.y))
  }

  /// The canvas point that is seen at a pixel.
  public func point(at pixel: Point) -> Point {
    let (sine, cosine) = Maths.sinCos(rotation)
    let x = (pixel.x - offset.x) / scale
    let y = (pixel.y - offset.y) / scale
    return Point(x: cosine * x + sine * y, y: cosine * y - sine * x)
  }
}

/// A viewport made ready to move knots.
struct Projection {
  let x: SIMD2<Float>
  let y: SIMD2<Float>
  let offset: SIMD2<Float>
  let scale: Float
  /// The paper's tooth as it is seen.
  let grain: PaperGrain

  init(_ viewport: Viewport) {
    let (sine, cosine) = Maths.sinCos(viewport.rotation)
    x = SIMD2(Float(viewport.scale * cosine), Float(viewport.scale * sine))
    y = SIMD2(Float(-viewport.scale * sine), Float(viewport.scale * cosine))
    offset = SIMD2(Float(viewport.offset.x), Float(viewport.offset.y))
    scale = Float(viewport.scale)
    grain = PaperGrain(viewport)
  }

  @inline(__always)
  func callAsFunction(_ knot: Knot) -> Knot {
    Knot(
      position: offset + x * knot.position.x + y * knot.position.y,
      velocity: x * knot.velocity.x + y * knot.velocity.y, radius: scale * knot.radius,
      time: knot.time)
  }
}
