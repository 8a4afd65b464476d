public import FudeModel

/// What fingers do, once it is known that they are fingers.
public struct GestureEvent: Hashable, Sendable {
  /// When.
  public var time: Timestamp
  /// On which surface.
  public var surface: SurfaceID
  /// Which gesture.
  public var gesture: Gesture
  /// Which step of it. Each `began` gets exactly one `ended` or `cancelled`.
  public var phase: GesturePhase
  /// The contact that draws, pans or tapped; `nil` for gestures of several fingers.
  public var contact: ContactID?
  /// The middle of the fingers, in millimetres on the surface.
  public var centre: Point
  /// How far the middle moved since `began`, in millimetres.
  public var translation: Point
  /// The fingers' distance over their distance at `began`; 1 for gestures that don't zoom.
  public var scale: Double
  /// How far the fingers turned since `began`, in radians clockwise, beyond the first bit that says
  /// that a turn is meant; 0 for gestures that don't turn.
  public var turn: Double
  /// Whether a `cancelled` takes back what the gesture did so far.
  ///
  /// True when a contact turned out to be a palm, or its stroke became part of a pinch. False when
  /// the gesture merely stops: keep the view where it is.
  public var takesBack: Bool

  /// An event.
  @inlinable
  public init(
    time: Timestamp, surface: SurfaceID, gesture: Gesture, phase: GesturePhase,
    contact: ContactID? = nil, centre: Point, translation: Point = .zero, scale: Double = 1,
    turn: Double = 0, takesBack: Bool = false
  ) {
    self.time = time
    self.surface = surface
    self.gesture = gesture
    self.phase = phase
    self.contact = contact
    self.centre = centre
    self.translation = translation
    self.scale = scale
    self.turn = turn
    self.takesBack = takesBack
  }
}

/// A gesture of fingers.
public enum Gesture: UInt8, Hashable, Sendable, CaseIterable {
  /// One finger draws (``FingerPolicy/draw``).
  case draw
  /// One finger pans (``FingerPolicy/navigate``).
  case pan
  /// Two or more fingers pan, zoom and turn.
  case navigate
  /// One finger tapped (``FingerPolicy/navigate``).
  case tap
  /// Two fingers tapped: undo.
  case undo
  /// Three fingers tapped: redo.
  case redo
}

/// A step of a gesture.
public enum GesturePhase: UInt8, Hashable, Sendable {
  /// It starts. A view keeps a snapshot, to go back to if the gesture is taken back.
  case began
  /// It moved. ``Gesture/draw`` has no changes: its points are the contact's own.
  case changed
  /// It is complete. Taps act now, never before.
  case ended
  /// It is broken off; see ``GestureEvent/takesBack``.
  case cancelled
}
