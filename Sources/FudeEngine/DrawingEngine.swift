public import FudeInk
public import FudeModel
public import FudeTouch

/// A drawing session: events of pens and fingers in, ink and decisions out.
///
/// It joins arbitration, gestures and the canvas and decides nothing itself. Pen ink is never gated.
/// A contact's ink appears when the contact is accepted, from where it landed, and is revoked by its
/// identifier if the contact turns out to be a palm. The same events give the same canvas on every
/// machine.
public struct DrawingEngine: Stage {
  /// How it behaves; changes apply to what begins later. ``EngineOptions/arbitration`` is fixed.
  public var options: EngineOptions
  /// The drawing.
  public var canvas = Canvas()
  /// From canvas millimetres to surface millimetres: where pan and zoom have brought the view.
  public var view = Viewport(scale: 1)
  /// The contacts that are down.
  public private(set) var ledger = ContactLedger()
  /// The ways of rejected contacts, if ``EngineOptions/keepsRejected``; in canvas millimetres.
  public internal(set) var rejected: [[InkSample]] = []
  /// The records of contacts that are complete; whoever reads them empties the list.
  ///
  /// Holds at most ``mostRecords``; the oldest go first.
  public var completed: [ContactRecord] = []
  /// The most records kept in ``completed``.
  public static let mostRecords = 256

  private var rejector: PalmRejector
  private var gestures: GestureRecognizer
  private var decisionBuffer: [Decision] = []
  private var gestureBuffer: [GestureEvent] = []
  var pens: [PenAtWork] = []
  var tracks: [FingerTrack] = []
  var viewBefore: [SurfaceID: Viewport] = [:]

  /// A session with an empty canvas.
  public init(options: EngineOptions = EngineOptions()) {
    self.options = options
    rejector = PalmRejector(options: options.arbitration)
    gestures = GestureRecognizer(options: GestureOptions(fingers: options.arbitration.fingers))
    decisionBuffer.reserveCapacity(32)
    gestureBuffer.reserveCapacity(32)
  }

  /// Tells the size of a surface before its first event.
  public mutating func register(surface: Surface) {
    rejector.register(surface: surface)
  }

  /// Tells that a pen belongs to a surface, before it is first seen: short touches there can then be
  /// taken back from the start.
  public mutating func expectPen(on surface: SurfaceID) {
    rejector.expectPen(on: surface)
  }

  /// Takes one event and emits what follows from it.
  public mutating func receive(_ event: InputEvent, emit: (EngineEvent) -> Void) {
    receive(event, emit: emit) { _ in }
  }

  /// As ``receive(_:emit:)``, and shows the running evidence of every contact that was weighed.
  public mutating func receive(
    _ event: InputEvent, emit: (EngineEvent) -> Void, observe: (EvidenceSample) -> Void
  ) {
    advance(to: event.time, emit: emit)
    if case .touch(let frame) = event {
      if let lost = superseded(by: frame) { receive(.touch(lost), emit: emit, observe: observe) }
      follow(frame, emit)
    }
    if case .pen(let sample) = event { draw(sample, emit) }
    gather(emit) { engine, decisions in
      engine.gestures.receive(.event(event)) { engine.gestureBuffer.append($0) }
      engine.rejector.receive(event, emit: { decisions.append($0) }, observe: observe)
    }
    switch event {
    case .touch(let frame): ledger.note(frame)
    case .lost(let device, _, _): lose(device, emit)
    case .penClick(let click): emit(.penClicked(click))
    case .pen, .pad: break
    }
  }

  /// Lets time pass.
  public mutating func advance(to time: Timestamp, emit: (EngineEvent) -> Void) {
    guard let due = rejector.deadline, due <= time else { return }
    gather(emit) { engine, decisions in
      engine.rejector.advance(to: time) { decisions.append($0) }
    }
  }

  /// When an undecided contact must be decided.
  public var deadline: Timestamp? { rejector.deadline }

  /// Runs `work`, then carries out the decisions and gestures that it gave, in order.
  private mutating func gather(
    _ emit: (EngineEvent) -> Void, _ work: (inout DrawingEngine, inout [Decision]) -> Void
  ) {
    // The buffers are swapped out so that they keep their memory from event to event.
    var decisions: [Decision] = []
    swap(&decisions, &decisionBuffer)
    work(&self, &decisions)
    for decision in decisions { carryOut(decision, emit) }
    carryOutGestures(emit)
    decisions.removeAll(keepingCapacity: true)
    swap(&decisions, &decisionBuffer)
  }

  private mutating func carryOut(_ decision: Decision, _ emit: (EngineEvent) -> Void) {
    carryOutGestures(emit)
    emit(.decision(decision))
    if let record = ledger.take(decision) {
      if completed.count >= Self.mostRecords { completed.removeFirst() }
      completed.append(record)
    }
    var told: [GestureEvent] = []
    swap(&told, &gestureBuffer)
    gestures.receive(.decision(decision)) { told.append($0) }
    swap(&told, &gestureBuffer)
    carryOutGestures(emit)
    apply(decision, emit)
  }

  private mutating func carryOutGestures(_ emit: (EngineEvent) -> Void) {
    guard !gestureBuffer.isEmpty else { return }
    var told: [GestureEvent] = []
    swap(&told, &gestureBuffer)
    for gesture in told {
      emit(.gesture(gesture))
      apply(gesture, emit)
    }
    told.removeAll(keepingCapacity: true)
    swap(&told, &gestureBuffer)
  }

  /// Empties the canvas, undo included, if nothing is being drawn at this moment.
  ///
  /// For whoever wants decisions but no picture: a session of any length then takes the memory of one
  /// stroke.
  public mutating func forgetInk() {
    guard pens.isEmpty, tracks.allSatisfy({ $0.stroke == nil }) else { return }
    canvas = Canvas()
  }

  /// A point of the surface as a point of the canvas.
  func canvasPoint(_ point: Point) -> Point { view.point(at: point) }
}
