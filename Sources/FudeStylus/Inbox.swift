import FudeModel
import FudeTouch
import Synchronization

/// What came in and was not handled yet, in the order in which it came.
final class Inbox: Sendable {
  enum Item: Sendable {
    case touch(TouchFrame)
    case lost(DeviceID, Timestamp, LossCause)
    case turned(SurfaceOrientation, Timestamp)
    case transport(TransportEvent)

    var time: Timestamp {
      switch self {
      case .touch(let frame): frame.time
      case .lost(_, let time, _), .turned(_, let time): time
      case .transport(let event): event.time
      }
    }
  }

  private struct State {
    var items: [Item] = []
    var head = 0
    var sleeper: CheckedContinuation<Void, Never>?
    /// A wake-up that came before anybody slept.
    var isAwake = false
  }

  private let state = Mutex(State())

  func put(_ item: Item) {
    let sleeper = state.withLock { state in
      state.items.append(item)
      defer { state.sleeper = nil }
      state.isAwake = state.sleeper == nil
      return state.sleeper
    }
    sleeper?.resume()
  }

  func take() -> Item? {
    state.withLock { state in
      guard state.head < state.items.count else {
        state.items.removeAll(keepingCapacity: true)
        state.head = 0
        return nil
      }
      state.head += 1
      return state.items[state.head - 1]
    }
  }

  /// Waits until something comes, a deadline is over or the task is cancelled.
  func wait(for deadline: Timestamp?, on clock: any StylusClock) async {
    let timer = deadline.map { deadline in
      Task {
        try? await clock.sleep(until: deadline)
        if !Task.isCancelled { wake() }
      }
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isAwake = state.withLock { state in
          if state.isAwake || Task.isCancelled {
            state.isAwake = false
            return true
          }
          state.sleeper = continuation
          return false
        }
        if isAwake { continuation.resume() }
      }
    } onCancel: {
      wake()
    }
    timer?.cancel()
  }

  private func wake() {
    let sleeper = state.withLock { state in
      defer { state.sleeper = nil }
      state.isAwake = state.sleeper == nil
      return state.sleeper
    }
    sleeper?.resume()
  }
}
