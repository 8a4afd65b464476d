import FudeModel
import Foundation

/// Reports on their way from a source's thread to whoever takes them.
///
/// Bounded: from ``limit`` waiting reports on, one that differs from the last only in motion takes
/// its place. Presses, releases, and fingers that come or go are never dropped; only then may it
/// grow. Nothing is allocated while it keeps within the limit.
final class ReportInbox: @unchecked Sendable {
  /// How many reports may wait before motion coalesces: a quarter of a second at 250 reports a
  /// second.
  static let limit = 64

  private let lock = NSLock()
  private var waiting: [PadReport] = []
  /// Where the next one to take is.
  private var head = 0
  private var isAwaited = false

  init() {
    waiting.reserveCapacity(ReportInbox.limit)
  }

  /// Adds a report and returns whether somebody must be told that there is something to take.
  func put(_ report: PadReport) -> Bool {
    lock.withLock {
      if waiting.count - head >= ReportInbox.limit, let last = waiting.last,
        last.differsInMotionOnly(from: report)
      {
        waiting[waiting.count - 1] = report
      } else {
        compact()
        waiting.append(report)
      }
      defer { isAwaited = true }
      return !isAwaited
    }
  }

  /// Whether there is nothing to take.
  var isEmpty: Bool { lock.withLock { head >= waiting.count } }

  /// The next report; `nil` when there is none, and then the next ``put(_:)`` tells again.
  func take() -> PadReport? {
    lock.withLock {
      guard head < waiting.count else {
        waiting.removeAll(keepingCapacity: waiting.capacity <= 4 * ReportInbox.limit)
        head = 0
        isAwaited = false
        return nil
      }
      head += 1
      return waiting[head - 1]
    }
  }

  private func compact() {
    guard waiting.count == waiting.capacity, head > 0 else { return }
    waiting.removeFirst(head)
    head = 0
  }
}

extension PadReport {
  fileprivate func differsInMotionOnly(from other: PadReport) -> Bool {
    frame.buttons == other.frame.buttons
      && (firstTouch == nil) == (other.firstTouch == nil)
      && (secondTouch == nil) == (other.secondTouch == nil)
      && (frame.leftTrigger > 0.02) == (other.frame.leftTrigger > 0.02)
      && (frame.rightTrigger > 0.02) == (other.frame.rightTrigger > 0.02)
  }
}
