#if os(Linux)
  import CSDL2
  import Foundation
  public import FudeModel

  /// Controllers by way of SDL 2: its drivers, its mapping database, its hot-plug.
  ///
  /// One thread owns SDL. It sleeps until a controller's node has something to read, so an event is
  /// taken when it comes and an idle controller costs nothing. Mappings come from SDL's own database,
  /// from `SDL_GAMECONTROLLERCONFIG` and `SDL_GAMECONTROLLERCONFIG_FILE` as SDL reads them, and from
  /// `$XDG_CONFIG_HOME/fude/gamecontrollerdb.txt`. `SDL_GAMECONTROLLER_IGNORE_DEVICES` and its
  /// `_EXCEPT` hold, so that a virtual pad's makers can hide the real one.
  ///
  /// SDL has one state for the whole process: only one of these can run at a time.
  public final class SDLPads: PadSource {
    /// How SDL is used.
    public struct Options: Hashable, Sendable {
      /// Whether SDL's own HIDAPI drivers are used where the raw nodes may be opened; `nil` leaves it
      /// to SDL. Without them the kernel's drivers and their nodes beside the pad are.
      public var usesHIDAPI: Bool?
      /// Further files of mappings, read after the usual ones.
      public var mappingFiles: [String]

      /// The usual.
      public init(usesHIDAPI: Bool? = nil, mappingFiles: [String] = []) {
        self.usesHIDAPI = usesHIDAPI
        self.mappingFiles = mappingFiles
      }
    }

    /// The user's own mappings: `$XDG_CONFIG_HOME/fude/gamecontrollerdb.txt`, `~/.config/…` unless
    /// set.
    public static var userMappingFile: String {
      let set = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"]
      let folder = set.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory() + "/.config"
      return folder + "/fude/gamecontrollerdb.txt"
    }

    private static let isTaken = NSLock()

    private let options: Options
    private let lock = NSLock()
    /// Guarded by ``lock``: what other threads ask of the one that owns SDL.
    nonisolated(unsafe) private var commands: [(DeviceID, PadCommand)] = []
    nonisolated(unsafe) private var isStopping = false
    nonisolated(unsafe) private var isRunning = false
    private let alarm = Alarm()
    private let hasEnded = DispatchSemaphore(value: 0)

    /// SDL's controllers.
    public init(options: Options = Options()) {
      self.options = options
    }

    /// Starts SDL on a thread of its own.
    public func start(
      _ deliver: @escaping @Sendable (PadSourceEvent) -> Void
    ) throws(PadSourceError) {
      guard SDLPads.isTaken.try() else {
        throw PadSourceError(.unavailable, "SDL is already used by another part of this program")
      }
      let outcome = Outcome()
      let thread = Thread { [self] in
        var loop = SDLLoop(options: options, alarm: alarm, deliver: deliver)
        let message = loop.begin()
        outcome.set(message)
        if message == nil { run(&loop) }
        loop.end()
        SDLPads.isTaken.unlock()
        hasEnded.signal()
      }
      thread.name = "SDL"
      lock.withLock { isRunning = true }
      thread.start()
      if let message = outcome.wait() {
        hasEnded.wait()
        lock.withLock { isRunning = false }
        throw PadSourceError(
          .unavailable, "SDL does not start: \(message). Is libsdl2-2.0-0 installed?")
      }
    }

    /// Ends the thread; controllers still there are told to be gone first.
    public func stop() {
      let wasRunning = lock.withLock {
        defer {
          isStopping = true
          isRunning = false
        }
        return isRunning
      }
      guard wasRunning else { return }
      alarm.ring()
      hasEnded.wait()
    }

    /// Hands a command to the thread that owns SDL.
    public func perform(_ command: PadCommand, on pad: DeviceID) {
      lock.withLock { commands.append((pad, command)) }
      alarm.ring()
    }

    private func run(_ loop: inout SDLLoop) {
      while true {
        let (asked, isOver) = lock.withLock {
          defer { commands.removeAll(keepingCapacity: true) }
          return (commands, isStopping)
        }
        for (pad, command) in asked { loop.perform(command, on: pad) }
        if isOver { return }
        loop.turn()
      }
    }
  }

  /// What SDL said when it was started, handed from its thread to the one that asked.
  private final class Outcome: @unchecked Sendable {
    private let ready = DispatchSemaphore(value: 0)
    private var message: String?

    func set(_ message: String?) {
      self.message = message
      ready.signal()
    }

    func wait() -> String? {
      ready.wait()
      return message
    }
  }
#endif
