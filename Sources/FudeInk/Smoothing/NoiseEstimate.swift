/// The device's noise, learned from the raw points.
///
/// Third differences of a hand's smooth movement are small and of one sign for a while; those of
/// white noise are large and alternate: neighbours correlate by -3/4. So the mean product of
/// neighbouring third differences tells noise from movement.
struct NoiseEstimate: Sendable {
  /// Noise variance on each axis, mm².
  private(set) var variance: Double
  private var mean: Double
  private var weight: Double
  private var places: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>) = (.zero, .zero, .zero)
  private var times = (0.0, 0.0, 0.0)
  private var known = 0
  private var lastDifference: SIMD2<Double> = .zero

  /// The smallest deviation: nothing is exact. In mm.
  private static let smallest = 0.002

  /// How many samples the first guess counts for. Raise it when short strokes vary too much.
  private static let prior = 5.0
  /// How many samples are remembered. Raise it for steadier, lower it for faster learning.
  private static let memory = 100.0

  init(deviation: Double) {
    variance = deviation * deviation
    mean = variance
    weight = NoiseEstimate.prior
  }

  /// Takes the next raw place at a time in seconds.
  mutating func add(_ place: SIMD2<Double>, at time: Double) {
    defer {
      places = (place, places.0, places.1)
      times = (time, times.0, times.1)
      known += 1
    }
    guard known >= 3, times.0 > times.1, times.1 > times.2, time > times.0 else { return }
    guard time - times.2 < 0.2 else { return }
    // The newest place against the parabola through the three before it.
    let (a, b, c) = times
    let (ab, bc, ac) = (a - b, b - c, a - c)
    let (at, bt, ct) = (time - a, time - b, time - c)
    // One division for all three weights.
    let share = 1 / (ab * bc * ac)
    let wa = bt * ct * bc * share
    let wb = -at * ct * ac * share
    let wc = at * bt * ab * share
    let scale = 1 / (1 + wa * wa + wb * wb + wc * wc).squareRoot()
    let difference = (place - places.0 * wa - places.1 * wb - places.2 * wc) * scale
    defer { lastDifference = difference }
    guard known >= 4 else { return }
    let product = difference.x * lastDifference.x + difference.y * lastDifference.y
    let bound = 25 * mean
    let observed = max(-bound, min(bound, -product / 1.5))
    weight = min(NoiseEstimate.memory, weight + 1)
    mean += (observed - mean) / weight
    let floor = NoiseEstimate.smallest * NoiseEstimate.smallest
    variance = max(floor, mean)
    mean = max(floor / 4, mean)
  }
}
