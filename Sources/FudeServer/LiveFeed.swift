/// The last lines that open pages sent, for whoever watches.
///
/// Bounded: when a reader is slower than ``capacity`` lines, the oldest are dropped and the reader
/// is told how many it missed. A pen at 240 reports a second fills it in more than half a minute.
struct LiveFeed: Sendable {
  /// How many lines are kept.
  static let capacity = 10_000

  private var lines: [String] = []
  private var first = 0
  /// The line with which the last recording began.
  private var lastStart: Int?

  /// The number that the next line will get.
  var next: Int { first + lines.count }

  /// Where a reader begins that joins others: at the beginning of the recording that they read, so
  /// that it makes sense; `nil` if that is gone.
  var start: Int? { lastStart.flatMap { $0 >= first ? $0 : nil } }

  /// Takes lines from a page.
  mutating func append(_ text: String) {
    for line in text.split(separator: "\n") {
      if line.hasPrefix("{\"fude\"") { lastStart = next }
      lines.append(String(line))
    }
    // Dropped in large steps, so that appending stays cheap.
    if lines.count > Self.capacity + Self.capacity / 4 {
      let surplus = lines.count - Self.capacity
      lines.removeFirst(surplus)
      first += surplus
    }
  }

  /// Everything from line `number` on, and how many lines before it are gone.
  func lines(from number: Int) -> (text: String, missed: Int) {
    let start = max(number, first)
    guard start < next else { return ("", 0) }
    let text = lines[(start - first)...].joined(separator: "\n") + "\n"
    return (text, start - max(0, number))
  }
}
