import FudeModel

/// Puts a pen's own clock onto this machine's, and with it takes the jitter out of the link.
///
/// Each report arrives some delay after the pen measured it; the smallest delay seen is the link's
/// own, the rest is jitter. The lower envelope of (arrival - counter) is therefore the mapping. The
/// skew between the two clocks is the envelope's slope, read from the minima of successive windows.
/// O(1) a report, no allocation.
struct CounterClock: Hashable, Sendable {
  /// The envelope at ``lastArrival``, in microseconds; `nil` before the first report.
  private var base: Double?
  private var lastCounter: Int64 = 0
  /// Host microseconds gained a microsecond of the pen, less one.
  private(set) var skew: Double = 0
  private var windowStart: Int64 = 0
  private var windowLow: Double = .infinity
  private var windowLowAt: Int64 = 0
  private var previousLow: (value: Double, at: Int64)?

  /// A window long enough to hold a few undelayed reports, in microseconds of the pen's clock.
  private static let window: Int64 = 2_000_000
  /// Crystals differ by less than this; anything steeper is not skew.
  private static let steepest = 500e-6
  /// How fast the envelope may rise beyond the skew already known.
  private static let leak = 60e-6

  static func == (lhs: CounterClock, rhs: CounterClock) -> Bool {
    lhs.base == rhs.base && lhs.lastCounter == rhs.lastCounter && lhs.skew == rhs.skew
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(lastCounter)
    hasher.combine(skew)
  }

  /// When the report would have arrived without jitter; never after its arrival.
  mutating func arrival(of counter: Int64, at time: Timestamp) -> Timestamp {
    let difference = Double(time.microseconds &- counter)
    let step = Double(counter &- lastCounter)
    // A counter that jumps back or by more than a minute is a new origin.
    guard let known = base, step >= 0, step < 60e6 else {
      start(difference, counter)
      return time
    }
    let expected = known + step * (skew + Self.leak)
    let now = min(expected, difference)
    base = now
    lastCounter = counter
    learn(difference, counter)
    return Timestamp(microseconds: counter &+ Int64(max(-9e15, min(9e15, now))))
  }

  private mutating func start(_ difference: Double, _ counter: Int64) {
    base = difference
    lastCounter = counter
    skew = 0
    windowStart = counter
    windowLow = difference
    windowLowAt = counter
    previousLow = nil
  }

  private mutating func learn(_ difference: Double, _ counter: Int64) {
    if difference < windowLow {
      windowLow = difference
      windowLowAt = counter
    }
    guard counter &- windowStart >= Self.window else { return }
    if let previous = previousLow, windowLowAt > previous.at {
      let slope = (windowLow - previous.value) / Double(windowLowAt &- previous.at)
      let bounded = max(-Self.steepest, min(Self.steepest, slope))
      skew += (bounded - skew) * 0.25
    }
    previousLow = (windowLow, windowLowAt)
    windowStart = counter
    windowLow = .infinity
  }
}
