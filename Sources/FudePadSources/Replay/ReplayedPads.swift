import Foundation
public import FudeModel
public import FudeRecording

/// The controllers of a recording, as if they were plugged in now.
public final class ReplayedPads: PadSource {
  /// How fast time passes.
  public enum Pace: Hashable, Sendable {
    /// As recorded, times a factor.
    case factor(Double)
    /// Only when ``ReplayedPads/advance(to:)`` says so: for tests, and for programs with a clock of
    /// their own.
    case byHand
  }

  /// What is played.
  public let timeline: PadTimeline

  private let pace: Pace
  private let lock = NSLock()
  nonisolated(unsafe) private var deliver: (@Sendable (PadSourceEvent) -> Void)?
  nonisolated(unsafe) private var next = 0
  nonisolated(unsafe) private var isStopping = false
  nonisolated(unsafe) private var done: [(DeviceID, PadCommand)] = []
  private let alarm = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// Plays a timeline.
  public init(_ timeline: PadTimeline, pace: Pace = .factor(1)) {
    self.timeline = timeline
    self.pace = pace
  }

  /// Plays recordings that belong together.
  ///
  /// - Throws: `RecordingError` if one is missing or is no recording.
  public convenience init(
    _ inputs: [RecordingSource], pace: Pace = .factor(1)
  ) throws(RecordingError) {
    self.init(try PadTimeline(inputs), pace: pace)
  }

  /// Begins to play; by hand, only what happens at the recording's first moment.
  public func start(
    _ deliver: @escaping @Sendable (PadSourceEvent) -> Void
  ) throws(PadSourceError) {
    guard !timeline.pads.isEmpty else {
      throw PadSourceError(.missing, "the recording has no controller in it")
    }
    lock.withLock { self.deliver = deliver }
    guard case .factor(let factor) = pace else { return }
    let thread = Thread { [self] in
      play(factor)
      ended.signal()
    }
    thread.name = "replay"
    thread.start()
  }

  /// Ends it; controllers still there are told to be gone first.
  public func stop() {
    let wasPlaying = lock.withLock {
      defer { isStopping = true }
      return deliver != nil && !isStopping
    }
    guard wasPlaying else { return }
    if case .factor = pace {
      alarm.signal()
      ended.wait()
    }
    let (rest, tell, time) = lock.withLock {
      defer { next = timeline.entries.count }
      let rest = timeline.entries[next...]
      return (rest, deliver, next > 0 ? timeline.entries[next - 1].time : .zero)
    }
    for entry in rest {
      if case .disconnected(let pad, _) = entry.event { tell?(.disconnected(pad, at: time)) }
    }
    lock.withLock { self.deliver = nil }
  }

  /// Keeps the command: a recording cannot rumble.
  public func perform(_ command: PadCommand, on pad: DeviceID) {
    lock.withLock { done.append((pad, command)) }
  }

  /// What the controllers were told to do, in order.
  public var performed: [(DeviceID, PadCommand)] { lock.withLock { done } }

  /// The first and the last moment of the recording.
  public var span: (start: Timestamp, end: Timestamp) {
    (timeline.entries.first?.time ?? .zero, timeline.entries.last?.time ?? .zero)
  }

  /// Plays everything up to and including `time`; returns whether anything is left.
  @discardableResult
  public func advance(to time: Timestamp) -> Bool {
    while true {
      let (event, deliver) = lock.withLock { () -> (PadSourceEvent?, _) in
        guard next < timeline.entries.count, timeline.entries[next].time <= time, !isStopping
        else { return (nil, self.deliver) }
        next += 1
        return (timeline.entries[next - 1].event, self.deliver)
      }
      guard let event else { break }
      deliver?(event)
    }
    return lock.withLock { next < timeline.entries.count }
  }

  private func play(_ factor: Double) {
    let began = PadClock.now()
    let origin = span.start
    for entry in timeline.entries {
      let due = began + .seconds((entry.time - origin).seconds / max(0.001, factor))
      let wait = (due - PadClock.now()).seconds
      if wait > 0, alarm.wait(timeout: .now() + wait) == .success { return }
      if lock.withLock({ isStopping }) { return }
      advance(to: entry.time)
    }
  }
}
