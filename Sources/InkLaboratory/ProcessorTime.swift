import Foundation

/// Seconds of processor time that this process has used: what other processes do does not count.
public enum ProcessorTime {
  /// The time used so far, to a microsecond.
  public static var now: Double { Double(clock()) / 1_000_000 }
}
