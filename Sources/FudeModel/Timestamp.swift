/// A moment on the session's clock, in whole microseconds.
///
/// The origin is the source's own: the kernel's monotonic clock, a recording's first event, the
/// page's time origin. Only differences mean anything. The core never reads a clock: each event
/// carries its time, and the same events give the same decisions.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since the session's origin; negative before it.
  public var microseconds: Int64

  /// A moment `microseconds` after the origin.
  @inlinable
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// The session's origin.
  @inlinable
  public static var zero: Timestamp { Timestamp(microseconds: 0) }

  /// Seconds since the origin.
  @inlinable
  public var seconds: Double { Double(microseconds) / 1_000_000 }

  /// Whether `lhs` is earlier than `rhs`.
  @inlinable
  public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
    lhs.microseconds < rhs.microseconds
  }

  /// The span from `rhs` to `lhs`; negative when `lhs` is the earlier one.
  @inlinable
  public static func - (lhs: Timestamp, rhs: Timestamp) -> TimeSpan {
    TimeSpan(microseconds: lhs.microseconds &- rhs.microseconds)
  }

  /// The moment `rhs` after `lhs`.
  @inlinable
  public static func + (lhs: Timestamp, rhs: TimeSpan) -> Timestamp {
    Timestamp(microseconds: lhs.microseconds &+ rhs.microseconds)
  }

  /// The moment `rhs` before `lhs`.
  @inlinable
  public static func - (lhs: Timestamp, rhs: TimeSpan) -> Timestamp {
    Timestamp(microseconds: lhs.microseconds &- rhs.microseconds)
  }
}

/// A length of time in whole microseconds; may be negative.
///
/// The standard `Duration` needs 128-bit multiplication, which Embedded Swift on WebAssembly lacks.
public struct TimeSpan: Hashable, Comparable, Sendable {
  /// The length in microseconds.
  public var microseconds: Int64

  /// A span of `microseconds`.
  @inlinable
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// No time at all.
  @inlinable
  public static var zero: TimeSpan { TimeSpan(microseconds: 0) }

  /// A span of whole milliseconds.
  @inlinable
  public static func milliseconds(_ count: Int64) -> TimeSpan {
    TimeSpan(microseconds: count &* 1000)
  }

  /// A span of seconds, rounded to the nearest microsecond and held within ±100 years.
  ///
  /// A value that is not a number counts as zero.
  @inlinable
  public static func seconds(_ count: Double) -> TimeSpan {
    let limit = 3.2e15
    let scaled = count * 1_000_000
    guard scaled == scaled else { return .zero }
    return TimeSpan(microseconds: Int64(max(-limit, min(limit, scaled)).rounded()))
  }

  /// The length in seconds.
  @inlinable
  public var seconds: Double { Double(microseconds) / 1_000_000 }

  /// The length in milliseconds.
  @inlinable
  public var milliseconds: Double { Double(microseconds) / 1000 }

  /// Whether `lhs` is the shorter span.
  @inlinable
  public static func < (lhs: TimeSpan, rhs: TimeSpan) -> Bool {
    lhs.microseconds < rhs.microseconds
  }

  /// Both spans one after the other.
  @inlinable
  public static func + (lhs: TimeSpan, rhs: TimeSpan) -> TimeSpan {
    TimeSpan(microseconds: lhs.microseconds &+ rhs.microseconds)
  }

  /// `lhs` shortened by `rhs`.
  @inlinable
  public static func - (lhs: TimeSpan, rhs: TimeSpan) -> TimeSpan {
    TimeSpan(microseconds: lhs.microseconds &- rhs.microseconds)
  }
}
