public import FudeModel

/// Turns accepted contacts into strokes, pans, pinches and taps.
///
/// Feed each event first, then the decisions that ``PalmRejector`` made of it. A tap acts on lift,
/// when every contact of it is accepted; a pan or pinch runs from `began` and is taken back if one
/// of its contacts turns out to be a palm. In steady state nothing is allocated.
public struct GestureRecognizer: Stage {
  /// What it takes.
  public enum Input: Hashable, Sendable {
    /// A device's event, for the places of contacts and the presence of pens.
    case event(InputEvent)
    /// What was decided of a contact.
    case decision(Decision)
  }

  /// The measures it works by.
  public let options: GestureOptions
  var now = Timestamp(microseconds: .min)
  var touches: [Touch] = []
  var sessions: [Session] = []
  var pens: [PenPresence] = []

  /// A recogniser that has seen nothing yet.
  public init(options: GestureOptions = GestureOptions()) {
    self.options = options
    touches.reserveCapacity(ArbitrationConstants.mostContacts)
    sessions.reserveCapacity(16)
    pens.reserveCapacity(4)
  }

  /// Takes an event or a decision and emits what follows from it.
  public mutating func receive(_ input: Input, emit: (GestureEvent) -> Void) {
    switch input {
    case .event(let event):
      now = max(now, event.time)
      switch event {
      case .touch(let frame): take(frame, emit)
      case .pen(let sample): take(sample, emit)
      case .lost(let device, _, _):
        for index in pens.indices where pens[index].device == device { penLeft(index) }
      case .pad, .penClick: break
      }
    case .decision(let decision):
      now = max(now, decision.time)
      take(decision, emit)
    }
  }

  /// Nothing is ever due: gestures follow from events alone.
  public mutating func advance(to time: Timestamp, emit: (GestureEvent) -> Void) {}

  /// Always `nil`.
  public var deadline: Timestamp? { nil }

  /// One contact that is down and not a palm.
  struct Touch: Sendable {
    let id: ContactID
    let device: DeviceID
    let session: Int
    let bornAt: Timestamp
    let start: Point
    var position: Point
    var isAccepted = false
    /// It is up, and its end not yet told: a pen that comes could still take it back.
    var isLifted = false
    /// The furthest it came from where it landed, in mm.
    var reach = 0.0
    /// Where it was when the turn of its session was last counted.
    var counted = Point.zero
  }

  /// The pen over one surface.
  struct PenPresence: Sendable {
    let surface: SurfaceID
    /// The pen in range, if any.
    var device: DeviceID?
    var leftAt: Timestamp?
  }

  /// Fingers that are down together on one surface, from the first landing to the last end.
  struct Session: Sendable {
    let surface: SurfaceID
    /// When its first finger landed.
    let firstLanding: Timestamp
    /// When a finger of it lifted last.
    var lastLift = Timestamp.zero
    /// The gesture that runs.
    var active: Gesture?
    var contact: ContactID?
    var beganAt = Timestamp.zero
    var anchor = Point.zero
    var spread = 1.0
    /// Where the middle and the zoom were when the set of fingers last changed.
    var carried = Point.zero
    var carriedScale = 1.0
    var latest = Point.zero
    var latestScale = 1.0
    /// How far the fingers turned since they are two, in radians, and how much of it the view took.
    var turn = 0.0
    var latestTurn = 0.0
    /// What of ``turn`` was before the view began to turn; `nil` until then.
    var turnOffset: Double?
    /// The most fingers that were accepted at once.
    var fingers = 0
    /// The session can no longer be a tap.
    var isSpoiled = false
    /// A pen came: the view stands still, and goes back if a finger turns out to be a palm.
    var isSuspended = false
    /// A pinch or pan was broken off: nothing starts until all fingers are up.
    var isBlocked = false
  }
}
