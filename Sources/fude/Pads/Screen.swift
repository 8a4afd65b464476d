#if os(Linux)
  import Foundation
  import Glibc

  /// What a signal has to give back; set before the handler is, and only by the one screen.
  nonisolated(unsafe) private var before = termios()
  nonisolated(unsafe) private var isPicture = false

  /// Gives the terminal back, then lets the signal do what it does.
  private func giveBack(_ number: Int32) {
    let end = "\u{1b}[?25h\u{1b}[?1049l"
    if isPicture { _ = end.withCString { Glibc.write(1, $0, strlen($0)) } }
    tcsetattr(0, TCSANOW, &before)
    signal(number, SIG_DFL)
    raise(number)
  }

  /// The terminal as a picture that changes, with keys that come without Return.
  final class Screen {
    private var saved = termios()
    private let hasKeys = isatty(0) == 1
    private var last: [String] = []

    /// Takes the screen. Ctrl-C comes as a key, so the terminal is always given back.
    func begin() {
      takeKeys()
      isPicture = true
      write("\u{1b}[?1049h\u{1b}[?25l\u{1b}[2J")
    }

    /// Gives it back as it was.
    func end() {
      write("\u{1b}[?25h\u{1b}[?1049l")
      isPicture = false
      giveKeysBack()
    }

    /// Only the keys: the text stays where it is.
    func takeKeys() {
      guard hasKeys else { return }
      tcgetattr(0, &saved)
      before = saved
      for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, giveBack) }
      var raw = saved
      raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
      tcsetattr(0, TCSANOW, &raw)
    }

    /// Undoes ``takeKeys()``.
    func giveKeysBack() {
      guard hasKeys else { return }
      tcsetattr(0, TCSANOW, &saved)
      for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_DFL) }
    }

    /// Shows lines; only those that changed are written.
    func show(_ lines: [String]) {
      var text = ""
      for (row, line) in lines.enumerated() where row >= last.count || last[row] != line {
        text += "\u{1b}[\(row + 1);1H\(line)\u{1b}[K"
      }
      if last.count > lines.count { text += "\u{1b}[\(lines.count + 1);1H\u{1b}[J" }
      last = lines
      if !text.isEmpty { write(text) }
    }

    /// The keys pressed since the last call.
    func keys() -> [Character] {
      guard hasKeys else { return [] }
      var waiting = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      var bytes: [UInt8] = []
      while poll(&waiting, 1, 0) == 1, waiting.revents & Int16(POLLIN) != 0 {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(0, &buffer, buffer.count)
        guard count > 0 else { break }
        bytes += buffer.prefix(count)
      }
      return Array(String(decoding: bytes, as: UTF8.self))
    }

    private func write(_ text: String) {
      FileHandle.standardOutput.write(Data(text.utf8))
    }
  }
#endif
