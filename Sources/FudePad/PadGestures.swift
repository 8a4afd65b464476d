public import FudeModel

/// Something that a person did with buttons.
public enum PadGesture: Hashable, Sendable {
  /// The buttons went down.
  case pressed(PadButtons, at: Timestamp)
  /// The buttons went up.
  case released(PadButtons, at: Timestamp)
  /// A button was pressed and let go before it counted as held.
  case tapped(PadButtons, at: Timestamp)
  /// A button was tapped twice.
  case doubleTapped(PadButtons, at: Timestamp)
  /// A button was held.
  case held(PadButtons, at: Timestamp)
  /// All buttons of a chord went down together.
  case chord(PadButtons, at: Timestamp)
}

/// Tells taps, double taps, holds and chords apart.
///
/// Press and release are edges and are told at once, each exactly once; they never wait for a
/// gesture. A button gives either a hold or a tap. Only a button named in
/// ``Options/doubleTaps`` waits with its tap to see whether a second follows. A button that took
/// part in a chord gives neither tap nor hold until it is let go.
///
/// At most 32 buttons are looked at a frame; nothing is allocated.
public struct PadGestures: Stage {
  /// What counts as what.
  public struct Options: Hashable, Sendable {
    /// From press to hold; default 0.5 s. Raise it when slow taps are taken for holds.
    public var hold: TimeSpan
    /// From the first tap's end to the second press; default 0.3 s. Raise it for slow fingers; it
    /// is also what a single tap on such a button must wait.
    public var doubleTap: TimeSpan
    /// Within which all buttons of a chord must go down; default 0.08 s.
    public var chordWindow: TimeSpan
    /// The buttons for which double taps are looked for; default none.
    public var doubleTaps: PadButtons
    /// The chords looked for, each of two or more buttons; when several fit, the first counts.
    public var chords: [PadButtons]

    /// The defaults.
    public init(
      hold: TimeSpan = .seconds(0.5), doubleTap: TimeSpan = .seconds(0.3),
      chordWindow: TimeSpan = .seconds(0.08), doubleTaps: PadButtons = [],
      chords: [PadButtons] = []
    ) {
      self.hold = hold
      self.doubleTap = doubleTap
      self.chordWindow = chordWindow
      self.doubleTaps = doubleTaps
      self.chords = chords
    }
  }

  private enum Phase: Hashable, Sendable {
    case up
    /// Down since `since`; `isSecond` after a tap that waits for it.
    case down(since: Timestamp, isSecond: Bool)
    /// Down, and its gesture was told.
    case told(since: Timestamp)
    /// Up after a tap that waits until `until` for a second.
    case waiting(until: Timestamp)
  }

  private let options: Options
  private var phases = InlineArray<32, Phase>(repeating: .up)
  private var now: Timestamp?
  /// The buttons held.
  public private(set) var held: PadButtons = []

  /// Gestures, with nothing held.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// Takes the controller's state.
  public mutating func receive(_ frame: PadFrame, emit: (PadGesture) -> Void) {
    receive(frame.buttons, at: frame.time, emit: emit)
  }

  /// Takes the buttons held at `time`.
  public mutating func receive(
    _ buttons: PadButtons, at moment: Timestamp, emit: (PadGesture) -> Void
  ) {
    advance(to: moment, emit: emit)
    let time = max(moment, now ?? moment)
    now = time
    let down = buttons.subtracting(held)
    let up = held.subtracting(buttons)
    held = buttons
    if !up.isEmpty { release(up, at: time, emit: emit) }
    if !down.isEmpty { press(down, at: time, emit: emit) }
  }

  /// Lets time pass: gives the holds and the single taps that became certain.
  public mutating func advance(to time: Timestamp, emit: (PadGesture) -> Void) {
    if let now, time <= now { return }
    now = time
    while let (index, due) = next(), due <= time {
      if case .down(let since, _) = phases[index] {
        phases[index] = .told(since: since)
        emit(.held(.numbered(index), at: due))
      } else {
        phases[index] = .up
        emit(.tapped(.numbered(index), at: due))
      }
    }
  }

  /// The pad vanished: lets go of everything without tap or hold.
  public mutating func cancel(at time: Timestamp, emit: (PadGesture) -> Void) {
    advance(to: time, emit: emit)
    if !held.isEmpty { emit(.released(held, at: max(time, now ?? time))) }
    held = []
    for index in phases.indices { phases[index] = .up }
  }

  /// The next moment at which a hold or a single tap becomes certain.
  public var deadline: Timestamp? { next()?.due }

  private func next() -> (index: Int, due: Timestamp)? {
    var best: (index: Int, due: Timestamp)?
    for index in phases.indices {
      let due: Timestamp
      switch phases[index] {
      case .down(let since, _): due = since + options.hold
      case .waiting(let until): due = until
      case .up, .told: continue
      }
      if best.map({ due < $0.due }) ?? true { best = (index, due) }
    }
    return best
  }

  private mutating func press(
    _ down: PadButtons, at time: Timestamp, emit: (PadGesture) -> Void
  ) {
    emit(.pressed(down, at: time))
    for index in phases.indices where down.contains(.numbered(index)) {
      if case .waiting = phases[index] {
        phases[index] = .down(since: time, isSecond: true)
      } else {
        phases[index] = .down(since: time, isSecond: false)
      }
    }
    for chord in options.chords where completes(chord, with: down, at: time) {
      for index in phases.indices where chord.contains(.numbered(index)) {
        phases[index] = .told(since: time)
      }
      emit(.chord(chord, at: time))
      break
    }
  }

  private func completes(_ chord: PadButtons, with down: PadButtons, at time: Timestamp) -> Bool {
    guard !chord.isDisjoint(with: down), chord.isSubset(of: held) else { return false }
    guard chord.rawValue.nonzeroBitCount > 1 else { return false }
    for index in phases.indices where chord.contains(.numbered(index)) {
      guard case .down(let since, _) = phases[index], time - since <= options.chordWindow else {
        return false
      }
    }
    return true
  }

  private mutating func release(
    _ up: PadButtons, at time: Timestamp, emit: (PadGesture) -> Void
  ) {
    emit(.released(up, at: time))
    for index in phases.indices where up.contains(.numbered(index)) {
      let button = PadButtons.numbered(index)
      guard case .down(_, let isSecond) = phases[index] else {
        phases[index] = .up
        continue
      }
      if isSecond {
        phases[index] = .up
        emit(.doubleTapped(button, at: time))
      } else if options.doubleTaps.contains(button) {
        phases[index] = .waiting(until: time + options.doubleTap)
      } else {
        phases[index] = .up
        emit(.tapped(button, at: time))
      }
    }
  }
}

extension PadButtons {
  /// The button of a bit, `0..<32`.
  static func numbered(_ index: Int) -> PadButtons {
    PadButtons(rawValue: 1 << UInt32(truncatingIfNeeded: index))
  }
}
