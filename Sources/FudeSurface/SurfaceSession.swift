public import FudeEngine
public import FudeInk
public import FudeModel
import FudePad
public import FudePointer
import FudeTouch

/// The drawing surface: pointer events, controllers and commands in; pixels, a document and a
/// recording out.
///
/// Everything that the page decides is decided here, so that a native replay of the page's recording
/// gives the same decisions and the same picture.
public struct SurfaceSession: Sendable {
  /// Arbitration, gestures and ink.
  public var engine: DrawingEngine
  /// The colours.
  public internal(set) var palette: Palette
  /// The tool in hand.
  public internal(set) var tool = SurfaceTool.pen
  /// How each tool is set, by the tool's number.
  public internal(set) var settings = SurfaceTool.allCases.map { ToolSetting(of: $0) }
  /// How force becomes width.
  public internal(set) var curve = PressureCurve.linear
  /// The strokes selected.
  public internal(set) var selection = Selection()
  /// The page's size in CSS pixels.
  public internal(set) var size = Size(width: 1, height: 1)
  /// Device pixels a CSS pixel.
  public internal(set) var ratio = 1.0
  /// The pixels that are seen; always opaque.
  public internal(set) var bitmap = Bitmap(width: 1, height: 1)
  /// Raised whenever ``state()`` would say something else.
  public internal(set) var revision = 0
  /// What each controller button does, by its bit.
  public internal(set) var actions = PadAction.usual
  /// Whether everything that the engine tells goes to ``events`` as well, and its records of
  /// contacts stay with it; for whoever replays a recording.
  public var keepsEvents = false
  /// What the engine told, if that is wanted; whoever reads it empties it.
  public var events: [EngineEvent] = []
  /// What the page has to do itself: words such as `click 10 20` or `why`, one a line.
  public var requests = ByteText()

  var decoder = PointerDecoder()
  var pad: PadControl
  var learner = PressureLearner()
  var before = SurfaceTool.pen
  var opacityHeld = false
  var isMenuOpen = false
  var works: [ContactID: Point] = [:]
  var penWork: Point?
  var knowsPen = false
  var now = Timestamp(microseconds: 0)
  var renderer = Renderer()
  /// The ink that has ended.
  var paper = TiledPaper(layer: .settled, fill: SurfaceSession.paper)
  /// The strokes that are being moved, and how many pixels they have come.
  var moving: TiledPaper?
  var movingSeen = PixelRect.empty
  var way = SIMD2<Int>.zero
  /// Pixels that are to be put together anew though no ink changed.
  var unseen = PixelRect.empty
  var explained: [ContactRecord] = []
  var recording: SurfaceRecording?
  private let seed: UInt32

  /// The paper.
  public static let paper = InkColor(red: 253, green: 252, blue: 248)

  /// An empty drawing.
  ///
  /// - Parameter seed: What the palette's colours follow from.
  public init(seed: UInt32) {
    self.seed = seed
    engine = DrawingEngine()
    palette = Palette(seed: UInt64(seed))
    pad = PadControl(size: Size(width: 1, height: 1))
    engine.canvas.keepJournal()
    setOptions(EngineOptions())
    resize(Size(width: 1, height: 1), ratio: 1)
  }

  /// Starts to note everything that comes in, for ``takeRecording()``.
  ///
  /// - Parameter isNew: Whether the notes are a recording of their own; otherwise they go on where
  ///   an earlier page's ended.
  public mutating func keepRecording(isNew: Bool) {
    recording = SurfaceRecording(size: isNew ? size : nil, seed: seed)
  }

  /// The recording's lines since the last call.
  public mutating func takeRecording() -> [UInt8] { recording?.take() ?? [] }

  /// A recording's beginning that brings another session to where this one is, but for what could
  /// be undone.
  public func preamble() -> [UInt8] {
    var start = SurfaceRecording(size: size, seed: seed)
    for part in JournalCodec.parts(Self.journal(of: engine.canvas) ?? []) {
      start.note(.ink(part), at: now)
    }
    var commands: [SurfaceCommand] = [.begin, .resize(size, ratio: ratio)]
    for tool in SurfaceTool.allCases {
      let setting = settings[Int(tool.rawValue)]
      commands += [.tool(tool), .width(setting.width), .opacity(setting.opacity)]
      if tool.isInking { commands.append(.color(setting.color)) }
    }
    let arbitration = engine.options.arbitration
    commands += [
      .tool(before), .tool(tool), .curve(curve), .hand(arbitration.handedness),
      .fingers(arbitration.fingers), .rejection(arbitration.rejectsPalms),
      .erasesStrokes(engine.options.eraser == .strokes), .turn(engine.view.rotation, at: .zero),
      .zoom(engine.view.scale, at: .zero), .pan(engine.view.offset),
    ]
    if knowsPen { commands.insert(.expectPen, at: 1) }
    for command in commands { start.note(command, at: now) }
    return start.take()
  }

  /// The setting of the tool in hand.
  var setting: ToolSetting {
    get { settings[Int(tool.rawValue)] }
    set { settings[Int(tool.rawValue)] = newValue }
  }

  // MARK: Events

  /// Takes a pointer event of the page.
  public mutating func receive(_ raw: PointerReport) {
    let report = raw.settled
    recording?.note(report)
    if report.kind == .pen { expectPen() }
    var events: [InputEvent] = []
    decoder.receive(report) { events.append($0) }
    for event in events { receive(event) }
  }

  /// Takes a controller's state.
  public mutating func receive(_ frame: PadFrame) {
    let frame = frame.settled
    recording?.note(frame)
    receive(.pad(frame))
  }

  /// A controller vanished: nothing stays held.
  public mutating func losePad(_ device: DeviceID, at time: Timestamp) {
    recording?.noteLost(device, at: time)
    receive(.lost(device, at: time, .removed))
  }

  /// Takes an event of any device.
  public mutating func receive(_ event: InputEvent) {
    let known = max(now, event.time)
    let wasPad = pad.isPresent
    var moved: [PadControl.Outcome] = []
    switch event {
    case .pad, .lost: pad.receive(event) { moved.append($0) }
    default: pad.advance(to: known) { moved.append($0) }
    }
    now = known
    carryOut(moved)
    if wasPad != pad.isPresent { revision += 1 }
    var told: [EngineEvent] = []
    engine.receive(fitted(event)) { told.append($0) }
    follow(event)
    for one in told { heed(one) }
  }

  /// Does what a person asked for.
  public mutating func perform(_ command: SurfaceCommand, at time: Timestamp) {
    recording?.note(command, at: time)
    advanceAll(to: time)
    apply(command)
    revision += 1
  }

  /// Lets time pass: held sticks move, undecided touches are decided.
  public mutating func advance(to time: Timestamp) {
    if let due = pad.deadline, due <= time { recording?.noteTick(time) }
    advanceAll(to: time)
  }

  private mutating func advanceAll(to time: Timestamp) {
    now = max(now, time)
    var moved: [PadControl.Outcome] = []
    pad.advance(to: now) { moved.append($0) }
    carryOut(moved)
    var told: [EngineEvent] = []
    engine.advance(to: now) { told.append($0) }
    for one in told { heed(one) }
  }

  /// When ``advance(to:)`` would next do something.
  public var deadline: Timestamp? {
    guard let first = engine.deadline else { return pad.deadline }
    return pad.deadline.map { min($0, first) } ?? first
  }

  /// The event as the engine shall see it: the tool in hand may make an eraser of a pen, and a pen
  /// that selects leaves no ink.
  private func fitted(_ event: InputEvent) -> InputEvent {
    guard case .pen(var sample) = event, sample.state == .touching else { return event }
    if tool == .eraser { sample.tool = .eraser }
    if tool == .select, sample.tool != .eraser { sample.state = .hovering(distance: nil) }
    return .pen(sample)
  }

  /// What a pen or a finger does that leaves no ink.
  private mutating func follow(_ event: InputEvent) {
    switch event {
    case .pen(let sample) where tool == .select || penWork != nil:
      if sample.state == .touching, sample.tool != .eraser, let place = sample.position {
        if penWork == nil { begin(at: place) } else { go(to: place) }
        penWork = place
      } else if penWork != nil {
        penWork = nil
        finish()
      }
    case .touch(let frame):
      for contact in frame.contacts {
        guard let from = works[contact.id] else { continue }
        works[contact.id] = contact.position
        if contact.phase == .moved { work(from: from, to: contact.position) }
      }
    default: break
    }
  }

  mutating func heed(_ event: EngineEvent) {
    obey(event)
    if keepsEvents {
      events.append(event)
      return
    }
    for record in engine.completed {
      explained.append(record)
      if explained.count > 24 { explained.removeFirst() }
    }
    engine.completed.removeAll(keepingCapacity: true)
  }

  private mutating func obey(_ event: EngineEvent) {
    switch event {
    case .gesture(let gesture) where gesture.gesture == .draw && !tool.isInking:
      guard let contact = gesture.contact else { return }
      switch gesture.phase {
      case .began:
        works[contact] = gesture.centre
        startWork(at: gesture.centre)
      case .changed: break
      case .ended, .cancelled:
        if works.removeValue(forKey: contact) != nil { endWork() }
      }
    case .strokeEnded(let id):
      if let samples = engine.canvas[id]?.samples, let range = learner.take(samples) {
        curve = curve.fitted(low: range.low, high: range.high)
        takeUp(tool)
      }
      revision += 1
    case .strokeRevoked, .erased, .undone, .redone:
      deselect()
      revision += 1
    case .viewChanged: revision += 1
    default: break
    }
  }

  // MARK: The document

  /// What happened to the document since the last call, to be kept.
  public mutating func takeJournal() -> [UInt8] {
    var bytes: [UInt8] = []
    for entry in engine.canvas.takeJournal() { bytes += JournalCodec.encode(entry) }
    return bytes
  }

  /// Opens a document: an empty one, or what was kept. A recording that has just begun holds it.
  ///
  /// - Returns: How many of the bytes were understood.
  @discardableResult
  public mutating func open(_ journal: [UInt8]) -> Int {
    var canvas = Canvas()
    let read = JournalCodec.decode(journal) { canvas.apply($0) }
    canvas.keepJournal()
    if recording?.isFresh == true {
      for part in JournalCodec.parts(Array(journal.prefix(read))) {
        recording?.note(.ink(part), at: now)
      }
    }
    engine.canvas = canvas
    engine.view = Viewport(scale: 1)
    deselect()
    forgetPixels()
    revision += 1
    return read
  }
}
