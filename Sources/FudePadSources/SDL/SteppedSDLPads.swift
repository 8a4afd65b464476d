#if os(Linux)
  package import FudeModel

  /// SDL's controllers on the thread that calls, when it calls: for measuring what our layer adds to
  /// SDL. Programs use ``SDLPads``.
  package final class SteppedSDLPads: PadSource, @unchecked Sendable {
    // Unchecked: only one thread may use it.
    private var loop: SDLLoop?

    /// SDL is not started yet.
    package init() {}

    /// Starts SDL.
    package func start(
      _ deliver: @escaping @Sendable (PadSourceEvent) -> Void
    ) throws(PadSourceError) {
      var loop = SDLLoop(options: SDLPads.Options(), alarm: Alarm(), deliver: deliver)
      if let message = loop.begin() { throw PadSourceError(.unavailable, message) }
      self.loop = loop
    }

    /// Takes what has happened since the last call, and tells it.
    package func step() { loop?.take() }

    /// Ends SDL.
    package func stop() {
      loop?.end()
      loop = nil
    }

    /// Hands a command on at once.
    package func perform(_ command: PadCommand, on pad: DeviceID) {
      loop?.perform(command, on: pad)
    }
  }
#endif
