public import FudeModel
public import FudeTouch

/// A step in a stroke's life.
public struct StrokeEvent: Hashable, Sendable, Identifiable {
  /// Which stroke; the same from began to ended or cancelled.
  public var stroke: ContactID
  /// The stroke.
  public var id: ContactID { stroke }
  /// What happened.
  public var phase: Phase
  /// The pen that draws it; `nil` for a finger.
  public var pen: DeviceID?
  /// The registered view in which it began; `nil` if none is registered.
  public var view: StylusViewID?
  /// All points since the last event of this stroke, oldest first.
  public var samples: [StrokeSample]
  /// Where the pen will probably be next; draw them faded and forget them with the next event.
  public var predicted: [StrokeSample]
  /// The real pressures of points given before.
  public var updates: [StrokeUpdate]
  /// Why the phase was reached.
  public var reason: AssociationReason

  /// The steps of a stroke.
  public enum Phase: UInt8, Hashable, Sendable {
    /// It began; comes once.
    case began
    /// It went on.
    case moved
    /// It is whole, pressures included; comes once unless it was cancelled.
    case ended
    /// It was taken back: take its ink away. Comes once unless it ended.
    case cancelled
  }
}

/// One point of a stroke.
public struct StrokeSample: Hashable, Sendable {
  /// The point's number within its stroke, from 0.
  public var index: Int
  /// When it was measured.
  public var time: Timestamp
  /// Where the tip is: corrected for the pen's lean and smoothed.
  public var position: Point
  /// Where the touch device said it was.
  public var rawPosition: Point
  /// The force after the response curve, `0...1`; for a finger ``StylusSettings/fingerPressure``.
  public var pressure: Float
  /// The force before the response curve; `nil` for a finger.
  public var rawPressure: Float?
  /// Whether the pressure is still an estimate; a ``StrokeUpdate`` follows.
  public var isEstimated: Bool
}

/// The real pressure of a point given before.
public struct StrokeUpdate: Hashable, Sendable {
  /// The point's number within its stroke.
  public var index: Int
  /// The force after the response curve, `0...1`.
  public var pressure: Float
  /// The force before the response curve.
  public var rawPressure: Float
}

/// Takes strokes as they come, for those who prefer calls to a sequence.
///
/// Calls come one after the other, never at the same time.
public protocol StylusStrokeDelegate: AnyObject, Sendable {
  /// A stroke began.
  func strokeBegan(_ event: StrokeEvent)
  /// A stroke went on, or got its real pressures.
  func strokeMoved(_ event: StrokeEvent)
  /// A stroke is whole.
  func strokeEnded(_ event: StrokeEvent)
  /// A stroke is taken back.
  func strokeCancelled(_ event: StrokeEvent)
  /// Whether gestures of fingers are best on or off now.
  func gesturesSuggested(_ areEnabled: Bool)
}

extension StylusStrokeDelegate {
  /// Does nothing: suggestions are optional.
  public func gesturesSuggested(_ areEnabled: Bool) {}
}
