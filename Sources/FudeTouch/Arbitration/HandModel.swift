import FudeModel

/// Where this person's hand lies as seen from the pen's tip, learned as it writes.
///
/// The frame is the user's: x to the right, y towards the user. One region is kept as for a
/// right-hander; the left-hander's is its mirror image.
struct HandModel: Sendable {
  /// The middle of the region for a right-hander.
  private(set) var centreX = ArbitrationConstants.priorX
  private(set) var centreY = ArbitrationConstants.priorY
  private var varianceX = ArbitrationConstants.priorSpreadX * ArbitrationConstants.priorSpreadX
  private var varianceY = ArbitrationConstants.priorSpreadY * ArbitrationConstants.priorSpreadY
  private var weight = ArbitrationConstants.priorWeight
  /// Positive for the right hand; the sum of what was seen.
  private var side = 0.0

  /// How likely the right hand is, in `0...1`.
  func rightHanded(_ handedness: Handedness) -> Double {
    switch handedness {
    case .right: 1
    case .left: 0
    case .automatic: 0.5 + 0.5 * side / (1 + abs(side))
    }
  }

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
    let dx = x - centreX
    let dy = y - centreY
    return 1 / (1 + (dx * dx / varianceX + dy * dy / varianceY) / (2 * scale * scale))
  }

  /// Learns from a moment at which a sure palm lay at `offset` while the pen wrote.
  mutating func learn(_ offset: (x: Double, y: Double), _ handedness: Handedness) {
    guard abs(offset.x) < 250, abs(offset.y) < 250 else { return }
    side = max(-20, min(20, side + 0.02 * max(-1, min(1, offset.x / 20))))
    let x = rightHanded(handedness) >= 0.5 ? offset.x : -offset.x
    weight = min(ArbitrationConstants.regionMemory, weight + 1)
    let share = 1 / weight
    let dx = x - centreX
    let dy = offset.y - centreY
    centreX += share * dx
    centreY += share * dy
    let least = ArbitrationConstants.smallestSpread * ArbitrationConstants.smallestSpread
    varianceX = max(least, (1 - share) * (varianceX + share * dx * dx))
    varianceY = max(least, (1 - share) * (varianceY + share * dy * dy))
  }

  /// Learns the side from the way the pen leans: towards the hand.
  mutating func learn(lean: Double) {
    side = max(-20, min(20, side + 0.002 * max(-1, min(1, lean / 0.3))))
  }
}
