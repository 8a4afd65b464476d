import FudeModel

/// Where this person's hand lies as seen from the pen's tip, learned as it writes.
///
/// The frame is the user's: x to the right, y towards the user. One region is kept as for a
/// right-hander; the left-hander's is its mirror image.
struct HandModel: Sendable {
  /// The middle of the region for a right-hander.
  private var centreX: Double
  private var centreY: Double
  private var varianceX: Double
  private var varianceY: Double
  private var weight: Double
  private let memory: Double
  private let cone: Double
  private let sideReach: Double
  private let sideFade: Double
  private let leastVariance: Double
  /// Positive for the right hand: the sum of what palms said.
  private var side = 0.0
  /// Positive for the right hand: the sum of what the pen's lean said.
  private var lean = 0.0
  private let lesson: Double
  private let leanScale: Double
  private let leanLesson: Double
  private let leanLimit: Double

  /// A hand of which nothing is known but what hands are like.
  init(_ constants: ArbitrationConstants) {
    centreX = constants.priorX
    centreY = constants.priorY
    varianceX = constants.priorSpreadX * constants.priorSpreadX
    varianceY = constants.priorSpreadY * constants.priorSpreadY
    weight = constants.priorWeight
    cone = constants.coneStart
    sideReach = constants.sideReach
    sideFade = constants.sideFade
    memory = constants.regionMemory
    leanScale = constants.leanScale
    leanLesson = constants.leanLesson
    leanLimit = constants.leanLimit
    lesson = constants.sideLesson
    leastVariance = constants.smallestSpread * constants.smallestSpread
  }

  /// How likely the right hand is, in `0...1`.
  func rightHanded(_ handedness: Handedness) -> Double {
    switch handedness {
    case .right: 1
    case .left: 0
    case .automatic: balance(side + lean)
    }
  }

  private func balance(_ evidence: Double) -> Double { 0.5 + 0.5 * evidence / (1 + abs(evidence)) }

  /// How well an offset fits the hand: 1 in its middle, towards 0 far away.
  func fit(_ offset: (x: Double, y: Double), _ handedness: Handedness, scale: Double) -> Double {
    let right = rightHanded(handedness)
    let toRight = fit(offset.x, offset.y, scale)
    let toLeft = fit(-offset.x, offset.y, scale)
    // Until a hand is known both sides are suspected, each nearly in full.
    let strength = min(1, 2 * right)
    let other = min(1, 2 * (1 - right))
    return max(toRight * strength, toLeft * other)
  }

  private func fit(_ x: Double, _ y: Double, _ scale: Double) -> Double {
    // Beyond the palm the region goes on as a cone: a far point is judged by its direction.
    let reach = cone * (centreX * centreX + centreY * centreY).squareRoot()
    let distance = (x * x + y * y).squareRoot()
    let shrink = distance > reach ? reach / distance : 1
    let dx = x * shrink - centreX
    let dy = y * shrink - centreY
    // An arm comes from below. What lies far to the side is somebody's other hand.
    let sideways = distance > 0 ? x * x / (distance * distance) : 0
    let beyond = max(0, distance / scale - sideReach) / sideFade * sideways
    let near = 1 / (1 + beyond * beyond)
    return near / (1 + (dx * dx / varianceX + dy * dy / varianceY) / (2 * scale * scale))
  }

  /// Learns from a moment at which a sure palm lay at `offset` while the pen wrote.
  mutating func learn(_ offset: (x: Double, y: Double), _ handedness: Handedness) {
    guard abs(offset.x) < 250, abs(offset.y) < 250 else { return }
    side = max(-20, min(20, side + lesson * max(-1, min(1, offset.x / 20))))
    let x = rightHanded(handedness) >= 0.5 ? offset.x : -offset.x
    weight = min(memory, weight + 1)
    let share = 1 / weight
    let dx = x - centreX
    let dy = offset.y - centreY
    centreX += share * dx
    centreY += share * dy
    varianceX = max(leastVariance, (1 - share) * (varianceX + share * dx * dx))
    varianceY = max(leastVariance, (1 - share) * (varianceY + share * dy * dy))
  }

  /// Learns the side from the way the pen leans: towards the hand. `lean` is in radians, positive to
  /// the right.
  mutating func learn(lean: Double) {
    let said = max(-1, min(1, lean / leanScale))
    // A pen nearly upright says nothing: devices tell about zero while it hovers high.
    guard abs(said) >= 0.5 else { return }
    self.lean = max(-leanLimit, min(leanLimit, self.lean + leanLesson * said))
  }
}
