public import FudeModel

/// Watches a controller and says how well it is: drift, reach, rate, buttons that never came.
///
/// Constant time and no allocation a report.
public struct PadHealth: Sendable {
  /// One stick's condition.
  public struct Stick: Hashable, Sendable {
    /// The mean place while it was at rest, as a raw deflection; zero if it never rested.
    public var rest = SIMD2<Float>.zero
    /// The farthest that it strayed from there while at rest, as a fraction of full travel.
    public var noise: Float = 0
    /// The farthest deflection in each of eight directions, from the right counterclockwise.
    public var reach = InlineArray<8, Float>(repeating: 0)

    /// Whether two conditions are the same.
    public static func == (lhs: Stick, rhs: Stick) -> Bool {
      guard lhs.rest == rhs.rest, lhs.noise == rhs.noise else { return false }
      for index in 0..<8 where lhs.reach[index] != rhs.reach[index] { return false }
      return true
    }

    /// Hashes what the condition consists of.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(rest)
      hasher.combine(noise)
      for index in 0..<8 { hasher.combine(reach[index]) }
    }

    /// How far off centre it rests.
    public var drift: Float { rest.length }
    /// The smallest dead zone that keeps it still: drift and noise with a margin of a half, and
    /// never below 0.02.
    public var advisedDeadZone: Float { max(0.02, min(0.95, (drift + noise) * 1.5)) }
    /// The shortest reach of the eight, and whether all were tried.
    public var shortestReach: (reach: Float, isComplete: Bool) {
      var shortest: Float = 2
      for index in 0..<8 { shortest = min(shortest, reach[index]) }
      return (shortest, shortest > 0.5)
    }

    /// Where it stays just now, since when, and how far it strayed.
    private var anchor = SIMD2<Float>.zero
    private var since: Timestamp?
    private var last = SIMD2<Float>.zero
    private var lastTime = Timestamp.zero
    private var sum = SIMD2<Double>.zero
    private var stray: Float = 0
    private var restSum = SIMD2<Double>.zero
    private var restSeconds = 0.0

    /// How long it must stay near one place to be at rest, and how near.
    private static let stay = 0.4
    private static let near: Float = 0.06

    /// Takes the time up to now into account: a stick that rests says nothing.
    mutating func settle(at time: Timestamp) {
      guard let since, time > lastTime else { return }
      sum += SIMD2<Double>(last) * (time - lastTime).seconds
      lastTime = time
      let seconds = (time - since).seconds
      guard seconds >= Stick.stay, anchor.length < 0.25 else { return }
      restSum += sum
      restSeconds += seconds
      rest = SIMD2<Float>(restSum / restSeconds)
      noise = max(noise, stray)
      self.since = time
      sum = .zero
    }

    mutating func take(_ place: SIMD2<Float>, at time: Timestamp) {
      settle(at: time)
      let length = place.length
      if since == nil || (place - anchor).length > Stick.near {
        anchor = place
        since = time
        sum = .zero
        stray = 0
      }
      stray = max(stray, (place - anchor).length)
      last = place
      lastTime = max(lastTime, time)
      guard length > 0.5 else { return }
      let eighth = Maths.atan2(Double(place.y), Double(place.x)) / (Maths.pi / 4)
      let index = Int(eighth.rounded()) & 7
      reach[index] = max(reach[index], length)
    }
  }

  /// How many reports came.
  public private(set) var reportCount = 0
  /// The buttons that were pressed at least once.
  public private(set) var pressed: PadButtons = []
  /// The presses shorter than 5 ms: no finger is that quick, a worn contact is.
  public private(set) var bounces: PadButtons = []
  /// The left stick.
  public private(set) var leftStick = Stick()
  /// The right stick.
  public private(set) var rightStick = Stick()
  /// The least and the most that the left trigger gave; (0, 0) if it never moved.
  public private(set) var leftTrigger = SIMD2<Float>(1, 0)
  /// The least and the most that the right trigger gave.
  public private(set) var rightTrigger = SIMD2<Float>(1, 0)
  /// The longest time between two reports less than a second apart.
  public private(set) var longestGap = TimeSpan.zero
  /// Whether the motion sensors told anything.
  public private(set) var hasMoved = false
  /// Whether a finger was on the touchpad.
  public private(set) var wasTouched = false

  private var last: PadFrame?
  private var since = InlineArray<32, Timestamp>(repeating: .zero)
  private var busy = TimeSpan.zero
  private var busyCount = 0

  /// Nothing is known yet.
  public init() {}

  /// Reports a second while something changed; `nil` before ten.
  public var rate: Double? {
    busyCount >= 10 && busy > .zero ? Double(busyCount) / busy.seconds : nil
  }

  /// Takes a report.
  public mutating func receive(_ report: PadReport) {
    let frame = report.frame.sanitised
    reportCount &+= 1
    leftStick.take(frame.leftStick, at: frame.time)
    rightStick.take(frame.rightStick, at: frame.time)
    leftTrigger = SIMD2(
      min(leftTrigger.x, frame.leftTrigger), max(leftTrigger.y, frame.leftTrigger))
    rightTrigger = SIMD2(
      min(rightTrigger.x, frame.rightTrigger), max(rightTrigger.y, frame.rightTrigger))
    if report.motion != nil { hasMoved = true }
    if report.firstTouch != nil { wasTouched = true }
    takeTime(frame)
    takeButtons(frame)
    last = frame
  }

  /// Lets time pass without a report: what is still now is at rest.
  public mutating func advance(to time: Timestamp) {
    leftStick.settle(at: time)
    rightStick.settle(at: time)
  }

  private mutating func takeTime(_ frame: PadFrame) {
    guard let last, frame.time > last.time else { return }
    let gap = frame.time - last.time
    // A pad that rests says nothing: that is no gap.
    guard gap < .seconds(0.1) else { return }
    busy = busy + gap
    busyCount &+= 1
    longestGap = max(longestGap, gap)
  }

  private mutating func takeButtons(_ frame: PadFrame) {
    let before = last?.buttons ?? []
    pressed.formUnion(frame.buttons)
    for index in 0..<32 {
      let button = PadButtons.numbered(index)
      let isDown = frame.buttons.contains(button)
      guard isDown != before.contains(button) else { continue }
      if isDown {
        since[index] = frame.time
      } else if frame.time - since[index] < .milliseconds(5) {
        bounces.insert(button)
      }
    }
  }
}
