public import FudeInk
public import FudeTouch

/// How a drawing session behaves.
public struct EngineOptions: Hashable, Sendable {
  /// Which touches count as fingers.
  public var arbitration: ArbitrationOptions
  /// What the writing end of a pen draws with.
  public var penBrush: Brush
  /// What a finger draws with.
  public var fingerBrush: Brush
  /// What the eraser end of a pen does.
  public var eraser: Eraser
  /// Half the eraser's width in millimetres, `0.1...50`.
  public var eraserRadius: Double
  /// What touches leave on the canvas.
  public var touchInk: TouchInk
  /// Whether fingers' gestures pan, zoom, undo and redo. If not, they are only told.
  public var gesturesAct: Bool
  /// Whether a stroke that the system cancels stays, as far as it came.
  public var keepsCancelledStrokes: Bool
  /// Whether rejected contacts' ways are kept, to be shown in another colour.
  public var keepsRejected: Bool

  /// Options; what is left out is what a person who draws would expect.
  public init(
    arbitration: ArbitrationOptions = ArbitrationOptions(), penBrush: Brush = .pen,
    fingerBrush: Brush = .pen, eraser: Eraser = .parts, eraserRadius: Double = 2.5,
    touchInk: TouchInk = .gestures, gesturesAct: Bool = true, keepsCancelledStrokes: Bool = true,
    keepsRejected: Bool = false
  ) {
    self.arbitration = arbitration
    self.penBrush = penBrush
    self.fingerBrush = fingerBrush
    self.eraser = eraser
    self.eraserRadius = eraserRadius
    self.touchInk = touchInk
    self.gesturesAct = gesturesAct
    self.keepsCancelledStrokes = keepsCancelledStrokes
    self.keepsRejected = keepsRejected
  }
}

/// What an eraser takes away.
public enum Eraser: UInt8, Hashable, Sendable {
  /// What it passes over; the rest of a stroke stays.
  case parts
  /// Every stroke that it touches, whole.
  case strokes
}

/// What touches leave on the canvas.
public enum TouchInk: UInt8, Hashable, Sendable {
  /// One accepted finger draws; two make a gesture.
  case gestures
  /// Every accepted contact draws a line of its own, whatever the others do: what an application
  /// without gestures would show.
  case everyContact
  /// Nothing.
  case none
}
