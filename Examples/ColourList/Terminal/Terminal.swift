import Foundation
import Glibc

/// The terminal: a screen of its own, and keys without waiting for Return.
final class Terminal {
  private var saved = termios()
  private let isTerminal = isatty(0) == 1
  private var last: [String] = []

  /// Its size in cells.
  var size: (columns: Int, rows: Int) {
    var window = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// Takes the screen.
  func begin() {
    if isTerminal {
      tcgetattr(0, &saved)
      var raw = saved
      raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
      tcsetattr(0, TCSANOW, &raw)
    }
    write("\u{1b}[?1049h\u{1b}[?25l\u{1b}[2J")
  }

  /// Gives it back as it was.
  func end() {
    write("\u{1b}[?25h\u{1b}[?1049l")
    if isTerminal { tcsetattr(0, TCSANOW, &saved) }
  }

  /// Shows a picture; only lines that changed are written.
  func show(_ lines: [String]) {
    var text = ""
    for (row, line) in lines.enumerated() where row >= last.count || last[row] != line {
      text += "\u{1b}[\(row + 1);1H\(line)\u{1b}[K"
    }
    if last.count > lines.count { text += "\u{1b}[\(lines.count + 1);1H\u{1b}[J" }
    last = lines
    if !text.isEmpty { write(text) }
  }

  /// The keys pressed since the last call; arrows are `up`, `down`, `left` and `right`.
  func keys() -> [String] {
    var waiting = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    var bytes: [UInt8] = []
    while poll(&waiting, 1, 0) == 1, waiting.revents & Int16(POLLIN) != 0 {
      var buffer = [UInt8](repeating: 0, count: 64)
      let count = read(0, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
    }
    var keys: [String] = []
    var rest = bytes[...]
    let arrows: [UInt8: String] = [65: "up", 66: "down", 67: "right", 68: "left"]
    while let byte = rest.popFirst() {
      if byte == 27, rest.first == 91, let arrow = rest.dropFirst().first.flatMap({ arrows[$0] }) {
        rest = rest.dropFirst(2)
        keys.append(arrow)
      } else {
        keys.append(String(decoding: [byte], as: UTF8.self))
      }
    }
    return keys
  }

  private func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }
}
