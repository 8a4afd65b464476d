import FudeModel

/// How a hand holds the pen: which hand, and where it rests seen from the tip.
public enum WritingPosture: UInt8, Hashable, Sendable, CaseIterable {
  /// Not told; learned from the palms seen.
  case unknown
  /// Right hand, palm to the right of the tip.
  case right
  /// Left hand, palm to the left of the tip.
  case left
  /// Right hand from above, hooked: palm above and to the right.
  case rightUpward
  /// Right hand from below: palm below and to the right.
  case rightDownward
  /// Left hand from above, hooked: palm above and to the left.
  case leftUpward
  /// Left hand from below: palm below and to the left.
  case leftDownward

  /// Where the palm's contacts are expected, from the tip, in millimetres.
  ///
  /// Measured centre for right-handed writing on pen tablets: +24…+90 mm right, +12…+50 mm down;
  /// the others are its mirror images.
  var palmOffset: Point {
    switch self {
    case .unknown: Point(x: 0, y: 30)
    case .right: Point(x: 55, y: 28)
    case .left: Point(x: -55, y: 28)
    case .rightUpward: Point(x: 45, y: -35)
    case .rightDownward: Point(x: 35, y: 50)
    case .leftUpward: Point(x: -45, y: -35)
    case .leftDownward: Point(x: -35, y: 50)
    }
  }

  /// The direction in which the pen's upper end leans, as a unit vector; zero if unknown.
  var leanDirection: Point {
    let diagonal = 0.7071067811865476
    return switch self {
    case .unknown: .zero
    case .right: Point(x: 1, y: 0)
    case .left: Point(x: -1, y: 0)
    case .rightUpward: Point(x: diagonal, y: -diagonal)
    case .rightDownward: Point(x: diagonal, y: diagonal)
    case .leftUpward: Point(x: -diagonal, y: -diagonal)
    case .leftDownward: Point(x: -diagonal, y: diagonal)
    }
  }
}

/// How a surface is held: by how much its own top edge is turned from the user's up.
public enum SurfaceOrientation: UInt8, Hashable, Sendable, CaseIterable {
  /// The surface's top edge is up.
  case upright
  /// Turned clockwise by a quarter: its top edge is to the user's right.
  case quarterClockwise
  /// Upside down.
  case upsideDown
  /// Turned counter-clockwise by a quarter: its top edge is to the user's left.
  case quarterCounterClockwise

  /// A vector in the user's frame, expressed in the surface's own frame.
  func toSurface(_ vector: Point) -> Point {
    switch self {
    case .upright: vector
    case .quarterClockwise: Point(x: vector.y, y: -vector.x)
    case .upsideDown: Point(x: -vector.x, y: -vector.y)
    case .quarterCounterClockwise: Point(x: -vector.y, y: vector.x)
    }
  }
}
