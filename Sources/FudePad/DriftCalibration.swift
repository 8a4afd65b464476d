public import FudeModel

/// Where a pad's sticks rest, learned from the pad itself.
///
/// A value to be kept for each pad, by its serial or address: identifiers that differ by bus or
/// driver would lose it.
public struct StickOffsets: Hashable, Sendable {
  /// The left stick's rest, as a raw deflection.
  public var left: SIMD2<Float>
  /// The right stick's rest, as a raw deflection.
  public var right: SIMD2<Float>

  /// Offsets; none by default.
  public init(left: SIMD2<Float> = .zero, right: SIMD2<Float> = .zero) {
    self.left = left
    self.right = right
  }

  /// The frame with the offsets taken out.
  public func apply(to frame: PadFrame) -> PadFrame {
    var frame = frame
    frame.leftStick -= left
    frame.rightStick -= right
    return frame
  }
}

/// Learns where a pad's sticks rest while nobody touches it.
///
/// A stick that stays within ``Options/tolerance`` for ``Options/settling``, near its centre, with
/// no button held and the other stick as quiet, is at rest: its mean place becomes the offset. No
/// thumb holds a stick that still for that long. A learned offset may be replaced at any later rest.
///
/// Constant time and no allocation a frame.
public struct DriftCalibration: Sendable {
  /// When a stick counts as idle.
  public struct Options: Hashable, Sendable {
    /// How long it must be still; default 3 s. Raise it when slow aiming is mistaken for drift.
    public var settling: TimeSpan
    /// How far it may stray meanwhile, as a fraction of full travel; default 0.012, which is one and
    /// a half steps of an 8-bit stick. Raise it for a noisy pad.
    public var tolerance: Float
    /// The largest offset believed, as a fraction of full travel; default 0.2. Beyond it a stick is
    /// held, or broken: a health report says so, calibration does not hide it.
    public var limit: Float

    /// The conditions for learning.
    public init(
      settling: TimeSpan = .seconds(3), tolerance: Float = 0.012, limit: Float = 0.2
    ) {
      self.settling = settling
      self.tolerance = tolerance
      self.limit = limit
    }
  }

  /// What was learned, or given at the start.
  public private(set) var offsets: StickOffsets
  /// How often an offset was learned since the start.
  public private(set) var lessons = 0

  private let options: Options
  private var last: PadFrame?
  private var since: Timestamp?
  private var leftSum = SIMD2<Double>.zero
  private var rightSum = SIMD2<Double>.zero
  private var anchor = StickOffsets()

  /// A calibration that starts from what was known of the pad.
  public init(offsets: StickOffsets = StickOffsets(), options: Options = Options()) {
    self.offsets = offsets
    self.options = options
  }

  /// Takes the pad's raw state.
  public mutating func receive(_ frame: PadFrame) {
    advance(to: frame.time)
    let isQuiet =
      frame.buttons.isEmpty && frame.leftStick.length <= options.limit
      && frame.rightStick.length <= options.limit
    if !isQuiet {
      since = nil
    } else if since == nil
      || (frame.leftStick - anchor.left).length > options.tolerance
      || (frame.rightStick - anchor.right).length > options.tolerance
    {
      restart(at: frame)
    }
    last = frame
  }

  /// Lets time pass: pads that are still send nothing.
  public mutating func advance(to time: Timestamp) {
    guard var frame = last, time > frame.time else { return }
    if let since {
      let elapsed = (time - frame.time).seconds
      leftSum += SIMD2<Double>(frame.leftStick) * elapsed
      rightSum += SIMD2<Double>(frame.rightStick) * elapsed
      let whole = (time - since).seconds
      if time - since >= options.settling, whole > 0 {
        offsets = StickOffsets(
          left: SIMD2<Float>(leftSum / whole), right: SIMD2<Float>(rightSum / whole))
        lessons &+= 1
        restart(at: frame, time: time)
      }
    }
    frame.time = time
    last = frame
  }

  /// When the rest so far would be learned; `nil` if a stick is in use.
  public var deadline: Timestamp? { since.map { $0 + options.settling } }

  private mutating func restart(at frame: PadFrame, time: Timestamp? = nil) {
    since = time ?? frame.time
    anchor = StickOffsets(left: frame.leftStick, right: frame.rightStick)
    leftSum = .zero
    rightSum = .zero
  }
}
