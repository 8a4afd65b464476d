import FudeInk

/// Learns from a few strokes how lightly and how hard a person writes.
struct PressureLearner: Sendable {
  /// How many strokes it looks at.
  static let strokes = 5

  private(set) var left = 0
  private var forces: [Float] = []

  /// Starts anew.
  mutating func start() {
    left = Self.strokes
    forces = []
  }

  /// Takes a stroke; gives the ends of the range when it has seen enough.
  mutating func take(_ samples: [InkSample]) -> (low: Float, high: Float)? {
    guard left > 0 else { return nil }
    let measured = samples.compactMap { $0.pressure }.filter { $0 > 0 }
    guard measured.count >= 4 else { return nil }
    forces += measured
    left -= 1
    guard left == 0 else { return nil }
    forces.sort()
    // Not the extremes: the first and last touch of each stroke are lighter than any writing.
    let low = forces[forces.count / 20]
    let high = forces[forces.count - 1 - forces.count / 20]
    return (max(0, low * 0.8), min(1, max(high, low + 0.1)))
  }
}
