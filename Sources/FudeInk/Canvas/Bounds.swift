public import FudeModel

/// An upright rectangle in millimetres.
public struct Bounds: Hashable, Sendable {
  /// Left, top, right, bottom.
  var sides: SIMD4<Float>

  /// The rectangle between two corners.
  public init(from: Point, to: Point) {
    sides = SIMD4(
      Float(min(from.x, to.x)), Float(min(from.y, to.y)), Float(max(from.x, to.x)),
      Float(max(from.y, to.y)))
  }

  init(sides: SIMD4<Float>) { self.sides = sides }

  /// No place at all; the union with anything is that thing.
  static let nowhere = Bounds(
    sides: SIMD4(.infinity, .infinity, -.infinity, -.infinity))

  /// The top left corner.
  public var minimum: Point { Point(x: Double(sides.x), y: Double(sides.y)) }
  /// The bottom right corner.
  public var maximum: Point { Point(x: Double(sides.z), y: Double(sides.w)) }
  /// Whether it holds no place.
  public var isEmpty: Bool { sides.x > sides.z || sides.y > sides.w }

  /// Whether the two share a place.
  @inline(__always)
  func meets(_ other: Bounds) -> Bool {
    sides.x <= other.sides.z && other.sides.x <= sides.z && sides.y <= other.sides.w
      && other.sides.y <= sides.w
  }

  /// Whether the other lies within it.
  func holds(_ other: Bounds) -> Bool {
    contains(other.sides.lowHalf) && contains(other.sides.highHalf)
  }

  func contains(_ place: SIMD2<Float>) -> Bool {
    place.x >= sides.x && place.x <= sides.z && place.y >= sides.y && place.y <= sides.w
  }

  mutating func add(_ other: Bounds) {
    let low = pointwiseMin(sides.lowHalf, other.sides.lowHalf)
    sides = SIMD4(lowHalf: low, highHalf: pointwiseMax(sides.highHalf, other.sides.highHalf))
  }

  mutating func add(_ knot: Knot) {
    add(
      Bounds(
        sides: SIMD4(
          lowHalf: knot.position - knot.radius, highHalf: knot.position + knot.radius)))
  }

  func grown(by margin: Float) -> Bounds {
    Bounds(sides: sides + SIMD4(-margin, -margin, margin, margin))
  }

  /// The pixels that this rectangle can touch.
  func pixels(_ viewport: Viewport, in frame: PixelRect) -> PixelRect {
    guard !isEmpty else { return .empty }
    let corners = [
      viewport.pixel(of: minimum), viewport.pixel(of: maximum),
      viewport.pixel(of: Point(x: minimum.x, y: maximum.y)),
      viewport.pixel(of: Point(x: maximum.x, y: minimum.y)),
    ]
    var low = corners[0]
    var high = corners[0]
    for corner in corners {
      low = Point(x: min(low.x, corner.x), y: min(low.y, corner.y))
      high = Point(x: max(high.x, corner.x), y: max(high.y, corner.y))
    }
    func held(_ value: Double) -> Int { Int(max(-1e6, min(1e6, value)).rounded(.down)) }
    let x = held(low.x) - 1
    let y = held(low.y) - 1
    return PixelRect(x: x, y: y, width: held(high.x) + 2 - x, height: held(high.y) + 2 - y)
      .intersection(frame)
  }
}
