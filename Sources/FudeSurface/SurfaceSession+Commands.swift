import FudeEngine
import FudeInk
import FudeModel
import FudePointer
import FudeTouch

extension SurfaceSession {
  mutating func apply(_ command: SurfaceCommand) {
    switch command {
    case .begin: begin()
    case .expectPen: expectPen()
    case .tool(let new): takeUp(new)
    case .color(let color): take(color)
    case .width(let width):
      setting.width = held(width, tool.widths)
      takeUp(tool)
    case .opacity(let opacity):
      setting.opacity = held(opacity, 0.05...1)
      takeUp(tool)
    case .curve(let new):
      curve = new
      takeUp(tool)
    case .learn: learner.start()
    case .hand, .fingers, .rejection: changeArbitration(command)
    case .erasesStrokes(let isOn): engine.options.eraser = isOn ? .strokes : .parts
    case .undo: if undo() { deselect() }
    case .redo: if engine.canvas.redo() { deselect() }
    case .clear:
      engine.canvas.remove(engine.canvas.drawn)
      deselect()
    case .delete:
      engine.canvas.remove(selection.strokes)
      deselect()
    case .deselect: deselect()
    case .palette(let isOpen): palette.isOpen = isOpen
    case .menu(let isOpen): isMenuOpen = isOpen
    case .point(let place):
      pad.point(at: Point(x: held(place.x, 0...size.width), y: held(place.y, 0...size.height)))
    case .shuffle: palette.shuffle()
    case .seed(let seed): palette.restart(seed: UInt64(seed))
    case .ink(let journal):
      JournalCodec.decode(journal) { engine.canvas.apply($0, isNoted: true) }
    case .scroll(let distance): palette.scroll(by: distance)
    case .pick(let index): if let color = palette.select(index) { take(color) }
    case .list(let frame, let row):
      palette.frame = frame
      palette.row = max(1, row)
    case .map(let button, let action):
      let bit = button.rawValue.trailingZeroBitCount
      if actions.indices.contains(bit) { actions[bit] = action }
    default: applyView(command)
    }
  }

  private mutating func undo() -> Bool {
    var told: [EngineEvent] = []
    let isUndone = engine.undo { told.append($0) }
    for event in told { heed(event) }
    return isUndone
  }

  private mutating func begin() {
    settings = SurfaceTool.allCases.map { ToolSetting(of: $0) }
    curve = .linear
    actions = PadAction.usual
    decoder = PointerDecoder()
    learner = PressureLearner()
    deselect()
    explained = []
    before = .pen
    knowsPen = false
    isMenuOpen = false
    engine.view = Viewport(scale: 1)
    setOptions(EngineOptions())
    takeUp(.pen)
  }

  mutating func expectPen() {
    guard !knowsPen else { return }
    knowsPen = true
    engine.expectPen(on: PointerDecoder.page)
  }

  private mutating func applyView(_ command: SurfaceCommand) {
    switch command {
    case .pan(let way): engine.view.offset = engine.view.offset + way
    case .zoom(let factor, let place): zoom(by: factor, at: place)
    case .turn(let angle, let place):
      let (sine, cosine) = Maths.sinCos(angle)
      let way = engine.view.offset - place
      engine.view.offset =
        place + Point(x: cosine * way.x - sine * way.y, y: sine * way.x + cosine * way.y)
      engine.view.rotation += angle
    case .home: engine.view = Viewport(scale: 1)
    case .resize(let size, let ratio): resize(size, ratio: ratio)
    default: return
    }
  }

  mutating func zoom(by factor: Double, at place: Point) {
    let before = engine.view.scale
    engine.view.scale = held(before * factor, 0.05...50)
    let factor = engine.view.scale / before
    engine.view.offset = place + (engine.view.offset - place) * factor
  }

  /// Takes up a tool and tells the engine how it draws.
  mutating func takeUp(_ new: SurfaceTool) {
    if new != tool {
      penWork = nil
      works = [:]
      if tool == .eraser { engine.canvas.endStep() }
      if tool != .eraser { before = tool }
      if tool == .select { deselect() }
    }
    tool = new
    let inking = new.isInking ? new : before.isInking ? before : .pen
    let brush = settings[Int(inking.rawValue)].brush(inking, curve: curve)
    engine.options.penBrush = brush
    engine.options.fingerBrush = brush
    engine.options.touchInk = new.isInking ? .gestures : .none
    engine.options.eraserRadius = settings[Int(SurfaceTool.eraser.rawValue)].width / 2
  }

  /// Takes a colour; with an eraser or a selection in hand, for the pen.
  mutating func take(_ color: InkColor) {
    if !tool.isInking { takeUp(before.isInking ? before : .pen) }
    setting.color = color
    takeUp(tool)
  }

  private mutating func changeArbitration(_ command: SurfaceCommand) {
    var options = engine.options
    switch command {
    case .hand(let hand): options.arbitration.handedness = hand
    case .fingers(let policy): options.arbitration.fingers = policy
    case .rejection(let isOn): options.arbitration.rejectsPalms = isOn
    default: return
    }
    setOptions(options)
  }

  /// Gives the engine other options; what is down ends.
  mutating func setOptions(_ options: EngineOptions) {
    var told: [EngineEvent] = []
    for device in [PointerDecoder.pen, PointerDecoder.touch, PointerDecoder.mouse] {
      engine.receive(.lost(device, at: now, .overflow)) { told.append($0) }
    }
    for event in told { heed(event) }
    works = [:]
    var next = DrawingEngine(options: options)
    next.canvas = engine.canvas
    next.view = engine.view
    next.completed = engine.completed
    for id in [PointerDecoder.page, PointerDecoder.mousePage] {
      let scale = PointerReport.millimetresPerPixel
      let millimetres = Size(width: size.width * scale, height: size.height * scale)
      next.register(surface: Surface(id: id, size: millimetres, isMetric: false))
    }
    if knowsPen { next.expectPen(on: PointerDecoder.page) }
    engine = next
    takeUp(tool)
  }

  func held(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    value == value ? max(range.lowerBound, min(range.upperBound, value)) : range.lowerBound
  }
}
