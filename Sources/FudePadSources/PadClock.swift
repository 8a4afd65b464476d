import CFudeShims
public import FudeModel

/// The clock by which controllers' events are stamped: the system's monotonic one.
public enum PadClock {
  /// This moment.
  public static func now() -> Timestamp {
    Timestamp(microseconds: fude_monotonic())
  }
}
