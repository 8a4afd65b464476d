/// Learns from a few strokes how lightly and how hard a person writes with a device.
///
/// Pens differ in what they call full force, hands in what they use of it (in real recordings
/// 0.10 to 0.65 of the range). What it gives belongs into ``PressureCurve/low`` and
/// ``PressureCurve/high``. Allocates while it learns, nothing otherwise.
public struct PressureLearner: Sendable {
  /// How many strokes tell enough by default.
  public static let usualStrokes = 5
  /// The share of forces at either end that doesn't count: the first and the last touch of each
  /// stroke are lighter than any writing, and one stab is no habit.
  private static let tail = 20

  /// How many strokes it still wants; 0 while it does not learn.
  public private(set) var left = 0
  private var forces: [Float] = []

  /// A learner at rest; ``start(strokes:)`` wakes it.
  public init() {}

  /// Starts anew.
  ///
  /// - Parameter strokes: How many strokes to look at, at least 1.
  public mutating func start(strokes: Int = usualStrokes) {
    left = max(1, strokes)
    forces = []
  }

  /// Takes a finished stroke.
  ///
  /// - Parameter samples: Its raw samples. A stroke with fewer than four forces above 0 tells
  ///   nothing and doesn't count.
  /// - Returns: The range of force that the hand uses, once enough is seen; then it rests.
  public mutating func take(_ samples: [InkSample]) -> (low: Float, high: Float)? {
    guard left > 0 else { return nil }
    let measured = samples.compactMap { $0.pressure }.filter { $0 > 0 && $0 <= 1 }
    guard measured.count >= 4 else { return nil }
    forces += measured
    left -= 1
    guard left == 0 else { return nil }
    forces.sort()
    let low = forces[forces.count / Self.tail]
    let high = forces[forces.count - 1 - forces.count / Self.tail]
    forces = []
    // A fifth below the lightest writing, so that it is thin rather than nothing.
    return (low * 0.8, min(1, max(high, low + 0.1)))
  }
}

extension PressureCurve {
  /// The same response over another range of force; held as in the initialiser.
  public func fitted(low: Float, high: Float) -> PressureCurve {
    PressureCurve(low: low, high: high, points: points)
  }
}
