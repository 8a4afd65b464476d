public import FudeModel

/// Repeats what is held: once at once, again after a delay, then at a steady rate.
///
/// The due times follow from the press alone; how often it is asked changes nothing. Constant time
/// a repeat, no allocation.
public struct Repeater<Value: Equatable & Sendable>: Sendable {
  /// How fast it repeats.
  public struct Options: Hashable, Sendable {
    /// From the press to the first repeat; default 0.4 s (elsewhere 0.275 to 0.6 s). Raise it when
    /// a short press moves twice.
    public var delay: TimeSpan
    /// From one repeat to the next; default 0.1 s (elsewhere 0.04 to 0.1 s).
    public var interval: TimeSpan
    /// The most repeats that one call gives out; default 16. After a longer stall the rest is
    /// skipped: nobody wants the whole list to fly past on waking up.
    public var burst: Int

    /// A rate.
    public init(
      delay: TimeSpan = .seconds(0.4), interval: TimeSpan = .seconds(0.1), burst: Int = 16
    ) {
      self.delay = delay
      self.interval = interval
      self.burst = max(1, burst)
    }
  }

  /// What is held; `nil` if nothing.
  public private(set) var held: Value?
  /// When the next repeat is due; `nil` if nothing is held.
  public private(set) var deadline: Timestamp?

  private let options: Options

  /// A repeater with nothing held.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// Takes what is held now, and calls `emit` if that is a new press.
  public mutating func hold(
    _ value: Value?, at time: Timestamp, emit: (Value, Timestamp) -> Void
  ) {
    guard value != held else { return }
    held = value
    deadline = value == nil ? nil : time + positive(options.delay)
    if let value { emit(value, time) }
  }

  /// Calls `emit` for each repeat due up to and including `time`.
  public mutating func advance(to time: Timestamp, emit: (Value, Timestamp) -> Void) {
    guard let held else { return }
    let interval = positive(options.interval)
    var left = options.burst
    while let due = deadline, due <= time {
      if left == 0 {
        // What is overdue is skipped by whole intervals: the rhythm stays.
        let missed = (time - due).microseconds / interval.microseconds
        deadline = due + TimeSpan(microseconds: missed &* interval.microseconds) + interval
        return
      }
      left -= 1
      deadline = due + interval
      emit(held, due)
    }
  }

  /// At least one microsecond: a rate without length would never end.
  private func positive(_ span: TimeSpan) -> TimeSpan {
    TimeSpan(microseconds: max(1, min(3_200_000_000_000_000, span.microseconds)))
  }
}
