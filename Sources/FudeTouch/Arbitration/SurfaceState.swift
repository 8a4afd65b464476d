import FudeModel

/// What is known of one surface: the pen above it and the hand that holds the pen.
struct SurfaceState: Sendable {
  let id: SurfaceID
  var isMetric = true
  var turn = QuarterTurn.none
  var pen = PenContext()
  var hand = HandModel()
  /// Where rejected contacts were last seen, the newest overwriting the oldest.
  private var graves: [(position: Point, at: Timestamp)] = []
  private var nextGrave = 0

  init(id: SurfaceID) {
    self.id = id
    graves.reserveCapacity(8)
  }

  /// How much wider regions are taken: without true millimetres the scale itself is uncertain.
  var scale: Double { isMetric ? 1 : 1.4 }

  /// The vector from the pen's tip to a place, as the user sees it; `nil` if no pen was placed.
  func offset(of place: Point) -> (x: Double, y: Double)? {
    guard let tip = pen.position else { return nil }
    return turn.toUser(place.x - tip.x, place.y - tip.y)
  }

  /// Remembers where a rejected contact ended.
  mutating func bury(_ position: Point, at now: Timestamp) {
    if graves.count < 8 {
      graves.append((position, now))
    } else {
      graves[nextGrave] = (position, now)
    }
    nextGrave = (nextGrave + 1) % 8
  }

  /// Whether a rejected contact ended near `position` just before `now`.
  func hasGrave(near position: Point, at now: Timestamp) -> Bool {
    for grave in graves
    where (now - grave.at).microseconds <= ArbitrationConstants.heirSpan
      && grave.position.distance(to: position) <= ArbitrationConstants.heirDistance
    {
      return true
    }
    return false
  }
}
