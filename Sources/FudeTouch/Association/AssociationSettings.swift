public import FudeModel

/// What may be set of the association; the defaults are meant to be left alone.
public struct AssociationSettings: Hashable, Sendable {
  /// How much later than its touch a pen's event is expected before anything is learned, in
  /// microseconds, `0...150_000`.
  ///
  /// 55 ms is the default of Wacom's public iOS guide. Raise it for slow links, lower it for fast
  /// ones; it only matters for the first few strokes.
  public var timingOffset: Int64 = 55_000
  /// How far the true offset may lie from ``timingOffset`` at first (one standard deviation).
  ///
  /// Raise it when pens of many kinds are used; lower it when the offset was stored from an earlier
  /// session.
  public var timingSpread: TimeSpan = .milliseconds(25)
  /// How the pen is held.
  public var posture: WritingPosture = .unknown
  /// The pressure of a provisional point whose real pressure has not arrived, `0...1`.
  public var defaultPressure: Float = 0.25
  /// A contact whose radius is more than this many times the device's ``radiusTolerance`` looks
  /// like a palm. From Wacom's public iOS guide, where the quotient 13 is called typical.
  public var palmRadiusRatio: Float = 13
  /// The uncertainty of a contact's radius in the device's unit; `nil` if the device tells none, and
  /// then sizes are only compared with each other.
  public var radiusTolerance: Float?
  /// Whether a contact over ``palmRadiusRatio`` is never taken for a pen; otherwise it is only less
  /// likely.
  public var isPalmRadiusStrict = false
  /// How far the touch screen's reported place lies from the true tip in the direction in which the
  /// pen leans, in millimetres, `0...5`; 0 corrects nothing.
  ///
  /// Raise it when lines appear on the side to which the pen leans.
  public var tipOffset: Double = 0
  /// How much the correction may change per millimetre of path, in millimetres, `0.01...1`.
  ///
  /// Lower it when a change of lean shows as a bend; raise it when it takes too long to take hold.
  public var tipOffsetSlew: Double = 0.05
  /// A change of pressure beyond this, while the touch stands still, makes a point of its own;
  /// `0...1`. Lower it for brushes that swell under a resting pen.
  public var stationaryPressureStep: Float = 0.02

  /// The defaults.
  public init() {}
}
