/// A force as a random walk with noise; unknown until first measured.
struct ForceFilter: Sendable {
  private(set) var value = 0.0
  private var variance = -1.0

  /// Whether anything was measured yet.
  var isKnown: Bool { variance >= 0 }

  /// Lets the force drift; returns the variance gained.
  mutating func advance(by drift: Double) -> Double {
    if isKnown { variance += drift }
    return drift
  }

  /// Takes a measured force.
  mutating func correct(with measured: Double, variance noise: Double) {
    guard isKnown else {
      value = measured
      variance = noise
      return
    }
    let gain = variance / (variance + noise)
    value += gain * (measured - value)
    variance *= 1 - gain
  }

  /// This estimate in the light of the smoothed one after it.
  func smoothed(later: Double, drift: Double) -> Double {
    guard isKnown else { return later }
    let gain = variance + drift > 0 ? variance / (variance + drift) : 0
    return value + gain * (later - value)
  }
}
