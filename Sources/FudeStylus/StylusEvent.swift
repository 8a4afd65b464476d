public import FudeModel
public import FudePen

/// Everything a stylus session tells besides strokes.
public enum StylusEvent: Hashable, Sendable {
  /// Something happened at a connected pen.
  case pen(PenEvent)
  /// The radio, looking for pens, connecting.
  case connection(ConnectionEvent)
  /// Gestures of fingers are best on or off from now on.
  case gestures(areEnabled: Bool)

  /// Whether it is never dropped; see ``StylusEvents``.
  public var isEdge: Bool {
    if case .pen(let event) = self { event.isEdge } else { true }
  }
}

/// The state of a session at one moment, for those who ask now and then.
public struct StylusSnapshot: Hashable, Sendable {
  /// When.
  public var time: Timestamp
  /// The radio's state.
  public var radio: RadioState
  /// The pens connected, by number.
  public var pens: [PenState]
  /// Whether gestures of fingers are suggested.
  public var areGesturesSuggested: Bool
  /// How many strokes are being drawn.
  public var strokeCount: Int

  /// What is known of a connected pen.
  public struct PenState: Hashable, Sendable {
    /// Its number in this session.
    public var id: DeviceID
    /// Who it is.
    public var identity: PenIdentity
    /// Its name, if told.
    public var name: String?
    /// Its maker, if told.
    public var maker: String?
    /// Its firmware, if told.
    public var firmware: String?
    /// Its hardware's version, if told.
    public var hardware: String?
    /// Its radio address, if told by now.
    public var address: String?
    /// Its charge, if told.
    public var battery: BatteryCharge?
    /// The last force.
    public var pressure: PenPressure?
    /// The buttons held, from 1.
    public var buttons: Set<Int> = []
    /// Whether its tip is down.
    public var isTipDown = false
    /// Whether its eraser is in use.
    public var isErasing = false
    /// How it leans, if told.
    public var tilt: Tilt?
    /// What is believed of its events' delay after the touch.
    public var delay: TimeSpan?
  }
}
