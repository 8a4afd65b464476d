import FudeModel

/// What a simulated contact really is.
public enum ContactTruth: UInt8, Hashable, Sendable {
  /// Part of the writing hand, resting on the surface.
  case palm
  /// A finger that means to touch, after the pen has left.
  case finger
  /// A finger of the other hand while the pen is in range.
  case secondHand
}

/// One simulated contact from landing to lift.
struct ContactTrack {
  /// One report of the contact.
  struct Report {
    var time: Timestamp
    var position: Point
    var major: Double
    var minor: Double
  }

  var truth: ContactTruth
  var reports: [Report]
}

/// The touch sensor's frames: every contact is reported at the same ticks.
enum TouchClock {
  /// 100 Hz, as most tablets scan.
  static let interval: Int64 = 10_000

  /// The first tick at or after `time`.
  static func tick(after time: Timestamp) -> Timestamp {
    Timestamp(microseconds: (time.microseconds + interval - 1) / interval * interval)
  }
}
