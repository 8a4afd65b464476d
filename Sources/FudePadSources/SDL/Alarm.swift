#if os(Linux)
  import CFudeShims
  import Glibc

  /// Wakes a thread that waits for descriptors.
  final class Alarm: Sendable {
    let descriptor: Int32

    init() {
      descriptor = fude_wake_descriptor()
    }

    deinit {
      if descriptor >= 0 { close(descriptor) }
    }

    /// Wakes the thread now, or as soon as it waits.
    func ring() {
      var one: UInt64 = 1
      _ = write(descriptor, &one, 8)
    }

    /// Takes back all rings so far.
    func silence() {
      var count: UInt64 = 0
      _ = read(descriptor, &count, 8)
    }
  }
#endif
