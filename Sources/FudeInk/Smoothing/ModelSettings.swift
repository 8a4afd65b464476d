/// What the model believes of hands and pens.
///
/// The defaults were chosen on one half of the corpora and on seeded synthetic strokes; Docs/ink.md
/// has the figures of the other half.
public struct ModelSettings: Hashable, Sendable {
  /// How long a point may still change, in seconds, `0.005...0.2`.
  ///
  /// Raise it for smoother lines; lower it for a shorter volatile tail.
  public var lag: Double
  /// Standard deviation of the device's noise on each axis in mm, before anything is learned of it.
  ///
  /// 0.01 to 0.03 mm is what good digitisers show; the model learns the true value within about ten samples.
  public var noise: Double
  /// Spectral density of the pen's jerk in mm²/s⁵ at a stroke's start: how suddenly a hand changes
  /// its acceleration. The model adapts it.
  ///
  /// Raise it when the first letters of small writing lose their shape; lower it when the first
  /// lines tremble.
  public var jerk: Double
  /// How fast the force may drift: variance gained a second.
  ///
  /// Raise it when the width lags behind the hand; lower it when it flickers.
  public var pressureDrift: Double
  /// Variance of a force measurement.
  public var pressureNoise: Double
  /// How strongly a prediction is held back, in 1/s, ≥ 0: hands slow down more often than not.
  ///
  /// Raise it when predicted ink overshoots at the ends of strokes; lower it when it lags.
  public var predictionDamping: Double

  /// The defaults; every value is held within its range.
  public init(
    lag: Double = 0.05, noise: Double = 0.025, jerk: Double = 4e6, pressureDrift: Double = 2,
    pressureNoise: Double = 4e-4, predictionDamping: Double = 2.4
  ) {
    self.lag = max(0.005, min(0.2, lag))
    self.noise = max(1e-4, min(10, noise))
    self.jerk = max(1, min(1e12, jerk))
    self.pressureDrift = max(1e-6, min(1e6, pressureDrift))
    self.pressureNoise = max(1e-9, min(1, pressureNoise))
    self.predictionDamping = max(0, min(30, predictionDamping))
  }
}

/// How the jerk's density follows the pen: it rises when the pen surprises the filter and falls
/// when it does not.
struct JerkEstimate: Sendable {
  private(set) var density: Double

  /// How fast the density follows: its logarithm changes by this times the surprise beyond what
  /// was expected. Raise it when the model is late in curves; lower it when lines tremble.
  private static let gain = 0.12
  /// The largest surprise that counts, in units of the expected one: a single outlier must not
  /// make the model nervous.
  private static let largest = 2.2
  /// mm²/s⁵: between a ruler's line and the fastest scribble.
  private static let range = 1e5...1e10

  init(_ density: Double) { self.density = density }

  /// Takes a surprise: the squared innovation over its expected value (mean 1 if all is well).
  mutating func update(_ surprise: Double) {
    let excess = min(surprise, JerkEstimate.largest) - 1
    // (2 + x) / (2 − x) is eˣ to third order and needs no series.
    let step = JerkEstimate.gain * excess
    density *= (2 + step) / (2 - step)
    density = max(JerkEstimate.range.lowerBound, min(JerkEstimate.range.upperBound, density))
  }
}
