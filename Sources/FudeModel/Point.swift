/// A place on a surface, in millimetres from its top left corner; x grows to the right, y downwards.
///
/// A surface whose size is unknown gets nominal millimetres: see ``Surface/isMetric``.
public struct Point: Hashable, Sendable {
  /// Millimetres from the left edge.
  public var x: Double
  /// Millimetres from the top edge.
  public var y: Double

  /// The place at (`x`, `y`) millimetres.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The top left corner.
  @inlinable
  public static var zero: Point { Point(x: 0, y: 0) }

  /// The straight distance to `other` in millimetres.
  @inlinable
  public func distance(to other: Point) -> Double {
    let dx = other.x - x
    let dy = other.y - y
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The vector sum.
  @inlinable
  public static func + (lhs: Point, rhs: Point) -> Point {
    Point(x: lhs.x + rhs.x, y: lhs.y + rhs.y)
  }

  /// The vector from `rhs` to `lhs`.
  @inlinable
  public static func - (lhs: Point, rhs: Point) -> Point {
    Point(x: lhs.x - rhs.x, y: lhs.y - rhs.y)
  }

  /// The vector scaled by a factor.
  @inlinable
  public static func * (lhs: Point, rhs: Double) -> Point {
    Point(x: lhs.x * rhs, y: lhs.y * rhs)
  }
}

/// A width and a height in millimetres.
public struct Size: Hashable, Sendable {
  /// Millimetres from left to right.
  public var width: Double
  /// Millimetres from top to bottom.
  public var height: Double

  /// A size of `width` by `height` millimetres.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
