public import FudeModel

/// A whole step of scrolling.
public struct ScrollStep: Hashable, Sendable {
  /// Up to when it scrolled.
  public var time: Timestamp
  /// Units towards the right end of the content; negative to the left.
  public var x: Int
  /// Units towards the lower end of the content; negative upwards.
  public var y: Int
}

/// Scrolls with a stick in whole units (pixels, lines); the fraction left over is carried.
///
/// A list of lines scrolled at a quarter of a line a frame must move one line every fourth frame,
/// not none. Like the pointer it integrates the held deflection over the time that really passed.
/// Constant time and no allocation a call.
public struct PadScroll: Stage {
  /// What scrolls, and how fast.
  public struct Options: Hashable, Sendable {
    /// The stick that scrolls; default the left one.
    public var stick: PadStick
    /// The stick's dead zone.
    public var deadZone: DeadZone
    /// From deflection to speed.
    public var curve: ResponseCurve
    /// Speed at full deflection, in heights of the view a second; default 2. Raise it for long
    /// lists, lower it when text must be read while it moves.
    public var heightsPerSecond: Double
    /// The time in which a scroll that lost its push falls to 37 % of its speed; off (`nil`) by
    /// default: a stick says where to stop by being let go.
    public var momentum: TimeSpan?
    /// How often it wants to be woken while it moves; default 8 ms.
    public var cadence: TimeSpan

    /// The defaults.
    public init(
      stick: PadStick = .left, deadZone: DeadZone = DeadZone(),
      curve: ResponseCurve = ResponseCurve(), heightsPerSecond: Double = 2,
      momentum: TimeSpan? = nil, cadence: TimeSpan = .milliseconds(8)
    ) {
      self.stick = stick
      self.deadZone = deadZone
      self.curve = curve
      self.heightsPerSecond = heightsPerSecond
      self.momentum = momentum
      self.cadence = cadence
    }
  }

  /// The view's height in the units that are counted, ≥ 0.
  public var viewHeight: Double

  private let options: Options
  private var now: Timestamp?
  private var x = Glide()
  private var y = Glide()

  /// A scroll for a view of `viewHeight` units.
  public init(viewHeight: Double, options: Options = Options()) {
    self.viewHeight = viewHeight
    self.options = options
  }

  /// Scrolls up to the frame's time with the deflection held so far, then takes the new one.
  public mutating func receive(_ frame: PadFrame, emit: (ScrollStep) -> Void) {
    advance(to: frame.time, emit: emit)
    let deflection = options.deadZone.apply(to: frame.sanitised.deflection(of: options.stick))
    let speed = options.curve.apply(to: deflection)
    let full = max(0, min(1e9, viewHeight)) * options.heightsPerSecond
    let keepsMoving = options.momentum != nil
    x.push(Double(speed.x) * full, keepsMoving: keepsMoving)
    y.push(-Double(speed.y) * full, keepsMoving: keepsMoving)
  }

  /// Scrolls up to `time` with the deflection held.
  public mutating func advance(to time: Timestamp, emit: (ScrollStep) -> Void) {
    guard let before = now else {
      now = time
      return
    }
    guard time > before else { return }
    now = time
    let seconds = (time - before).seconds
    let decay = options.momentum.map { max(0.001, $0.seconds) }
    let step = ScrollStep(
      time: time, x: x.travel(seconds, decay: decay), y: y.travel(seconds, decay: decay))
    if step.x != 0 || step.y != 0 { emit(step) }
  }

  /// The next step while something moves; `nil` at rest.
  public var deadline: Timestamp? {
    guard let now, x.isMoving || y.isMoving else { return nil }
    return now + TimeSpan(microseconds: max(1, options.cadence.microseconds))
  }
}

/// One axis of a scroll: speed, pushed speed, and the fraction carried.
private struct Glide: Sendable {
  /// Units a second asked for by the stick.
  var target = 0.0
  /// Units a second now.
  var speed = 0.0
  /// The part of a unit not yet given out, above -1 and below 1.
  var carried = 0.0

  /// Below this many units a second a glide without a push stands still.
  static let stillness = 1.0

  var isMoving: Bool { speed != 0 || target != 0 }

  mutating func push(_ wanted: Double, keepsMoving: Bool) {
    target = wanted
    let isStronger = abs(wanted) >= abs(speed) || wanted * speed < 0
    if isStronger || !keepsMoving { speed = wanted }
  }

  mutating func travel(_ seconds: Double, decay: Double?) -> Int {
    var distance = target * seconds
    if let decay, speed != target {
      let left = Maths.exp(-seconds / decay)
      distance += (speed - target) * decay * (1 - left)
      speed = target + (speed - target) * left
      if target == 0, abs(speed) < Glide.stillness { speed = 0 }
    }
    // `Int` has 32 bits on WebAssembly.
    let total = max(-2e9, min(2e9, carried + distance))
    let whole = total.rounded(.towardZero)
    carried = total - whole
    return Int(whole)
  }
}
