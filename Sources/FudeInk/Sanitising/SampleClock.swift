/// Straightens the times of a pen that measures at a steady rate but reports late and in bunches.
///
/// A 250 Hz pen whose reports pass through a busy system comes with intervals of 0, 1, 7, 10 ms;
/// taken at face value they are jerks that no hand made. A phase-locked loop finds the steady clock
/// behind them. It locks only after intervals that are alike, lets go in a real gap, and then takes
/// times as they are. O(1) a sample.
struct SampleClock: Sendable {
  /// Seconds between samples; 0 while unknown.
  private(set) var period = 0.0
  private var straight = 0.0
  private var raw = 0.0
  private var alike = 0
  private var misfits = 0

  /// Intervals that must be alike before the clock is trusted.
  private static let needed = 5
  /// The share of a period by which a sample may be late and still belong to the clock.
  private static let slack = 1.2
  /// Early samples in a row after which the rate itself must have changed.
  private static let longestBunch = 16
  /// How fast the phase follows, a sample. Raise it when a pen's rate drifts; lower it when its
  /// times jitter more.
  private static let phaseGain = 0.1
  /// How fast the period follows.
  private static let periodGain = 0.01

  /// Whether the times follow a steady clock.
  var isLocked: Bool { alike >= SampleClock.needed }

  /// The first sample of a stroke.
  mutating func begin(at time: Double) {
    straight = time
    raw = time
    misfits = 0
  }

  /// The straightened time of a sample; always later than the one before, unless not locked.
  mutating func next(_ time: Double) -> Double {
    let interval = time - raw
    raw = time
    let late = time - (straight + period)
    if isLocked, late <= SampleClock.slack * period {
      // Early is a bunch after a hang: its points were measured a period apart all the same.
      misfits = late < -SampleClock.slack * period ? misfits + 1 : 0
      if misfits > SampleClock.longestBunch { alike = 0 }
      straight += max(period * 0.8, period + late * SampleClock.phaseGain)
      period += min(period * 0.5, max(-period * 0.5, late)) * SampleClock.periodGain
      return straight
    }
    straight = max(time, straight + max(0.0002, period * 0.6))
    if isLocked {
      misfits += 1
      if misfits > 3 { alike = 0 }
    } else if interval > period * 0.3, interval < period * 2.2 {
      period += (interval - period) / Double(alike + 2)
      alike += 1
    } else if interval > 0 {
      period = interval
      alike = 0
    }
    return straight
  }
}
