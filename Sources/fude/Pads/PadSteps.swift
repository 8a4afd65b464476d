#if os(Linux)
  import FudeModel
  import FudePad

  /// The even steps in which time passes while a recording of controllers is played.
  ///
  /// A recording can claim any time. Steps are only made while something goes on, and for no longer
  /// than ``silence``: what is held without a report for so long counts as gone.
  struct PadSteps {
    /// How long something may be held without any report, 10 minutes. A stick never rests so still
    /// in a hand; raise it for games in which a button is held for longer.
    private static let silence = TimeSpan.seconds(600)

    /// When the next step is due.
    private(set) var tick: Timestamp
    /// How often something held counted as gone.
    private(set) var losses = 0
    private let step: TimeSpan

    /// Steps from a moment on.
    init(from start: Timestamp, step: TimeSpan) {
      tick = start
      self.step = max(step, TimeSpan(microseconds: 1))
    }

    /// What is to be said of ``losses``; `nil` if there were none.
    var note: String? {
      losses == 0
        ? nil
        : "something was held for over 10 minutes without a report (\(losses) times): the controller "
          + "counts as gone there"
    }

    /// Lets time pass.
    ///
    /// - Parameter emit: Takes each intent, and whether it comes of a loss.
    mutating func pass(
      to time: Timestamp, _ stage: inout PadIntents, emit: (PadIntent, Bool) -> Void
    ) {
      var left = PadSteps.silence.microseconds / step.microseconds
      while tick < time {
        stage.advance(to: tick) { emit($0, false) }
        if left == 0, stage.deadline != nil, let device = stage.device {
          losses += 1
          stage.receive(.lost(device, at: tick, .removed)) { emit($0, true) }
        }
        let isIdle = left <= 0 || stage.deadline == nil
        left -= 1
        // The rhythm stays; at the end of time there is none.
        let whole = isIdle ? (time - tick).microseconds / step.microseconds : 1
        let next = tick + TimeSpan(microseconds: max(1, whole) &* step.microseconds)
        tick = next > tick && whole >= 0 ? next : time
      }
    }
  }
#endif
