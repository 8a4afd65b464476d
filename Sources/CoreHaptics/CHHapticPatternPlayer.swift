import Dispatch
import FudeModel
import FudePad
public import Foundation

/// Plays a pattern. Times are on the engine's clock; 0 is at once.
public protocol CHHapticPatternPlayer: NSObjectProtocol {
  /// Starts from the beginning.
  func start(atTime time: TimeInterval) throws
  /// Stops.
  func stop(atTime time: TimeInterval) throws
  /// Changes what is played, from a moment on.
  func sendParameters(_ parameters: [CHHapticDynamicParameter], atTime time: TimeInterval) throws
  /// Changes what is played along a curve that begins at a moment.
  func scheduleParameterCurve(_ curve: CHHapticParameterCurve, atTime time: TimeInterval) throws
  /// Stops, and forgets what was planned.
  func cancel() throws
  /// Whether it is not felt, though it goes on.
  var isMuted: Bool { get set }
}

/// Plays a pattern that can loop, pause and seek.
public protocol CHHapticAdvancedPatternPlayer: CHHapticPatternPlayer {
  /// Stops where it is.
  func pause(atTime time: TimeInterval) throws
  /// Goes on from there.
  func resume(atTime time: TimeInterval) throws
  /// Goes to a place, in seconds from the pattern's start.
  func seek(toOffset offsetTime: TimeInterval) throws
  /// Whether it begins again at its end.
  var loopEnabled: Bool { get set }
  /// Where the loop ends, in seconds; 0 for the pattern's end.
  var loopEnd: TimeInterval { get set }
  /// How many times as fast, > 0.
  var playbackRate: Float { get set }
  /// Called when it has come to its end, on a queue of the engine.
  var completionHandler: ((any Error)?) -> Void { get set }
}

// Unchecked: everything that changes is touched on the engine's queue only.

final class HapticPlayer: NSObject, CHHapticAdvancedPatternPlayer, @unchecked Sendable {
  /// Weak, as an engine keeps what it plays: who lets go of the engine lets the motors stop.
  private weak var engine: CHHapticEngine?
  private let score: RumbleScore
  /// What was changed while it plays, in order of time.
  private(set) var live: [Live] = []
  /// When it was at ``offset``, on the engine's clock; `nil` while it stands still.
  private var since: TimeInterval?
  private var offset: TimeInterval = 0
  /// When it is to stop.
  private var until: TimeInterval?
  private var isLooping = false
  private var end: TimeInterval = 0
  private var rate: Float = 1
  private var isSilent = false
  private var onCompletion: ((any Error)?) -> Void = { _ in }

  /// A change by the program, which holds over all rounds of a loop until the next one.
  struct Live {
    /// When, on the engine's clock.
    var time: TimeInterval
    var change: RumbleScore.Change
  }

  init(_ score: RumbleScore, _ engine: CHHapticEngine) {
    self.score = score
    self.engine = engine
  }

  // MARK: - What a program says

  /// Runs on the engine's queue.
  ///
  /// - Throws: ``CHHapticError`` if the engine is no more.
  private func onQueue(_ body: (CHHapticEngine) throws -> Void) throws {
    guard let engine else { throw CHHapticError(.engineNotRunning) }
    try engine.queue.sync { try body(engine) }
  }

  func start(atTime time: TimeInterval) throws {
    try onQueue { engine in
      try engine.demandRunning()
      live = []
      offset = 0
      until = nil
      since = max(time, engine.currentTime)
      engine.begin(self)
    }
  }

  func stop(atTime time: TimeInterval) throws {
    try onQueue { engine in
      until = max(time, engine.currentTime)
      engine.tick()
    }
  }

  func cancel() throws {
    try onQueue { engine in
      forget()
      engine.end(self)
    }
  }

  func pause(atTime time: TimeInterval) throws {
    try onQueue { engine in
      guard since != nil else { return }
      offset = place(at: max(time, engine.currentTime))
      since = nil
      engine.end(self)
    }
  }

  func resume(atTime time: TimeInterval) throws {
    try onQueue { engine in
      guard since == nil else { return }
      try engine.demandRunning()
      since = max(time, engine.currentTime)
      engine.begin(self)
    }
  }

  func seek(toOffset offsetTime: TimeInterval) throws {
    try onQueue { engine in
      offset = offsetTime.isFinite ? max(0, min(length, offsetTime)) : 0
      if since != nil { since = engine.currentTime }
      engine.tick()
    }
  }

  func sendParameters(_ parameters: [CHHapticDynamicParameter], atTime time: TimeInterval) throws {
    try onQueue { engine in
      add(parameters.compactMap { $0.change(from: 0) }, at: time, engine)
    }
  }

  func scheduleParameterCurve(_ curve: CHHapticParameterCurve, atTime time: TimeInterval) throws {
    try onQueue { engine in
      add(curve.changes(from: 0), at: time, engine)
    }
  }

  var isMuted: Bool {
    get { read { isSilent } }
    set { write { isSilent = newValue } }
  }
  var loopEnabled: Bool {
    get { read { isLooping } }
    set { write { isLooping = newValue } }
  }
  var loopEnd: TimeInterval {
    get { read { end } }
    set { write { end = newValue.isFinite ? max(0, newValue) : 0 } }
  }
  var playbackRate: Float {
    get { read { rate } }
    set {
      write {
        if since != nil, let now = engine?.currentTime {
          offset = place(at: now)
          since = now
        }
        rate = newValue.isFinite ? max(0.01, min(100, newValue)) : 1
      }
    }
  }
  var completionHandler: ((any Error)?) -> Void {
    get {
      guard let engine else { return onCompletion }
      return engine.queue.sync { onCompletion }
    }
    set { write { onCompletion = newValue } }
  }

  private func read<Value>(_ value: () -> Value) -> Value {
    guard let engine else { return value() }
    return engine.queue.sync { value() }
  }

  private func write(_ change: () -> Void) {
    guard let engine else { return change() }
    engine.queue.sync {
      change()
      engine.tick()
    }
  }

  // MARK: - On the engine's queue

  /// Adds changes whose times count from a moment on the engine's clock. Of those that are past only
  /// the last of a target still matters: however often it is changed, few are kept.
  private func add(
    _ changes: [RumbleScore.Change], at time: TimeInterval, _ engine: CHHapticEngine
  ) {
    let now = engine.currentTime
    for target in Set(changes.map(\.target)) {
      guard let last = live.lastIndex(where: { $0.change.target == target && $0.time <= now })
      else { continue }
      let kept = live.enumerated().filter { index, own in
        own.change.target != target || index >= last
      }
      live = kept.map(\.element)
    }
    let start = max(time, now)
    for change in changes {
      let own = Live(time: start + change.time.seconds, change: change)
      live.insert(own, at: live.firstIndex { own.time < $0.time } ?? live.endIndex)
    }
    engine.tick()
  }

  /// The pattern with what was changed, as it is in the round of a moment: whichever change of the
  /// two is the later one holds.
  private func score(at time: TimeInterval, _ place: TimeInterval) -> RumbleScore {
    var current = score
    for own in live {
      var change = own.change
      change.time = .seconds(place + (own.time - time) * Double(rate))
      current.add(change)
    }
    return current
  }

  func forget() {
    since = nil
    until = nil
    offset = 0
  }

  func finish() {
    forget()
    let handler = onCompletion
    nonisolated(unsafe) let told = handler
    DispatchQueue.global().async { told(nil) }
  }

  /// How long one round is.
  private var length: TimeInterval {
    isLooping && end > 0 ? end : score.duration.seconds
  }

  /// Where in the pattern it is at a moment, from its start; loops taken out.
  private func place(at time: TimeInterval) -> TimeInterval {
    guard let since else { return offset }
    let place = offset + (time - since) * Double(rate)
    guard isLooping, length > 0, place >= length else { return place }
    return place.truncatingRemainder(dividingBy: length)
  }

  func hasFinished(at time: TimeInterval) -> Bool {
    guard let since else { return true }
    if let until, time >= until { return true }
    if time < since { return false }
    return !(isLooping && length > 0) && place(at: time) >= length
  }

  /// How strongly the motors turn, and when that may change, on the engine's clock.
  func state(at time: TimeInterval) -> (RumbleScore.Strength, next: TimeInterval?) {
    guard let since, !hasFinished(at: time) else { return (.init(), nil) }
    guard time >= since else { return (.init(), since) }
    let place = place(at: time)
    let here = TimeSpan.seconds(place)
    let score = score(at: time, place)
    let after = min(length, score.next(after: here)?.seconds ?? length)
    var next = time + max(0.001, (after - place) / Double(rate))
    if let until { next = min(next, until) }
    return (isSilent ? .init() : score.strength(at: here), next)
  }
}
