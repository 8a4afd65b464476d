import Synchronization

/// One consumer's queue of events, and the sequence that empties it.
///
/// Each consumer has its own. Edges (down, up, began, ended, facts) are never dropped: whoever does
/// not read them pays with memory. What is only the newest state (pressure, lean) keeps the newest
/// ``capacity``, and counts what it dropped. Points of a stroke are merged, never dropped.
public final class StylusEvents<Element: Sendable>: AsyncSequence, Sendable {
  private let state: Mutex<State>
  private let isEdge: @Sendable (Element) -> Bool
  private let merged: @Sendable (Element, Element) -> Element?

  /// How many events of mere state are kept for a slow consumer.
  public let capacity: Int

  private struct State {
    var waiting: [Element] = []
    var head = 0
    var stateCount = 0
    var dropped = 0
    var isFinished = false
    var reader: CheckedContinuation<Element?, Never>?
  }

  init(
    capacity: Int, isEdge: @escaping @Sendable (Element) -> Bool,
    merged: @escaping @Sendable (Element, Element) -> Element? = { _, _ in nil }
  ) {
    self.capacity = Swift.max(1, capacity)
    self.isEdge = isEdge
    self.merged = merged
    state = Mutex(State())
  }

  /// How many events of mere state were dropped because the consumer was slow.
  public var droppedCount: Int { state.withLock { $0.dropped } }

  func send(_ element: Element) {
    let edge = isEdge(element)
    let reader = state.withLock { state -> CheckedContinuation<Element?, Never>? in
      guard !state.isFinished else { return nil }
      if let reader = state.reader {
        state.reader = nil
        return reader
      }
      if let last = state.waiting.indices.last, last >= state.head,
        let whole = merged(state.waiting[last], element)
      {
        state.waiting[last] = whole
        return nil
      }
      state.waiting.append(element)
      guard !edge else { return nil }
      state.stateCount += 1
      if state.stateCount > capacity { dropOldestState(&state) }
      return nil
    }
    reader?.resume(returning: element)
  }

  private func dropOldestState(_ state: inout State) {
    for index in state.head..<state.waiting.count where !isEdge(state.waiting[index]) {
      state.waiting.remove(at: index)
      state.stateCount -= 1
      state.dropped += 1
      return
    }
  }

  func finish() {
    let reader = state.withLock { state in
      state.isFinished = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }

  private func next() async -> Element? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready = state.withLock { state -> Element?? in
          if state.head < state.waiting.count { return .some(take(&state)) }
          if state.isFinished || Task.isCancelled { return .some(nil) }
          state.reader = continuation
          return nil
        }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      finish()
    }
  }

  private func take(_ state: inout State) -> Element {
    let element = state.waiting[state.head]
    state.head += 1
    if !isEdge(element) { state.stateCount -= 1 }
    if state.head == state.waiting.count || state.head > 256 {
      state.waiting.removeFirst(state.head)
      state.head = 0
    }
    return element
  }

  /// The way to read it; one reader at a time.
  public func makeAsyncIterator() -> Iterator { Iterator(queue: self) }

  /// Reads the queue.
  public struct Iterator: AsyncIteratorProtocol {
    let queue: StylusEvents<Element>

    /// The next event; `nil` when the session is over or the task was cancelled.
    public mutating func next() async -> Element? { await queue.next() }
  }
}
