import Foundation
public import FudeModel

/// Controllers that a program plays itself: for tests, and for input that is no controller.
///
/// Everything is told from the thread that calls. What the controllers were told to do is kept.
public final class VirtualPads: PadSource {
  private struct State {
    var deliver: (@Sendable (PadSourceEvent) -> Void)?
    var connected: [DeviceID] = []
    var performed: [(DeviceID, PadCommand)] = []
    var time = Timestamp.zero
  }

  private let lock = NSLock()
  /// Guarded by ``lock``.
  nonisolated(unsafe) private var state = State()

  /// No controllers yet.
  public init() {}

  /// Begins to pass on what the program says.
  public func start(
    _ deliver: @escaping @Sendable (PadSourceEvent) -> Void
  ) throws(PadSourceError) {
    lock.withLock { state.deliver = deliver }
  }

  /// Unplugs all controllers and ends.
  public func stop() {
    for pad in lock.withLock({ state.connected }) { disconnect(pad) }
    lock.withLock { state.deliver = nil }
  }

  /// Keeps the command for ``performed``.
  public func perform(_ command: PadCommand, on pad: DeviceID) {
    lock.withLock { state.performed.append((pad, command)) }
  }

  /// What the controllers were told to do, in order.
  public var performed: [(DeviceID, PadCommand)] { lock.withLock { state.performed } }

  /// Plugs a controller in.
  public func connect(_ pad: DeviceID, _ traits: PadTraits) {
    let deliver = lock.withLock {
      state.connected.removeAll { $0 == pad }
      state.connected.append(pad)
      return state.deliver
    }
    deliver?(.connected(pad, traits))
  }

  /// Lets a controller report its whole state.
  public func report(_ report: PadReport) {
    // Not `withLock`: a closure that comes out of it is wrapped in a new context each time.
    lock.lock()
    state.time = max(state.time, report.frame.time)
    let deliver = state.deliver
    lock.unlock()
    deliver?(.report(report))
  }

  /// Pulls a controller out.
  public func disconnect(_ pad: DeviceID) {
    let (deliver, time) = lock.withLock {
      let wasThere = state.connected.contains(pad)
      state.connected.removeAll { $0 == pad }
      return (wasThere ? state.deliver : nil, state.time)
    }
    deliver?(.disconnected(pad, at: time))
  }
}
