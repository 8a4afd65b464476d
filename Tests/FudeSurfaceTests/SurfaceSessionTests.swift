import FudeEngine
import FudeFormats
import FudeInk
import FudeModel
import FudePointer
import FudeSimulation
import FudeSurface
import FudeTouch
import Testing

func at(_ milliseconds: Int) -> Timestamp {
  Timestamp(microseconds: Int64(milliseconds) * 1000)
}

private func session() -> SurfaceSession {
  var session = SurfaceSession(seed: 1)
  session.perform(.resize(Size(width: 800, height: 600), ratio: 1), at: at(0))
  return session
}

private func command(_ text: String) -> SurfaceCommand? { SurfaceCommand(Array(text.utf8)) }

extension SurfaceSession {
  fileprivate mutating func stroke(_ kind: PointerReport.Kind = .pen, y: Double, from start: Int) {
    for step in 0...20 {
      receive(
        PointerReport(
          time: at(start + step * 8), phase: step == 0 ? .down : step == 20 ? .up : .move,
          kind: kind, pointer: 1, position: Point(x: 20 + Double(step) * 4, y: y), pressure: 0.6,
          buttons: step == 20 ? 0 : 1))
    }
  }

  fileprivate mutating func press(_ buttons: PadButtons, at time: Int) {
    receive(PadFrame(time: at(time), device: PointerDecoder.firstPad, buttons: buttons))
  }

  fileprivate mutating func picture() -> [UInt32] {
    _ = paint()
    return bitmap.pixels
  }
}

@Suite("The drawing surface")
struct SurfaceSessionTests {
  @Test("A pen's stroke is on the paper and in the document")
  func draws() {
    var session = session()
    let empty = session.picture()
    session.stroke(y: 50, from: 100)
    #expect(session.engine.canvas.drawn.count == 1)
    #expect(session.picture() != empty)
  }

  @Test("A document opened from what was kept is the same picture, with its undo")
  func keeps() {
    var first = session()
    first.stroke(y: 50, from: 100)
    first.perform(.color(InkColor(red: 200, green: 30, blue: 30)), at: at(400))
    first.stroke(y: 80, from: 500)
    first.perform(.tool(.eraser), at: at(900))
    for step in 0...10 {
      first.receive(
        PointerReport(
          time: at(1000 + step * 8), phase: step == 0 ? .down : step == 10 ? .up : .move,
          kind: .pen, pointer: 1, position: Point(x: 60, y: 40 + Double(step) * 5),
          pressure: 0.6, buttons: 1))
    }
    let journal = first.takeJournal()
    var second = session()
    #expect(second.open(journal) == journal.count)
    #expect(second.picture() == first.picture())
    for _ in 0..<3 {
      first.perform(.undo, at: at(2000))
      second.perform(.undo, at: at(2000))
      #expect(second.picture() == first.picture())
    }
    #expect(first.engine.canvas.drawn.isEmpty)
  }

  @Test("Ink that a recording begins with is in the document that it ends with, with its undo")
  func keepsEarlierInk() {
    var earlier = session()
    earlier.stroke(y: 50, from: 100)
    var replayed = session()
    replayed.perform(.ink(earlier.takeJournal()), at: at(10))
    replayed.stroke(y: 80, from: 500)
    var opened = session()
    opened.open(replayed.takeJournal())
    #expect(opened.engine.canvas.drawn.count == 2)
    #expect(opened.picture() == replayed.picture())
    for left in [1, 0] {
      opened.perform(.undo, at: at(2000))
      #expect(opened.engine.canvas.drawn.count == left)
    }
  }

  @Test("A file that is damaged says where; one of another kind is nothing")
  func damagedFile() throws {
    let error = #expect(throws: ExportError.self) {
      try SurfaceSession.journal(ofFile: Array("<ink>\n<trace>1 2</trace>\n<trace>".utf8))
    }
    #expect(error?.message.hasPrefix("line 3: ") == true)
    #expect(try SurfaceSession.journal(ofFile: Array("no ink".utf8)) == nil)
  }

  @Test("What lost its end keeps all before it")
  func truncated() {
    var first = session()
    first.stroke(y: 50, from: 100)
    let one = first.takeJournal()
    first.stroke(y: 80, from: 500)
    let both = one + first.takeJournal()
    for count in stride(from: 0, to: both.count, by: 97) {
      var second = session()
      let read = second.open(Array(both[..<count]))
      #expect(read <= count)
      #expect(second.engine.canvas.drawn.count == (count >= one.count ? 1 : 0))
    }
  }

  @Test("Damaged bytes never trap", arguments: 0..<60)
  func damaged(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var first = session()
    first.stroke(y: 50, from: 100)
    var bytes = first.takeJournal()
    for _ in 0..<8 {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
    }
    var second = session()
    #expect(second.open(bytes) <= bytes.count)
    _ = second.paint()
  }

  @Test(
    "Every command reads as it is written",
    arguments: [
      "tool marker", "color c8452f", "width 0.9", "opacity 0.35", "curve 0.1 0.8 0 0.2 0.5 0.7 1",
      "hand left", "fingers navigate", "rejection off", "erases strokes", "undo", "redo", "clear",
      "delete", "deselect", "pan 3 -4.5", "zoom 1.25 10 20", "turn -0.261799 5 6", "home",
      "palette on", "menu off", "point 12.5 300", "seed 4294967295", "shuffle", "pick 3",
      "list 10 20 300 224 56",
      "resize 800 600 2", "map 3 undo",
      "learn", "begin", "pen", "scroll -12.5",
    ])
  func commands(text: String) {
    #expect(command(text).map { String(decoding: $0.text, as: UTF8.self) } == text)
  }

  @Test(
    "What is no command is refused",
    arguments: ["", "tool", "tool brush", "width x", "pan 1", "pan 1 2 3", "undo now", "color 12"])
  func refused(text: String) {
    #expect(command(text) == nil)
  }

  @Test("Selected strokes move together and come back with one undo")
  func selects() {
    var session = session()
    session.stroke(y: 50, from: 100)
    let before = session.picture()
    session.perform(.tool(.select), at: at(500))
    func drag(_ from: Point, _ to: Point, _ start: Int) {
      for (step, place) in [from, from * 0.5 + to * 0.5, to, to].enumerated() {
        session.receive(
          PointerReport(
            time: at(start + step * 8), phase: step == 0 ? .down : step == 3 ? .up : .move,
            kind: .pen, pointer: 1, position: place, pressure: 0.5, buttons: step == 3 ? 0 : 1))
      }
    }
    drag(Point(x: 5, y: 30), Point(x: 150, y: 70), 600)
    #expect(session.selection.strokes.count == 1)
    drag(Point(x: 60, y: 50), Point(x: 60, y: 90), 700)
    #expect(session.picture() != before)
    #expect(session.engine.canvas.drawn.count == 1)
    session.perform(.undo, at: at(900))
    #expect(session.picture() == before)
  }

  @Test("A mouse draws, and a finger erases with the eraser in hand")
  func fingersErase() {
    var session = session()
    session.stroke(.mouse, y: 50, from: 100)
    #expect(session.engine.canvas.drawn.count == 1)
    session.perform(.tool(.eraser), at: at(3000))
    session.perform(.erasesStrokes(true), at: at(3000))
    session.stroke(.touch, y: 50, from: 4000)
    #expect(session.engine.canvas.drawn.isEmpty)
  }
}

@Suite("What a page records of itself")
struct SurfaceRecordingTests {
  @Test("holds the palette's seed, so that a replay picks the same colour")
  func seed() {
    var page = SurfaceSession(seed: 77)
    page.keepRecording(isNew: true)
    page.perform(.resize(Size(width: 800, height: 600), ratio: 1), at: at(5))
    page.perform(.pick(3), at: at(9))
    let lines = String(decoding: page.takeRecording(), as: UTF8.self).split(separator: "\n")
    var replay = SurfaceSession(seed: 0)
    for line in lines {
      guard let text = line.split(separator: "surface: ").dropFirst().first?.dropLast(2),
        let command = command(String(text))
      else { continue }
      replay.perform(command, at: at(10))
    }
    #expect(lines.contains { $0.contains("surface: seed 77") })
    #expect(replay.palette.colors == page.palette.colors)
    #expect(replay.palette.selected == 3)
  }

  @Test("tells the end of what was down when a setting changes")
  func oneEnd() {
    var session = session()
    session.keepsEvents = true
    session.receive(
      PointerReport(
        time: at(10), phase: .down, kind: .touch, pointer: 1, position: Point(x: 30, y: 30),
        buttons: 1))
    session.perform(.hand(.left), at: at(50))
    var changes: [Decision.Change] = []
    for case .decision(let decision) in session.events { changes.append(decision.change) }
    #expect(changes.first == .began)
    #expect(changes.filter { $0 == .ended || $0 == .cancelled }.count == 1)
  }
}

@Suite("The palette by controller")
struct PaletteTests {
  private func opened() -> SurfaceSession {
    var session = session()
    session.perform(.list(SIMD4(250, 100, 300, 224), row: 56), at: at(0))
    session.press(.north, at: 100)
    session.press([], at: 150)
    return session
  }

  @Test("Triangle opens it; a stick held still keeps the pointer moving; Circle takes the colour")
  func tutorial() {
    var session = opened()
    #expect(session.palette.isOpen)
    // The pointer starts in the middle of the page, at (400, 300): row 3.
    session.press(.east, at: 200)
    session.press([], at: 250)
    #expect(session.palette.selected == 3)
    session.receive(
      PadFrame(time: at(300), device: PointerDecoder.firstPad, rightStick: SIMD2(0, 1)))
    session.advance(to: at(400))
    session.receive(PadFrame(time: at(400), device: PointerDecoder.firstPad))
    session.press(.east, at: 500)
    #expect((session.palette.selected ?? 9) < 3)
    let color = session.palette.colors[session.palette.selected ?? 0]
    #expect(session.settings[0].color == color)
  }

  @Test("The left stick scrolls the list and stops at its ends")
  func scrolls() {
    var session = opened()
    session.receive(
      PadFrame(time: at(300), device: PointerDecoder.firstPad, leftStick: SIMD2(0, -1)))
    session.advance(to: at(400))
    let after = session.palette.scroll
    #expect(after > 0)
    session.advance(to: at(9000))
    #expect(session.palette.scroll == Double(Palette.count) * 56 - 224)
  }

  @Test("In a menu a stick pushed slowly goes one step, waits, repeats; the direction pad, too")
  func hops() {
    var session = session()
    for index in 0..<2 { session.stroke(y: 20 + Double(index) * 12, from: 100 + index * 400) }
    func push(_ x: Float, _ time: Int) {
      session.receive(
        PadFrame(time: at(time), device: PointerDecoder.firstPad, leftStick: SIMD2(x, 0)))
    }
    func hops() -> [Substring] {
      String(decoding: session.requests.bytes, as: UTF8.self).split(separator: "\n")
    }
    push(0, 2000)
    push(1, 2010)
    #expect(hops().isEmpty)
    push(0, 2050)
    session.perform(.menu(true), at: at(2100))
    // Godot #54959: twenty events beyond the threshold are one step.
    for step in 0..<20 { push(0.3 + 0.02 * Float(step), 2200 + step * 10) }
    #expect(hops() == ["hop 1 0"])
    push(0.68, 2790)
    #expect(hops() == ["hop 1 0", "hop 1 0"])
    push(0, 2795)
    // AntiMicroX #124: a short tap is one immediate step.
    session.press(.left, at: 2900)
    session.press([], at: 2930)
    #expect(hops() == ["hop 1 0", "hop 1 0", "hop -1 0"])
    #expect(session.engine.canvas.drawn.count == 2)
    session.perform(.menu(false), at: at(3000))
    session.press(.left, at: 3100)
    #expect(session.engine.canvas.drawn.count == 1)
  }

  @Test("OPTIONS makes new colours")
  func shuffles() {
    var session = opened()
    let before = session.palette.colors
    session.press(.menu, at: 300)
    #expect(session.palette.colors != before)
    #expect(session.palette.selected == nil)
  }

  @Test("Left on the pad undoes once, waits, then repeats; a pad that vanishes lets go")
  func repeats() {
    var session = session()
    for index in 0..<8 { session.stroke(y: 20 + Double(index) * 12, from: 100 + index * 400) }
    session.press(.left, at: 5000)
    #expect(session.engine.canvas.drawn.count == 7)
    session.advance(to: at(5390))
    #expect(session.engine.canvas.drawn.count == 7)
    session.advance(to: at(5510))
    #expect(session.engine.canvas.drawn.count == 5)
    session.losePad(PointerDecoder.firstPad, at: at(5520))
    session.advance(to: at(8000))
    #expect(session.engine.canvas.drawn.count == 5)
  }

  @Test("Holding Square, the shoulders change opacity instead of size")
  func opacity() {
    var session = session()
    session.press(.rightShoulder, at: 100)
    session.press([], at: 200)
    #expect(session.settings[0].width > 0.9)
    let width = session.settings[0].width
    session.press(.west, at: 300)
    session.press([.west, .leftShoulder], at: 400)
    session.press([], at: 500)
    #expect(session.settings[0].opacity < 1)
    #expect(session.settings[0].width == width)
  }

  @Test("The triggers zoom by the time they are held, however often they are looked at")
  func zooms() {
    var often = session()
    var seldom = session()
    for time in [100, 1100] {
      let frame = PadFrame(
        time: at(time), device: PointerDecoder.firstPad, rightTrigger: time == 100 ? 1 : 0)
      if time == 1100 { for step in 1..<100 { often.advance(to: at(100 + step * 10)) } }
      often.receive(frame)
      seldom.receive(frame)
    }
    #expect(abs(often.engine.view.scale / seldom.engine.view.scale - 1) < 1e-9)
    #expect(abs(seldom.engine.view.scale - 2.8284) < 0.001)
  }
}
