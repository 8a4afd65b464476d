public import FudeModel

/// What a person may want of gestures, and the measures by which they are told apart.
public struct GestureOptions: Hashable, Sendable {
  /// What fingers are for.
  public var fingers: FingerPolicy
  /// How far fingers must move before they pan or zoom, in mm, `0...20`.
  ///
  /// Raise it when taps pan; lower it when panning feels sticky.
  public var slop: Double
  /// How far two fingers must turn before the view turns with them, in radians, `0...1`.
  ///
  /// Raise it when pinches leave the paper askew; lower it when turning feels sticky.
  public var turnSlop: Double
  /// The longest tap, from the first landing to the last lift.
  public var tapLimit: TimeSpan
  /// How soon a second finger must land for a stroke to become a pinch and be taken back.
  ///
  /// Raise it when pinches leave dots; lower it when strokes vanish under a resting second finger.
  public var pinchWindow: TimeSpan
  /// How long after the pen left one finger may not pan.
  public var panHold: TimeSpan

  /// The measures that suit most people; what is left out is the default.
  public init(
    fingers: FingerPolicy = .draw, slop: Double = 2, turnSlop: Double = 0.15,
    tapLimit: TimeSpan = .milliseconds(300),
    pinchWindow: TimeSpan = .milliseconds(200), panHold: TimeSpan = .milliseconds(300)
  ) {
    self.fingers = fingers
    self.slop = slop
    self.turnSlop = turnSlop
    self.tapLimit = tapLimit
    self.pinchWindow = pinchWindow
    self.panHold = panHold
  }
}
