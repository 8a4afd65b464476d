import FudeModel

/// What a person's palm looks like on this surface: where it lies from the tip, and how large
/// contacts of tips and of everything else are.
struct WritingHand: Sendable {
  /// The centre of the palm's contacts seen from the tip, in millimetres.
  private var offset: Point
  /// Their variance along each axis, in square millimetres.
  private var spread: Point
  /// Mean of the `ln` size of tips, and how many strokes it stands on.
  private var tipSize = 0.0
  private var tipCount = 0.0
  /// Mean of the `ln` size of other contacts.
  private var otherSize = 0.0
  private var otherCount = 0.0

  init(posture: WritingPosture, orientation: SurfaceOrientation) {
    offset = orientation.toSurface(posture.palmOffset)
    let wide = posture == .unknown ? 70.0 : 45.0
    spread = Point(x: wide * wide, y: 40 * 40)
  }

  /// The surface is held otherwise: where the palm lies is learned anew.
  mutating func turn(posture: WritingPosture, orientation: SurfaceOrientation) {
    let fresh = WritingHand(posture: posture, orientation: orientation)
    offset = fresh.offset
    spread = fresh.spread
  }

  /// A finished stroke teaches where the other contacts lay.
  mutating func learnPalm(_ vector: Point) {
    // Farther than a hand is long: the other hand.
    guard vector.distance(to: .zero) < 140 else { return }
    let rate = 0.06
    let delta = vector - offset
    offset = offset + delta * rate
    let floor = 25.0 * 25
    spread.x = max(floor, spread.x + (delta.x * delta.x - spread.x) * rate)
    spread.y = max(floor, spread.y + (delta.y * delta.y - spread.y) * rate)
  }

  mutating func learnSize(tip logSize: Double?, isTip: Bool) {
    guard let logSize else { return }
    if isTip {
      tipCount = min(40, tipCount + 1)
      tipSize += (logSize - tipSize) / tipCount
    } else {
      otherCount = min(40, otherCount + 1)
      otherSize += (logSize - otherSize) / otherCount
    }
  }

  /// How well a contact at `vector` from a supposed tip fits its palm; 0 at the centre, down to -4.
  func palmFit(_ vector: Point) -> Double {
    let dx = vector.x - offset.x, dy = vector.y - offset.y
    return max(-4, -(dx * dx / spread.x + dy * dy / spread.y) / 2)
  }

  /// Log odds of a size being a tip's, within ±2.5; 0 while nothing is learned or the sizes of tips
  /// and others are the same.
  func sizeOdds(_ logSize: Double?, deviation: Double) -> Double {
    guard let logSize, tipCount >= 2, otherCount >= 2 else { return 0 }
    let tip = (logSize - tipSize) / deviation
    let other = (logSize - otherSize) / deviation
    let trust = min(1, (tipCount + otherCount) / 12)
    return max(-2.5, min(2.5, (other * other - tip * tip) / 2)) * trust
  }
}
