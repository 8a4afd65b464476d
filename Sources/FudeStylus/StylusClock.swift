public import FudeModel
import Synchronization

/// Where a stylus session gets its time from.
public protocol StylusClock: Sendable {
  /// The present moment on the session's clock.
  var now: Timestamp { get }

  /// Waits until a moment, or until the task is cancelled.
  func sleep(until time: Timestamp) async throws
}

/// The machine's monotonic clock, counted from when it was made.
public struct SystemStylusClock: StylusClock {
  private let start = ContinuousClock.now

  /// A clock that begins at zero.
  public init() {}

  /// The time since it was made.
  public var now: Timestamp {
    let span = (ContinuousClock.now - start).components
    return Timestamp(microseconds: span.seconds * 1_000_000 + span.attoseconds / 1_000_000_000_000)
  }

  /// Waits until a moment.
  public func sleep(until time: Timestamp) async throws {
    let span = time - now
    guard span > .zero else { return }
    try await Task.sleep(for: .microseconds(span.microseconds))
  }
}

/// A clock that goes only when it is told to: for tests, simulations and replays.
public final class ManualStylusClock: StylusClock {
  private let time: Mutex<Timestamp>

  /// A clock that stands at `time`.
  public init(at time: Timestamp = .zero) {
    self.time = Mutex(time)
  }

  /// Where it stands.
  public var now: Timestamp { time.withLock { $0 } }

  /// Goes on to a moment; never back.
  public func advance(to moment: Timestamp) {
    time.withLock { $0 = max($0, moment) }
  }

  /// Does not wait: who plays a session also lets its time pass.
  public func sleep(until time: Timestamp) async throws {
    try await Task.sleep(for: .milliseconds(1))
  }
}
