public import FudeInk
public import FudeModel
public import FudePen
public import FudeTouch

/// What may be set of a stylus session.
public struct StylusSettings: Sendable {
  /// How contacts and pens are matched.
  public var association = AssociationSettings()
  /// How pens are found and kept.
  public var connection = ConnectionSettings()
  /// How force becomes pressure.
  public var response = PressureCurve.linear
  /// How much lines are smoothed, `0...1`; 0 gives the raw places. 0.80 is what Adonit's SDK used.
  ///
  /// Raise it when slow lines tremble; lower it when small letters lose their corners.
  public var smoothing = 0.80
  /// How far ahead the pen is predicted; zero predicts nothing.
  public var prediction: TimeSpan = .milliseconds(20)
  /// Whether a stroke is told from its landing on, before it is known to be the pen's; it may then
  /// be cancelled. It saves the radio's delay (10…150 ms) and asks for taking ink back.
  public var tellsProvisionalStrokes = false
  /// Whether fingers draw while no pen is connected.
  public var fingersDraw = true
  /// The pressure of a finger's points, `0...1`.
  public var fingerPressure: Float = 0.5
  /// How long after the last stroke gestures are suggested again, ≥ 0.
  public var gestureDelay: TimeSpan = .seconds(1)
  /// How many events of mere state (pressure, lean) a slow consumer's queue keeps.
  public var queueCapacity = 64
  /// Pens of earlier sessions to come back to.
  public var storedPens: [PenIdentity] = []

  /// The defaults.
  public init() {}
}
