import FudeEngine
import FudeInk
import FudeModel
import FudeTouch
import Testing

/// A session played by hand: one pen (device 0), one touchscreen (device 1), one surface.
struct Desk {
  var engine: DrawingEngine
  var said: [EngineEvent] = []

  init(_ options: EngineOptions = EngineOptions()) {
    engine = DrawingEngine(options: options)
    engine.register(
      surface: Surface(
        id: SurfaceID(0), size: Size(width: 260, height: 173), isMetric: true))
  }

  mutating func pen(_ ms: Int64, _ state: PenState, _ x: Double, _ y: Double, tool: PenTool = .pen)
  {
    receive(
      .pen(
        PenSample(
          time: Timestamp(microseconds: ms * 1000), device: DeviceID(0), surface: SurfaceID(0),
          state: state, position: Point(x: x, y: y), pressure: state == .touching ? 0.5 : 0,
          tool: tool)))
  }

  mutating func touch(
    _ ms: Int64, _ contacts: (id: UInt64, phase: ContactPhase, x: Double, y: Double)...
  ) {
    receive(
      .touch(
        TouchFrame(
          time: Timestamp(microseconds: ms * 1000), device: DeviceID(1), surface: SurfaceID(0),
          contacts: contacts.map {
            Contact(id: ContactID($0.id), phase: $0.phase, position: Point(x: $0.x, y: $0.y))
          })))
  }

  mutating func receive(_ event: InputEvent) {
    var heard: [EngineEvent] = []
    engine.receive(event) { heard.append($0) }
    said += heard
  }

  /// A straight line of the pen, 5 ms a step.
  mutating func penLine(from ms: Int64, _ x: ClosedRange<Double>, y: Double, tool: PenTool = .pen) {
    pen(ms - 5, .hovering(distance: 0.1), x.lowerBound, y, tool: tool)
    for step in 0...20 {
      let part = Double(step) / 20
      pen(
        ms + Int64(step) * 5, .touching, x.lowerBound + (x.upperBound - x.lowerBound) * part, y,
        tool: tool)
    }
    pen(ms + 105, .hovering(distance: 0.1), x.upperBound, y, tool: tool)
  }
}

@Suite("A drawing session")
struct DrawingEngineTests {
  @Test(
    "lets the other hand draw far beside the pen before it knows the hand",
    arguments: [-147.0, 147, -210, 125], [20.0, 39])
  func farBeside(_ x: Double, _ y: Double) {
    var desk = Desk()
    let pen = x < 0 ? 240.0 : 20
    for step in 0..<40 { desk.pen(Int64(step) * 10, .hovering(distance: 0.3), pen, 60) }
    let place = (x: pen + x, y: 60 + y)
    desk.touch(400, (1, .began, place.x, place.y))
    for step in 1...10 {
      desk.pen(400 + Int64(step) * 10, .hovering(distance: 0.3), pen, 60)
      desk.touch(405 + Int64(step) * 10, (1, .moved, place.x, place.y + Double(step)))
    }
    desk.touch(600, (1, .ended, place.x, place.y + 10))
    desk.touch(2000)
    #expect(desk.engine.canvas.drawnCount == 1)
  }

  @Test("undoes a finger's dot at once, though a pen may still take it back")
  func undoOfWhatIsHeld() {
    var desk = Desk()
    desk.penLine(from: 100, 50...80, y: 60)
    desk.pen(300, .out, 80, 60)
    desk.touch(5000, (1, .began, 200, 100))
    desk.touch(5050, (1, .ended, 200, 100))
    #expect(desk.engine.canvas.drawnCount == 2)
    let isUndone = desk.engine.undo()
    #expect(isUndone)
    #expect(desk.engine.canvas.drawnCount == 1)
    desk.touch(9000)
    #expect(desk.engine.canvas.drawnCount == 1)
    desk.engine.canvas.redo()
    #expect(desk.engine.canvas.drawnCount == 2)
    let steps = [desk.engine.undo(), desk.engine.undo(), desk.engine.undo()]
    #expect(steps == [true, true, false])
  }

  @Test("takes a dot back when the pen comes within 400 ms and it lies where the hand is")
  func dotBeforeThePen() {
    var desk = Desk()
    desk.engine.expectPen(on: SurfaceID(0))
    desk.touch(1000, (1, .began, 150, 100))
    desk.touch(1100, (1, .ended, 150, 100))
    #expect(desk.engine.canvas.drawnCount == 1)
    desk.penLine(from: 1350, 110...130, y: 70)
    #expect(desk.engine.canvas.drawnCount == 1)
    #expect(desk.said.contains { if case .strokeRevoked = $0 { true } else { false } })
  }

  @Test("keeps a pen's stroke and ends it at its last point")
  func penStroke() throws {
    var desk = Desk()
    desk.penLine(from: 100, 50...80, y: 60)
    let stroke = try #require(desk.engine.canvas.drawn.first)
    let samples = try #require(desk.engine.canvas[stroke]).samples
    #expect(samples.count == 21)
    #expect(samples.last?.position == Point(x: 80, y: 60))
    #expect(desk.said.filter { $0 == .strokeEnded(stroke) }.count == 1)
  }

  @Test("takes a palm's ink back when a pen arrives, and leaves the pen's (P2, P13)")
  func palmThenPen() {
    var desk = Desk()
    desk.touch(0, (1, .began, 140, 100))
    for step in 1...20 { desk.touch(Int64(step) * 10, (1, .moved, 140 + Double(step) * 0.1, 100)) }
    desk.penLine(from: 250, 90...100, y: 70)
    desk.touch(400, (1, .ended, 142, 100))
    #expect(desk.engine.canvas.drawn.count == 1)
    #expect(desk.engine.completed.map(\.verdict) == [.palm])
  }

  @Test("draws a finger when no pen is near, from where it landed")
  func finger() throws {
    var desk = Desk()
    desk.touch(0, (1, .began, 50, 50))
    for step in 1...20 { desk.touch(Int64(step) * 10, (1, .moved, 50 + Double(step), 50)) }
    desk.touch(210, (1, .ended, 70, 50))
    let stroke = try #require(desk.engine.canvas.drawn.first)
    let samples = try #require(desk.engine.canvas[stroke]).samples
    #expect(samples.first?.position == Point(x: 50, y: 50))
    #expect(samples.last?.position == Point(x: 70, y: 50))
    #expect(desk.engine.completed.map(\.verdict) == [.finger])
  }

  @Test("keeps two strokes of one finger in quick succession (P17)", arguments: [20, 60, 200])
  func quickStrokes(gap: Int64) {
    var desk = Desk()
    for (contact, start) in [(UInt64(1), Int64(0)), (2, 60 + gap)] {
      for step in 0...5 {
        desk.touch(
          start + Int64(step) * 10,
          (contact, step == 0 ? .began : .moved, 50 + Double(step) * 2, 50 + Double(contact) * 10))
      }
      desk.touch(start + 60, (contact, .ended, 60, 50 + Double(contact) * 10))
    }
    while let due = desk.engine.deadline { desk.engine.advance(to: due) { _ in } }
    #expect(desk.engine.canvas.drawn.count == 2)
    #expect(desk.engine.completed.map(\.verdict) == [.finger, .finger])
    #expect(
      desk.engine.completed.allSatisfy { ($0.ended ?? .zero) - $0.began == .milliseconds(60) })
    #expect(desk.engine.view.scale == 1)
  }

  @Test("zooms with two fingers about their middle, and leaves no dot (P6)")
  func pinch() {
    var desk = Desk()
    desk.touch(0, (1, .began, 100, 80))
    desk.touch(8, (2, .began, 120, 80))
    for step in 1...20 {
      let spread = Double(step)
      desk.touch(
        8 + Int64(step) * 10, (1, .moved, 100 - spread, 80), (2, .moved, 120 + spread, 80))
    }
    desk.touch(230, (1, .ended, 80, 80), (2, .ended, 140, 80))
    #expect(desk.engine.canvas.drawn.isEmpty)
    #expect(desk.engine.view.scale > 1.5)
    let middle = desk.engine.view.point(at: Point(x: 110, y: 80))
    #expect(abs(middle.x - 110) < 0.01 && abs(middle.y - 80) < 0.01)
    desk.touch(600, (3, .began, 110, 80))
    for step in 1...10 { desk.touch(600 + Int64(step) * 10, (3, .moved, 110, 80 + Double(step))) }
    desk.touch(710, (3, .ended, 110, 90))
    let first = desk.engine.canvas.drawn.first.flatMap { desk.engine.canvas[$0]?.samples.first }
    #expect(first.map { abs($0.position.x - 110) < 0.01 } == true)
  }

  @Test("undoes with a two-finger tap and redoes with three")
  func taps() {
    var desk = Desk()
    desk.penLine(from: 100, 50...80, y: 60)
    desk.pen(210, .out, 80, 60)
    desk.touch(3000, (1, .began, 30, 120), (2, .began, 50, 120))
    desk.touch(3080, (1, .ended, 30, 120), (2, .ended, 50, 120))
    desk.engine.advance(to: Timestamp(microseconds: 3_300_000)) { _ in }
    #expect(desk.engine.canvas.drawn.isEmpty)
    desk.touch(4000, (3, .began, 30, 120), (4, .began, 50, 120), (5, .began, 70, 120))
    desk.touch(4080, (3, .ended, 30, 120), (4, .ended, 50, 120), (5, .ended, 70, 120))
    desk.engine.advance(to: Timestamp(microseconds: 4_300_000)) { _ in }
    #expect(desk.engine.canvas.drawn.count == 1)
  }

  @Test("erases what the eraser end passes over, as one step", arguments: [Eraser.parts, .strokes])
  func eraser(_ eraser: Eraser) {
    var options = EngineOptions()
    options.eraser = eraser
    var desk = Desk(options)
    desk.penLine(from: 100, 50...80, y: 60)
    desk.penLine(from: 400, 65...66, y: 60, tool: .eraser)
    #expect(desk.engine.canvas.drawn.count == (eraser == .parts ? 2 : 0))
    desk.engine.canvas.undo()
    #expect(desk.engine.canvas.drawn.count == 1)
  }

  @Test("ends a pen's stroke once when the pen vanishes, and keeps it")
  func unplug() {
    var desk = Desk()
    desk.pen(0, .touching, 10, 10)
    desk.pen(5, .touching, 12, 10)
    desk.receive(.lost(DeviceID(0), at: Timestamp(microseconds: 9000), .removed))
    desk.pen(20, .touching, 50, 10)
    desk.pen(25, .hovering(distance: nil), 50, 10)
    #expect(desk.engine.canvas.drawn.count == 2)
    let ended = desk.said.filter { if case .strokeEnded = $0 { true } else { false } }
    #expect(ended.count == 2)
  }

  @Test("keeps or removes what the system cancels, by choice (P16)", arguments: [true, false])
  func cancelled(keeps: Bool) {
    var options = EngineOptions()
    options.keepsCancelledStrokes = keeps
    var desk = Desk(options)
    desk.touch(0, (1, .began, 50, 50))
    for step in 1...20 { desk.touch(Int64(step) * 10, (1, .moved, 50 + Double(step), 50)) }
    desk.touch(210, (1, .cancelled, 70, 50))
    #expect(desk.engine.canvas.drawn.count == (keeps ? 1 : 0))
    desk.touch(2000, (2, .began, 50, 70))
    for step in 1...20 { desk.touch(2000 + Int64(step) * 10, (2, .moved, 50 + Double(step), 70)) }
    desk.touch(2210, (2, .ended, 70, 70))
    #expect(desk.engine.canvas.drawn.count == (keeps ? 2 : 1))
  }

  @Test("draws no line from a lost contact to a new one under its number (P6, P7)")
  func reusedNumber() {
    var desk = Desk()
    for step in 0...20 {
      desk.touch(Int64(step) * 10, (1, step == 0 ? .began : .moved, 50 + Double(step), 50))
    }
    for step in 0...20 {
      desk.touch(300 + Int64(step) * 10, (1, step == 0 ? .began : .moved, 150 + Double(step), 90))
    }
    desk.touch(600, (1, .ended, 170, 90))
    let strokes = desk.engine.canvas.drawn.compactMap { desk.engine.canvas[$0] }
    #expect(strokes.map { $0.samples.first?.position.x } == [50, 150])
    #expect(strokes.map { $0.samples.last?.position.x } == [70, 170])
  }

  @Test("draws no line from a lift that is still held back to a new contact under its number")
  func reusedWhileHeld() {
    var desk = Desk()
    desk.penLine(from: 0, 90...100, y: 20)
    desk.pen(120, .out, 100, 20)
    for (start, x) in [(Int64(4000), 30.0), (4100, 150)] {
      desk.touch(start, (1, .began, x, 120))
      for step in 1...4 { desk.touch(start + Int64(step) * 10, (1, .moved, x + Double(step), 120)) }
      desk.touch(start + 50, (1, .ended, x + 4, 120))
    }
    while let due = desk.engine.deadline { desk.engine.advance(to: due) { _ in } }
    let strokes = desk.engine.canvas.drawn.compactMap { desk.engine.canvas[$0] }
    let widths = strokes.map { stroke in
      (stroke.samples.map { $0.position.x }.max() ?? 0)
        - (stroke.samples.map { $0.position.x }.min() ?? 0)
    }
    #expect(strokes.count == 3)
    #expect(widths.allSatisfy { $0 < 20 })
  }

  @Test("draws every contact, or none, when told to", arguments: [TouchInk.everyContact, .none])
  func touchInk(_ ink: TouchInk) {
    var options = EngineOptions()
    options.touchInk = ink
    options.gesturesAct = false
    options.arbitration.rejectsPalms = false
    var desk = Desk(options)
    desk.penLine(from: 0, 90...100, y: 70)
    desk.touch(120, (1, .began, 140, 100), (2, .began, 145, 130))
    desk.touch(130, (1, .moved, 141, 100), (2, .moved, 146, 130))
    desk.touch(140, (1, .ended, 141, 100), (2, .ended, 146, 130))
    #expect(desk.engine.canvas.drawn.count == (ink == .everyContact ? 3 : 1))
  }
}
