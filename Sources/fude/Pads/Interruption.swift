#if os(Linux)
  import Glibc

  /// What is rung by a signal; set before the handler is.
  nonisolated(unsafe) private var alarm: Int32 = -1

  /// Only what a signal handler may do.
  private func ring(_ number: Int32) {
    var one: UInt64 = 1
    _ = write(alarm, &one, 8)
  }

  /// Ctrl-C and the polite kill, for commands that have something to put in order first.
  enum Interruption {
    /// From now on they ring an alarm (an `eventfd`) instead of ending the program.
    static func rings(_ descriptor: Int32) {
      alarm = descriptor
      for number in [SIGINT, SIGTERM] { signal(number, ring) }
    }

    /// From now on they end the program again.
    static func ends() {
      for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
  }
#endif
