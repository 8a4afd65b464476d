import FudeModel

/// What is believed of the delay between a touch and its pen's events.
///
/// Twenty-four candidate delays over 0…150 ms (and a frame to either side: a touch may be told later
/// than its tip-down), each with a log weight. While a pen is new, several
/// stories fit: this touch at 50 ms or that one at 150 ms. Each candidate scores whole strokes on
/// its own, so a few strokes in a row tell them apart. Once one is clear, its neighbours alone are
/// kept in play.
struct OffsetHypotheses: Sendable {
  /// The distance between two candidates in milliseconds.
  static let step = 7.5
  /// The smallest candidate: one frame of a 60 Hz touch screen before the touch.
  static let first = -15.0
  /// How many candidates: -15, -7.5 … 157.5 ms.
  static let count = 24
  /// What a candidate is worth at least before anything is learned: no delay in bounds is absurd.
  private static let floor = -4.5
  /// Candidates this far behind the best are not asked.
  static let horizon = 9.0

  /// Log weights, the best at 0.
  private(set) var weights: [Double]
  /// The believed delay in milliseconds.
  private(set) var mean: Double
  /// Its variance in square milliseconds.
  private(set) var variance: Double
  /// The variance of one edge about the delay (link jitter and touch frames), square milliseconds.
  private(set) var jitter: Double
  /// `ln` of the density of an edge at its peak, per second: `ln(1000 / (σ √2π))`.
  private(set) var peak: Double

  private static let jitterBounds = 36.0...900.0
  /// What strokes long past still count: the delay of a link changes with its interval.
  private static let memory = 0.96

  init(settings: AssociationSettings, constants: AssociationConstants) {
    let centre = Double(max(0, min(150_000, settings.timingOffset))) / 1000
    let spread = max(4, min(200, settings.timingSpread.milliseconds))
    weights = (0..<OffsetHypotheses.count).map { index in
      let z = (OffsetHypotheses.delay(index) - centre) / spread
      return max(OffsetHypotheses.floor, -z * z / 2)
    }
    mean = centre
    variance = spread * spread
    jitter = constants.edgeDeviation * constants.edgeDeviation
    peak = 0
    settle()
  }

  /// The delay that candidate `index` stands for, in milliseconds.
  @inline(__always)
  static func delay(_ index: Int) -> Double { first + Double(index) * step }

  /// Whether the candidate is still in play.
  @inline(__always)
  func isLive(_ index: Int) -> Bool { weights[index] > -OffsetHypotheses.horizon }

  /// The smallest delay still in play, in milliseconds.
  var smallest: Double {
    for index in 0..<OffsetHypotheses.count where weights[index] > -4.6 {
      return OffsetHypotheses.delay(index)
    }
    return mean
  }

  /// How far an edge may lie from the believed delay, in milliseconds.
  var reach: Double { 4 * Maths.squareRoot(jitter + variance) }

  /// Lets a finished stroke weigh the candidates.
  ///
  /// - Parameters:
  ///   - down: Tip-down less landing, in milliseconds.
  ///   - up: Tip-up less lift, in milliseconds; `nil` if either was not seen.
  mutating func learn(down: Double, up: Double?) {
    for index in 0..<OffsetHypotheses.count {
      let delay = OffsetHypotheses.delay(index)
      var cost = (down - delay) * (down - delay)
      if let up { cost += (up - delay) * (up - delay) }
      // Bounded: one odd stroke must not settle the matter.
      let gain = min(18, cost / (2 * jitter))
      weights[index] = max(-40, weights[index] * OffsetHypotheses.memory - gain)
    }
    if let up {
      let residual = min(2500, (up - down) * (up - down) / 2)
      jitter += (residual - jitter) * 0.08
    } else {
      let residual = min(2500, (down - mean) * (down - mean))
      if variance < 100 { jitter += (residual - jitter) * 0.04 }
    }
    let bounds = OffsetHypotheses.jitterBounds
    jitter = max(bounds.lowerBound, min(bounds.upperBound, jitter))
    settle()
  }

  /// Normalises the weights and takes their moments.
  private mutating func settle() {
    var best = -Double.infinity
    for weight in weights { best = max(best, weight) }
    var sum = 0.0, first = 0.0, second = 0.0
    for index in 0..<OffsetHypotheses.count {
      weights[index] -= best
      let share = Maths.exp(weights[index])
      let delay = OffsetHypotheses.delay(index)
      sum += share
      first += share * delay
      second += share * delay * delay
    }
    mean = first / sum
    variance = max(4, second / sum - mean * mean)
    peak = 6.907755 - 0.918939 - 0.5 * Maths.log(jitter)
  }
}
