public import FudeModel

/// A pointer's step.
public struct PointerMotion: Hashable, Sendable {
  /// Up to when it moved.
  public var time: Timestamp
  /// Where it is.
  public var position: Point
  /// How far it moved.
  public var delta: Point
  /// What the edge took from the movement; a view may pan by it. Zero away from the edges.
  public var beyond: Point
}

/// Moves a pointer with a stick, by integrating the held deflection over the time that really
/// passed.
///
/// A stick held still sends no events: a pointer that moves on events stands still at full
/// deflection. Here the distance depends on the deflection and the time alone, not on how often
/// ``advance(to:emit:)`` is called. Constant time and no allocation a call.
public struct PadPointer: Stage {
  /// What happens at the edge of the area.
  public enum Edge: UInt8, Hashable, Sendable {
    /// The pointer stops there and slides along.
    case stop
    /// It comes in again on the other side.
    case wrap
  }

  /// Speed that grows while the stick is held at its end.
  public struct Acceleration: Hashable, Sendable {
    /// How long the stick must be at its end first; default 0.4 s.
    public var delay: TimeSpan
    /// How long the growth takes; default 0.8 s.
    public var ramp: TimeSpan
    /// How much faster it gets, ≥ 1; default 2. Raise it for walls of screens.
    public var factor: Double
    /// From which deflection the stick counts as at its end, `0...1`; default 0.95.
    public var threshold: Float

    /// An acceleration.
    public init(
      delay: TimeSpan = .seconds(0.4), ramp: TimeSpan = .seconds(0.8), factor: Double = 2,
      threshold: Float = 0.95
    ) {
      self.delay = delay
      self.ramp = ramp
      self.factor = factor >= 1 && factor < 1000 ? factor : 1
      self.threshold = threshold
    }

    /// The integral of the factor over the first `seconds` at the end of the travel.
    func weightedSeconds(_ seconds: Double) -> Double {
      let delay = max(0, self.delay.seconds)
      let ramp = max(0, self.ramp.seconds)
      let climbing = max(0, min(ramp, seconds - delay))
      let risen = ramp > 0 ? climbing * climbing / (2 * ramp) : 0
      return seconds + (factor - 1) * (risen + max(0, seconds - delay - ramp))
    }
  }

  /// What moves the pointer, and how fast.
  public struct Options: Hashable, Sendable {
    /// The stick that moves it; default the right one.
    public var stick: PadStick
    /// The stick's dead zone.
    public var deadZone: DeadZone
    /// From deflection to speed.
    public var curve: ResponseCurve
    /// Speed at full deflection, in widths of the area a second; default 1.2, which crosses the
    /// view in 0.83 s. Raise it when crossing takes too long, lower it when targets are missed.
    public var widthsPerSecond: Double
    /// Growth of the speed at full deflection; off (`nil`) by default.
    public var acceleration: Acceleration?
    /// What happens at the edge; default ``Edge/stop``.
    public var edge: Edge
    /// How often it wants to be woken while it moves; default 8 ms. It changes how smooth the
    /// movement looks, not how far it goes.
    public var cadence: TimeSpan

    /// The defaults.
    public init(
      stick: PadStick = .right, deadZone: DeadZone = DeadZone(),
      curve: ResponseCurve = ResponseCurve(), widthsPerSecond: Double = 1.2,
      acceleration: Acceleration? = nil, edge: Edge = .stop, cadence: TimeSpan = .milliseconds(8)
    ) {
      self.stick = stick
      self.deadZone = deadZone
      self.curve = curve
      self.widthsPerSecond = widthsPerSecond
      self.acceleration = acceleration
      self.edge = edge
      self.cadence = cadence
    }
  }

  /// Where the pointer is; set it to put it somewhere.
  public var position: Point
  /// The area it moves in, from (0, 0); in millimetres or whatever unit the caller thinks in.
  public let area: Size

  private let options: Options
  private var now: Timestamp?
  private var velocity = Point.zero
  /// Seconds spent at the end of the travel; 0 when it is not there.
  private var secondsAtEnd = 0.0
  private var isAtEnd = false

  /// A pointer in the middle of its area.
  public init(area: Size, options: Options = Options()) {
    self.area = Size(width: max(0, area.width), height: max(0, area.height))
    self.options = options
    position = Point(x: self.area.width / 2, y: self.area.height / 2)
  }

  /// Moves up to the frame's time with the deflection held so far, then takes the new one.
  public mutating func receive(_ frame: PadFrame, emit: (PointerMotion) -> Void) {
    advance(to: frame.time, emit: emit)
    let deflection = options.deadZone.apply(to: frame.sanitised.deflection(of: options.stick))
    let speed = options.curve.apply(to: deflection)
    let full = area.width * options.widthsPerSecond
    velocity = Point(x: Double(speed.x) * full, y: -Double(speed.y) * full)
    isAtEnd = options.acceleration.map { deflection.length >= $0.threshold } ?? false
    if !isAtEnd { secondsAtEnd = 0 }
  }

  /// Moves up to `time` with the deflection held.
  public mutating func advance(to time: Timestamp, emit: (PointerMotion) -> Void) {
    guard let before = now else {
      now = time
      return
    }
    guard time > before else { return }
    now = time
    guard velocity != .zero else { return }
    var seconds = (time - before).seconds
    if isAtEnd, let acceleration = options.acceleration {
      let start = secondsAtEnd
      secondsAtEnd += seconds
      seconds =
        acceleration.weightedSeconds(secondsAtEnd) - acceleration.weightedSeconds(start)
    }
    let wanted = position + velocity * seconds
    let reached = place(wanted)
    let delta = options.edge == .wrap ? velocity * seconds : reached - position
    let beyond = options.edge == .wrap ? .zero : wanted - reached
    position = reached
    guard delta != .zero || beyond != .zero else { return }
    emit(PointerMotion(time: time, position: reached, delta: delta, beyond: beyond))
  }

  /// The next step while the stick is held; `nil` at rest.
  public var deadline: Timestamp? {
    guard let now, velocity != .zero else { return nil }
    return now + TimeSpan(microseconds: max(1, options.cadence.microseconds))
  }

  private func place(_ point: Point) -> Point {
    switch options.edge {
    case .stop:
      Point(x: max(0, min(area.width, point.x)), y: max(0, min(area.height, point.y)))
    case .wrap:
      Point(x: wrapped(point.x, area.width), y: wrapped(point.y, area.height))
    }
  }
}

/// `value` brought into `0..<length` by whole lengths; 0 if there is no length.
private func wrapped(_ value: Double, _ length: Double) -> Double {
  guard length > 0, abs(value) < 1e15 else { return 0 }
  let turns = (value / length).rounded(.down)
  return max(0, min(length, value - turns * length))
}
