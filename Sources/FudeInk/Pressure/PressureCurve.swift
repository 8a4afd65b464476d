/// How pen force becomes a fraction of full width: monotone, adjustable, and never quite zero.
///
/// A force at or below ``low`` gives 0, at or above ``high`` gives 1; between them the points are
/// joined by a monotone cubic. What a brush makes of 0 is its own minimum width, so a line that was
/// drawn never vanishes.
public struct PressureCurve: Hashable, Sendable {
  /// The force at which the response begins, `0..<high`.
  ///
  /// Raise it when a resting tip marks; lower it when light lines start late.
  public var low: Float
  /// The force at which the response is full, `low...1`.
  ///
  /// Lower it when full width needs an uncomfortable force.
  public var high: Float
  /// The response at inputs 0, ¼, ½, ¾ and 1 of the range `low...high`; ascending in `0...1`.
  public let points: [Float]
  private let slopes: [Float]
  /// Whether the response is the share of the range itself.
  private let isStraight: Bool

  /// A curve through five points.
  ///
  /// - Parameters:
  ///   - low: Where the response begins; held within `0...0.95`.
  ///   - high: Where it is full; held above `low`.
  ///   - points: The response at equal steps of the range, at least two; each is held within
  ///     `0...1` and no lower than the one before. Fewer than two points count as linear.
  public init(low: Float = 0, high: Float = 1, points: [Float] = [0, 0.25, 0.5, 0.75, 1]) {
    self.low = PressureCurve.bounded(low, 0, 0.95)
    self.high = PressureCurve.bounded(high, self.low + 0.02, 1)
    var rising: [Float] = []
    for point in points {
      rising.append(max(rising.last ?? 0, PressureCurve.bounded(point, 0, 1)))
    }
    let valid = rising.count >= 2 ? rising : [0, 1]
    self.points = valid
    slopes = PressureCurve.slopes(valid)
    isStraight = valid.indices.allSatisfy {
      valid[$0] == Float($0) / Float(valid.count - 1)
    }
  }

  /// Full width with little force.
  public static let light = PressureCurve(points: [0, 0.46, 0.7, 0.87, 1])
  /// Width in proportion to force.
  public static let linear = PressureCurve()
  /// Full width only with great force.
  public static let heavy = PressureCurve(points: [0, 0.08, 0.26, 0.55, 1])

  /// The fraction of full width for a force, in `0...1`; not a number counts as 0.
  public func response(to force: Float) -> Float {
    guard force > low else { return 0 }
    let share = min(1, (force - low) / (high - low))
    if isStraight { return share }
    let last = points.count - 1
    let x = share * Float(last)
    let index = min(last - 1, Int(x))
    let t = x - Float(index)
    let rise = points[index + 1] - points[index]
    let entry = slopes[index]
    let exit = slopes[index + 1]
    // Cubic Hermite over a unit step.
    return points[index]
      + t * (entry + t * ((3 * rise - 2 * entry - exit) + t * (entry + exit - 2 * rise)))
  }

  /// The slopes at the points: the harmonic mean of the neighbours' rises, which is what keeps a
  /// cubic monotone (Fritsch and Butland, 1984).
  private static func slopes(_ points: [Float]) -> [Float] {
    let last = points.count - 1
    return points.indices.map { index in
      if index == 0 { return points[1] - points[0] }
      if index == last { return points[last] - points[last - 1] }
      let before = points[index] - points[index - 1]
      let after = points[index + 1] - points[index]
      return before > 0 && after > 0 ? 2 * before * after / (before + after) : 0
    }
  }

  private static func bounded(_ value: Float, _ low: Float, _ high: Float) -> Float {
    value == value ? max(low, min(high, value)) : low
  }
}
