import FudeModel

/// Puts a pen's own clock onto this machine's, and with it takes the jitter out of the link.
///
/// Each report arrives some delay after the pen measured it; the smallest delay seen is the link's
/// own, the rest is jitter. The lower envelope of (arrival - counter) is therefore the mapping. The
/// skew between the two clocks is the envelope's slope, read from minima that lie far apart: over
/// two seconds 20 ms of jitter would look like a thousand times the skew of a crystal.
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
  private var anchor: (value: Double, at: Int64)?

  /// A window long enough to hold a few undelayed reports, in microseconds of the pen's clock.
  private static let window: Int64 = 5_000_000
  /// The least distance of two minima from which a slope is read.
  private static let baseline: Int64 = 30_000_000
  /// Crystals differ by less than this; anything steeper is not skew.
  private static let steepest = 500e-6
  /// How fast the envelope may rise beyond the skew already known.
  private static let leak = 60e-6
  /// However long the pen was silent, it does not rise by more, in microseconds.
  private static let mostLeak = 4000.0

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
    // A counter that jumps far back or by more than an hour is a new origin.
    guard let known = base, step > -5e6, step < 3600e6 else {
      start(difference, counter)
      return time
    }
    // A report that was overtaken by a later one teaches nothing.
    guard step >= 0 else { return min(time, mapped(counter, known)) }
    let expected = known + step * skew + min(step * Self.leak, Self.mostLeak)
    // A link that lives is not late by a quarter of a second: the counter was set anew, stood still
    // or came round. If it was late after all, the next report mends it.
    guard abs(difference - expected) < 250_000 else {
      start(difference, counter)
      return time
    }
    let now = min(expected, difference)
    base = now
    lastCounter = counter
    learn(difference, counter)
    return mapped(counter, now)
  }

  private func mapped(_ counter: Int64, _ base: Double) -> Timestamp {
    Timestamp(microseconds: counter &+ Int64(max(-9e15, min(9e15, base))))
  }

  private mutating func start(_ difference: Double, _ counter: Int64) {
    base = difference
    lastCounter = counter
    skew = 0
    windowStart = counter
    windowLow = difference
    windowLowAt = counter
    anchor = nil
  }

  private mutating func learn(_ difference: Double, _ counter: Int64) {
    if difference < windowLow {
      windowLow = difference
      windowLowAt = counter
    }
    guard counter &- windowStart >= Self.window else { return }
    if let anchor {
      let span = windowLowAt &- anchor.at
      if span >= Self.baseline {
        let slope = (windowLow - anchor.value) / Double(span)
        // The longer the baseline, the less a late minimum weighs.
        let bounded = max(-Self.steepest, min(Self.steepest, slope))
        skew += (bounded - skew) * min(0.5, Double(span) / 240e6)
      }
    } else {
      anchor = (windowLow, windowLowAt)
    }
    windowStart = counter
    windowLow = .infinity
  }
}
