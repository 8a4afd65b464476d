import Dispatch
package import FudePad
public import Foundation

/// What a device can do.
public protocol CHHapticDeviceCapability {
  /// Whether it can be felt.
  var supportsHaptics: Bool { get }
  /// Whether it plays sounds with it.
  var supportsAudio: Bool { get }
}

// Unchecked: everything that changes is touched on `queue` only, or behind `lock`.

/// Plays haptic patterns on a controller's motors.
///
/// Made by `GCDeviceHaptics.createEngine(withLocality:)`. A machine with Linux has nothing in itself
/// that could be felt, so an engine of its own cannot be made. An engine starts at once and never
/// idles out; it stops when the controller goes.
public class CHHapticEngine: @unchecked Sendable {
  /// Called when something is done, with what went wrong.
  public typealias CompletionHandler = ((any Error)?) -> Void
  /// Called when all players have finished; returns what the engine is to do.
  public typealias FinishedHandler = ((any Error)?) -> FinishedAction
  /// Called when the engine stopped by itself.
  public typealias StoppedHandler = (StoppedReason) -> Void
  /// Called when the engine was reset; it never is.
  public typealias ResetHandler = () -> Void

  /// What to do when all players have finished.
  public enum FinishedAction: Int, Sendable {
    /// Stop.
    case stopEngine = 1
    /// Go on.
    case leaveEngineRunning = 2
  }

  /// Why the engine stopped.
  public enum StoppedReason: Int, Sendable {
    /// Apple's; never here.
    case audioSessionInterrupt = 1
    /// Apple's; never here.
    case applicationSuspended = 2
    /// Apple's; never here.
    case idleTimeout = 3
    /// A finished handler said so.
    case notifyWhenFinished = 4
    /// It is no more.
    case engineDestroyed = 5
    /// The controller went.
    case gameControllerDisconnect = 6
    /// Something else.
    case systemError = -1
  }

  /// What is kept without effect.
  private struct Idle {
    var playsHapticsOnly = false
    var playsAudioOnly = false
    var isAutoShutdownEnabled = false
    var isMutedForAudio = false
  }

  private struct NoHardware: CHHapticDeviceCapability {
    let supportsHaptics = false
    let supportsAudio = false
  }

  /// What the machine itself can do: nothing.
  public class func capabilitiesForHardware() -> any CHHapticDeviceCapability { NoHardware() }

  /// Called when the engine stopped by itself, on a queue of the engine.
  public var stoppedHandler: StoppedHandler {
    get {
      lock.lock()
      defer { lock.unlock() }
      return onStopped
    }
    set { lock.withLock { onStopped = newValue } }
  }
  /// Kept, and never called: nothing resets the engine.
  public var resetHandler: ResetHandler {
    get {
      lock.lock()
      defer { lock.unlock() }
      return onReset
    }
    set { lock.withLock { onReset = newValue } }
  }
  /// Kept, without effect: there is no sound.
  public var playsHapticsOnly: Bool {
    get { lock.withLock { idle.playsHapticsOnly } }
    set { lock.withLock { idle.playsHapticsOnly = newValue } }
  }
  /// Kept, without effect.
  public var playsAudioOnly: Bool {
    get { lock.withLock { idle.playsAudioOnly } }
    set { lock.withLock { idle.playsAudioOnly = newValue } }
  }
  /// Kept, without effect: the engine never idles out.
  public var isAutoShutdownEnabled: Bool {
    get { lock.withLock { idle.isAutoShutdownEnabled } }
    set { lock.withLock { idle.isAutoShutdownEnabled = newValue } }
  }
  /// Kept, without effect.
  public var isMutedForAudio: Bool {
    get { lock.withLock { idle.isMutedForAudio } }
    set { lock.withLock { idle.isMutedForAudio = newValue } }
  }
  /// Whether nothing is felt, though players go on.
  public var isMutedForHaptics: Bool {
    get { queue.sync { isMuted } }
    set {
      queue.sync {
        isMuted = newValue
        tick()
      }
    }
  }
  /// The engine's clock in seconds, by which players are started.
  public var currentTime: TimeInterval { ProcessInfo.processInfo.systemUptime }

  let queue = DispatchQueue(label: "haptics", qos: .userInteractive)
  private let lock = NSLock()
  private let output: @Sendable (RumbleScore.Strength, TimeInterval) -> Void
  private var idle = Idle()
  private var onStopped: StoppedHandler = { _ in }
  private var onReset: ResetHandler = {}
  private var onFinished: FinishedHandler?
  private var isRunning = false
  private var isGone = false
  private var isMuted = false
  private var playing: [HapticPlayer] = []
  private var told = RumbleScore.Strength()
  private var timer: (any DispatchSourceTimer)?

  /// An engine of the machine itself.
  ///
  /// - Throws: ``CHHapticError`` always: there is none.
  public init() throws {
    throw CHHapticError(.notSupported)
  }

  /// An engine that tells a controller how strongly its motors turn, and for how many seconds unless
  /// told again.
  package init(output: @escaping @Sendable (RumbleScore.Strength, TimeInterval) -> Void) {
    self.output = output
  }

  deinit {
    timer?.cancel()
    tell(RumbleScore.Strength(), for: 0)
  }

  /// Starts.
  ///
  /// - Throws: ``CHHapticError`` if there is nothing that can be felt, or the controller went.
  public func start() throws {
    let canStart = queue.sync { () -> Bool in
      if !isGone { isRunning = true }
      return isRunning
    }
    if !canStart { throw CHHapticError(.notSupported) }
  }

  /// Starts, and says so.
  public func start(completionHandler: CompletionHandler? = nil) {
    let trouble: (any Error)?
    do {
      try start()
      trouble = nil
    } catch {
      trouble = error
    }
    completionHandler?(trouble)
  }

  /// Stops all players, and says so.
  public func stop(completionHandler: CompletionHandler? = nil) {
    queue.sync { halt() }
    completionHandler?(nil)
  }

  /// A player of a pattern.
  ///
  /// - Throws: nothing here; the signature is Apple's.
  public func makePlayer(with pattern: CHHapticPattern) throws -> any CHHapticPatternPlayer {
    HapticPlayer(pattern.score, self)
  }

  /// A player of a pattern that can loop, pause and seek.
  ///
  /// - Throws: nothing here; the signature is Apple's.
  public func makeAdvancedPlayer(
    with pattern: CHHapticPattern
  ) throws -> any CHHapticAdvancedPatternPlayer {
    HapticPlayer(pattern.score, self)
  }

  /// Plays an AHAP file at once.
  ///
  /// - Throws: ``CHHapticError`` if it is none or the engine does not start; Foundation's error if it
  ///   cannot be read.
  public func playPattern(from fileURL: URL) throws {
    try playPattern(from: Data(contentsOf: fileURL))
  }

  /// Plays the contents of an AHAP file at once.
  ///
  /// - Throws: ``CHHapticError`` if they are none or the engine does not start.
  public func playPattern(from data: Data) throws {
    let pattern = try CHHapticPattern(data: data)
    try start()
    try makePlayer(with: pattern).start(atTime: CHHapticTimeImmediate)
  }

  /// Calls the handler once all players have finished.
  public func notifyWhenPlayersFinished(finishedHandler: @escaping FinishedHandler) {
    queue.sync {
      onFinished = finishedHandler
      tick()
    }
  }

  /// The controller went: nothing can be felt any more, until it is back.
  package func lose() {
    let wasRunning = queue.sync { () -> Bool in
      defer {
        halt()
        isGone = true
      }
      return isRunning
    }
    if wasRunning { stoppedHandler(.gameControllerDisconnect) }
  }

  /// The controller is back; the engine may be started again.
  package func find() {
    queue.sync { isGone = false }
  }

  // MARK: - On the queue

  /// To be asked before anything of a player changes.
  func demandRunning() throws {
    guard isRunning else { throw CHHapticError(.engineNotRunning) }
  }

  func begin(_ player: HapticPlayer) {
    if !playing.contains(where: { $0 === player }) { playing.append(player) }
    tick()
  }

  func end(_ player: HapticPlayer) {
    playing.removeAll { $0 === player }
    tick()
  }

  private func halt() {
    isRunning = false
    for player in playing { player.forget() }
    playing = []
    tell(RumbleScore.Strength(), for: 0)
    timer?.cancel()
    timer = nil
  }

  /// Tells the motors what is due now and sleeps until something else is.
  func tick() {
    let now = currentTime
    var strength = RumbleScore.Strength()
    var next: TimeInterval?
    for player in playing {
      let (own, due) = player.state(at: now)
      strength.heavy = max(strength.heavy, own.heavy)
      strength.light = max(strength.light, own.light)
      if let due { next = min(next ?? due, due) }
    }
    let finished = playing.filter { $0.hasFinished(at: now) }
    playing.removeAll { player in finished.contains { $0 === player } }
    let wait = max(0.001, min(CHHapticEngine.longest, (next ?? now) - now))
    tell(isMuted ? RumbleScore.Strength() : strength, for: wait + CHHapticEngine.grace)
    schedule(next == nil || playing.isEmpty ? nil : wait)
    for player in finished { player.finish() }
    guard playing.isEmpty, let handler = onFinished else { return }
    onFinished = nil
    // It leaves this queue once, and is forgotten here.
    nonisolated(unsafe) let told = handler
    DispatchQueue.global().async { [self] in
      guard told(nil) == .stopEngine else { return }
      stop()
      stoppedHandler(.notifyWhenFinished)
    }
  }

  /// How long a motor turns without being told again, and how much longer than needed, in seconds:
  /// should this program hang, it stops.
  private static let longest = 1.0
  private static let grace = 0.1

  private func tell(_ strength: RumbleScore.Strength, for seconds: TimeInterval) {
    let rest = RumbleScore.Strength()
    guard strength != rest || told != rest else { return }
    told = strength
    output(strength, strength == rest ? 0 : seconds)
  }

  private func schedule(_ wait: TimeInterval?) {
    guard let wait else {
      timer?.cancel()
      timer = nil
      return
    }
    if timer == nil {
      let fresh = DispatchSource.makeTimerSource(queue: queue)
      fresh.setEventHandler { [weak self] in self?.tick() }
      fresh.activate()
      timer = fresh
    }
    timer?.schedule(deadline: .now() + wait, leeway: .milliseconds(1))
  }
}
