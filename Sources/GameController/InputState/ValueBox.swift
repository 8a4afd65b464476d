import Foundation
import Synchronization

// Unchecked, both: what changes is behind the lock.

/// Values that several objects look at; replaced whole.
final class ValueBox: @unchecked Sendable {
  /// Whether anybody ever set a handler: until then nobody needs to be told what changed.
  let isHeard = Atomic<Bool>(false)
  private let lock = NSLock()
  private var stored = InputValues()

  var values: InputValues {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }

  func take(_ take: (inout InputValues) -> UInt32) -> (InputValues, UInt32) {
    lock.withLock {
      let changed = take(&stored)
      return (stored, changed)
    }
  }
}

/// A handler that anybody may set and read at any time.
final class HandlerSlot<Handler>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Handler?

  var handler: Handler? { lock.withLock { stored } }

  /// Sets the handler; from now on somebody needs to be told what changes in the box.
  func set(_ handler: Handler?, _ box: ValueBox) {
    lock.withLock { stored = handler }
    box.isHeard.store(true, ordering: .relaxed)
  }
}
