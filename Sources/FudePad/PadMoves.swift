public import FudeModel

/// One step of the focus.
public struct PadMove: Hashable, Sendable {
  /// When it was due.
  public var time: Timestamp
  /// Where to.
  public var direction: PadDirection
  /// Whether the direction was held, not pressed anew.
  public var isRepeat: Bool
}

/// Moves of the focus, from the direction pad and a stick: one step a press, then repeats.
///
/// The direction pad wins over the stick. Constant time and no allocation a call.
public struct PadMoves: Stage {
  /// What gives directions.
  public struct Options: Hashable, Sendable {
    /// The stick that gives directions; `nil` for the direction pad alone; default the left one.
    public var stick: PadStick?
    /// The stick's thresholds.
    public var direction: StickDirection.Options
    /// The rate of repeats.
    public var rate: Repeater<PadDirection>.Options

    /// The defaults.
    public init(
      stick: PadStick? = .left,
      direction: StickDirection.Options = StickDirection.Options(),
      rate: Repeater<PadDirection>.Options = Repeater<PadDirection>.Options()
    ) {
      self.stick = stick
      self.direction = direction
      self.rate = rate
    }
  }

  private let options: Options
  private var cross = PadCross()
  private var stick: StickDirection
  private var repeater: Repeater<PadDirection>
  private var now: Timestamp?

  /// Moves, with nothing held.
  public init(options: Options = Options()) {
    self.options = options
    stick = StickDirection(options: options.direction)
    repeater = Repeater(options: options.rate)
  }

  /// The direction held; `nil` if none.
  public var held: PadDirection? { repeater.held }

  /// Takes the controller's state.
  public mutating func receive(_ frame: PadFrame, emit: (PadMove) -> Void) {
    advance(to: frame.time, emit: emit)
    let time = max(frame.time, now ?? frame.time)
    now = time
    let byCross = cross.update(frame.buttons)
    let byStick = options.stick.flatMap { stick.update(frame.sanitised.deflection(of: $0)) }
    repeater.hold(byCross ?? byStick, at: time) { direction, time in
      emit(PadMove(time: time, direction: direction, isRepeat: false))
    }
  }

  /// Lets time pass: gives the repeats that became due.
  public mutating func advance(to time: Timestamp, emit: (PadMove) -> Void) {
    if let now, time <= now { return }
    now = time
    repeater.advance(to: time) { direction, time in
      emit(PadMove(time: time, direction: direction, isRepeat: true))
    }
  }

  /// When the next repeat is due; `nil` if nothing is held.
  public var deadline: Timestamp? { repeater.deadline }
}
