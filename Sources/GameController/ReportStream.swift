public import FudeModel
import Foundation

/// A controller's reports as an asynchronous sequence: each whole state, in order.
///
/// It ends when the controller goes. A reader that is slow loses motion between reports, never a
/// press or a release.
public struct GCReports: AsyncSequence, Sendable {
  /// What it gives.
  public typealias Element = PadReport
  /// It never fails.
  public typealias Failure = Never

  let controller: GCController

  /// Begins with the next report.
  public func makeAsyncIterator() -> Iterator {
    let stream = ReportStream()
    controller.add(stream)
    return Iterator(stream: stream, controller: controller)
  }

  /// Takes the reports one by one.
  public struct Iterator: AsyncIteratorProtocol {
    let stream: ReportStream
    let lease: Lease

    init(stream: ReportStream, controller: GCController) {
      self.stream = stream
      lease = Lease(stream: stream, controller: controller)
    }

    /// The next report; `nil` when the controller is gone or the task is cancelled.
    public mutating func next() async -> PadReport? {
      await stream.next()
    }

    /// The next report; `nil` when the controller is gone or the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Never)
      -> PadReport?
    {
      await stream.next()
    }

    /// Ends the stream when the last iterator is gone.
    final class Lease: Sendable {
      let stream: ReportStream
      let controller: GCController
      init(stream: ReportStream, controller: GCController) {
        self.stream = stream
        self.controller = controller
      }
      deinit { controller.remove(stream) }
    }
  }
}

extension GCController {
  /// Every report of this controller; beside the handlers, and independent of their queue.
  public final var reports: GCReports { GCReports(controller: self) }
}

/// An inbox that one task waits at.
final class ReportStream: @unchecked Sendable {
  private let inbox = ReportInbox()
  private let lock = NSLock()
  private var waiter: CheckedContinuation<Void, Never>?
  private var hasEnded = false
  /// Set when somebody was told while nobody waited.
  private var hasNews = false

  func put(_ report: PadReport) {
    if inbox.put(report) { wake() }
  }

  func finish() {
    lock.withLock { hasEnded = true }
    wake()
  }

  func next() async -> PadReport? {
    while true {
      if let report = inbox.take() { return report }
      if lock.withLock({ hasEnded }) { return inbox.take() }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let mayGoOn = lock.withLock {
            defer { hasNews = false }
            if hasEnded || hasNews { return true }
            waiter = continuation
            return false
          }
          if mayGoOn { continuation.resume() }
        }
      } onCancel: {
        finish()
      }
    }
  }

  private func wake() {
    let waiter = lock.withLock {
      defer { self.waiter = nil }
      hasNews = self.waiter == nil
      return self.waiter
    }
    waiter?.resume()
  }
}
