import FudeModel

/// What is known of one surface: the pen above it and the hand that holds the pen.
struct SurfaceState: Sendable {
  let id: SurfaceID
  var isMetric = true
  var turn = QuarterTurn.none
  /// Whether a pen was seen or announced.
  var hasPen = false
  var pen = PenContext()
  var hand: HandModel
  /// Where rejected contacts were last seen, the newest overwriting the oldest.
  private var graves: [(position: Point, at: Timestamp, kinship: Float)] = []
  private var nextGrave = 0
  private let heirSpan: Int64
  private let heirDistance: Double

  init(id: SurfaceID, constants: ArbitrationConstants) {
    self.id = id
    hand = HandModel(constants)
    heirSpan = constants.heirSpan
    heirDistance = constants.heirDistance
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
  mutating func bury(_ position: Point, at now: Timestamp, kinship: Float) {
    if graves.count < 8 {
      graves.append((position, now, kinship))
    } else {
      graves[nextGrave] = (position, now, kinship)
    }
    nextGrave = (nextGrave + 1) % 8
  }

  /// How near `position` is to a rejected contact that ended just before `now`.
  func heirdom(of position: Point, at now: Timestamp) -> Float {
    var most: Float = 0
    for grave in graves where (now - grave.at).microseconds <= heirSpan {
      most = max(most, grave.kinship * nearness(grave.position, position))
    }
    return most
  }

  /// 1 on the same spot, one half at the heir distance, towards 0 far away.
  func nearness(_ one: Point, _ other: Point) -> Float {
    let dx = one.x - other.x
    let dy = one.y - other.y
    let share = (dx * dx + dy * dy) / (heirDistance * heirDistance)
    return share < 1e6 ? Float(1 / (1 + share * share)) : 0
  }
}
