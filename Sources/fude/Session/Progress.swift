import Foundation

/// A counter on standard error, for work that takes over a second, if a person watches.
struct Progress {
  private let what: String
  private let isWatched = isatty(2) == 1
  private let start = ContinuousClock.now
  private var next = ContinuousClock.now + .seconds(1)
  private var isShown = false

  /// A counter of `what`.
  init(what: String) {
    self.what = what
  }

  /// Says how far the work is, at most five times a second.
  mutating func note(_ count: Int) {
    guard isWatched, count & 1023 == 0, ContinuousClock.now >= next else { return }
    next = ContinuousClock.now + .milliseconds(200)
    isShown = true
    FileHandle.standardError.write(Data("\r\(count) \(what) …".utf8))
  }

  /// Clears the line.
  mutating func finish() {
    guard isShown else { return }
    isShown = false
    FileHandle.standardError.write(Data("\r\u{1b}[K".utf8))
  }
}
