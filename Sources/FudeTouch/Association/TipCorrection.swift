import FudeModel

/// Moves a touch's place to the pen's true tip, without ever bending a line suddenly.
///
/// A leaning pen's touch is sensed on the side to which it leans. The correction may change freely
/// between strokes, but within one only by ``AssociationSettings/tipOffsetSlew`` a millimetre of
/// path: a lean that becomes known after the first point must not draw an arc.
struct TipCorrection: Hashable, Sendable {
  /// The vector added to the raw place, in millimetres.
  private(set) var current = Point.zero
  private var last = Point.zero

  /// The full correction for a lean.
  static func target(
    tilt: Tilt?, orientation: SurfaceOrientation, settings: AssociationSettings
  ) -> Point {
    let length = max(0, min(5, settings.tipOffset))
    guard length > 0 else { return .zero }
    if let tilt {
      // The lean in quarter circles; measured in the surface's own frame already.
      let scale = -length / (Maths.pi / 2)
      let x = Double(tilt.x), y = Double(tilt.y)
      guard x == x, y == y else { return .zero }
      return Point(x: max(-1.6, min(1.6, x)) * scale, y: max(-1.6, min(1.6, y)) * scale)
    }
    // A hand at rest holds the pen at about 40° from the upright.
    return orientation.toSurface(settings.posture.leanDirection) * (-length * 0.45)
  }

  /// Takes the whole target: a stroke begins.
  mutating func begin(at place: Point, target: Point) -> Point {
    current = target
    last = place
    return place + current
  }

  /// Goes towards the target as far as the path since the last point allows.
  mutating func move(to place: Point, target: Point, slew: Double) -> Point {
    let room = place.distance(to: last) * max(0.01, min(1, slew))
    let gap = current.distance(to: target)
    current = gap <= room ? target : current + (target - current) * (room / gap)
    last = place
    return place + current
  }
}
