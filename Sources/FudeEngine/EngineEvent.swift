public import FudeInk
public import FudeModel
public import FudeTouch

/// What happened in a drawing session, in order.
public enum EngineEvent: Hashable, Sendable {
  /// A contact was judged.
  case decision(Decision)
  /// Fingers did something.
  case gesture(GestureEvent)
  /// A stroke began.
  case strokeBegan(StrokeID, StrokeSource)
  /// A stroke grew.
  case strokeChanged(StrokeID)
  /// A stroke is complete and stays.
  case strokeEnded(StrokeID)
  /// A stroke was taken back without a trace.
  case strokeRevoked(StrokeID)
  /// An eraser took these strokes, or parts of them, away.
  case erased([StrokeID])
  /// The last step was taken back.
  case undone
  /// The step taken back last was done again.
  case redone
  /// A pen's tail button was used; what it means is the application's choice.
  case penClicked(PenClick)
  /// The view moved; see ``DrawingEngine/view``.
  case viewChanged
}

/// Who draws a stroke.
public enum StrokeSource: Hashable, Sendable {
  /// A pen.
  case pen(DeviceID)
  /// A contact.
  case contact(ContactID)
}
