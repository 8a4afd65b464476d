import FudeInk
import FudeModel
import FudePointer
import FudeSurface
import Testing

/// A page with `count` short strokes all over it.
private func full(_ count: Int, width: Double = 640, height: Double = 480) -> SurfaceSession {
  var session = SurfaceSession(seed: 1)
  session.perform(.resize(Size(width: width, height: height), ratio: 1), at: at(0))
  var random = SeededGenerator(seed: 5)
  var time = 10
  for index in 0..<count {
    let start = Point(
      x: Double.random(in: 0...width * 0.26, using: &random),
      y: Double.random(in: 0...height * 0.26, using: &random))
    session.perform(index % 5 == 0 ? .tool(.marker) : .tool(.pen), at: at(time))
    for step in 0..<6 {
      session.receive(
        PointerReport(
          time: at(time), phase: step == 0 ? .down : step == 5 ? .up : .move, kind: .pen,
          pointer: 1,
          position: start + Point(x: Double(step) * 1.7, y: Double(step * (index % 7 - 3))),
          pressure: 0.4, buttons: step == 5 ? 0 : 1))
      time += 4
    }
  }
  return session
}

extension SurfaceSession {
  /// Paints as a page does: what must not wait, then step by step.
  fileprivate mutating func paintInSteps() {
    while paintOn() != nil {}
  }

  /// What a page that is painted at once shows.
  fileprivate func whole() -> Bitmap {
    var fresh = self
    fresh.perform(.resize(Size(width: 1, height: 1), ratio: 1), at: at(900_000))
    _ = fresh.paint()
    fresh.perform(.resize(size, ratio: ratio), at: at(900_000))
    _ = fresh.paint()
    return fresh.bitmap
  }
}

@Suite("A page that is painted bit by bit")
struct PaintingTests {
  static let changes: [(String, [SurfaceCommand])] = [
    ("undo", [.undo, .undo]),
    ("pan", [.pan(Point(x: 13.37, y: -4.2)), .pan(Point(x: 9, y: 31))]),
    ("zoom in", [.zoom(1.3, at: Point(x: 40, y: 50)), .zoom(2.2, at: Point(x: 10, y: 50))]),
    ("zoom out", [.zoom(0.6, at: Point(x: 40, y: 50)), .zoom(0.3, at: Point(x: 90, y: 5))]),
    ("turn", [.turn(0.4, at: Point(x: 60, y: 40)), .turn(1.4, at: Point(x: 90, y: 5))]),
    ("clear", [.clear]),
    ("resize", [.resize(Size(width: 300, height: 700), ratio: 1.5)]),
    ("all", [.turn(2, at: .zero), .zoom(0.5, at: .zero), .undo, .pan(Point(x: 50, y: 99)), .redo]),
  ]

  @Test("has the pixels of one that is painted at once", arguments: changes)
  func same(_ name: String, commands: [SurfaceCommand]) {
    var session = full(120)
    session.paintInSteps()
    for (index, command) in commands.enumerated() {
      session.perform(command, at: at(100_000 + index))
      // Some changes come while the last is still being painted.
      for _ in 0..<7 { _ = session.paintOn() }
    }
    session.paintInSteps()
    #expect(session.bitmap == session.whole())
  }

  @Test("has them however drawing, erasing, moving and views are mixed", arguments: 0..<12)
  func mixed(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var session = full(40, width: 330, height: 270)
    var time = 50_000
    for _ in 0..<120 {
      switch Int.random(in: 0..<9, using: &random) {
      case 0:
        session.perform(
          .pan(
            Point(x: .random(in: -9...9, using: &random), y: .random(in: -9...9, using: &random))
          ), at: at(time))
      case 1:
        session.perform(
          .zoom(.random(in: 0.7...1.4, using: &random), at: Point(x: 40, y: 40)), at: at(time))
      case 2: session.perform(.turn(0.1, at: Point(x: 40, y: 40)), at: at(time))
      case 3: session.perform(.undo, at: at(time))
      case 4:
        session.perform(
          .tool(SurfaceTool.allCases.randomElement(using: &random) ?? .pen), at: at(time))
      default:
        let start = Point(
          x: .random(in: 0...80, using: &random), y: .random(in: 0...60, using: &random))
        for step in 0..<8 {
          session.receive(
            PointerReport(
              time: at(time), phase: step == 0 ? .down : step == 7 ? .up : .move, kind: .pen,
              pointer: 1, position: start + Point(x: Double(step) * 3, y: Double(step)),
              pressure: 0.5, buttons: step == 7 ? 0 : 1))
          time += 4
          _ = session.paintInk()
        }
      }
      time += 4
      for _ in 0..<Int.random(in: 0..<9, using: &random) { _ = session.paintOn() }
    }
    session.paintInSteps()
    #expect(session.bitmap == session.whole())
  }

  @Test("shows a view that moves from the pixels that are there, before any ink is painted")
  func preview() {
    var session = full(200)
    _ = session.paint()
    let before = session.bitmap
    session.perform(.pan(Point(x: 25.4, y: 0)), at: at(100_000))  // 96 pixels
    _ = session.paintOn()
    for y in stride(from: 0, to: 480, by: 7) {
      for x in stride(from: 96, to: 640, by: 5) {
        #expect(session.bitmap[x, y] == before[x - 96, y])
      }
    }
    session.perform(.zoom(2, at: .zero), at: at(100_001))
    _ = session.paintOn()
    #expect(session.bitmap[400, 200] == before[(400 / 2) - 96, 100])
  }

  /// Draws a line from left to right that ends at once.
  private func line(_ session: inout SurfaceSession, from start: Point, at time: Int) {
    session.perform(.tool(.marker), at: at(time))
    for step in 0..<6 {
      session.receive(
        PointerReport(
          time: at(time + step * 4), phase: step == 0 ? .down : step == 5 ? .up : .move, kind: .pen,
          pointer: 1, position: start + Point(x: Double(step) * 2, y: 0), pressure: 0.9,
          buttons: step == 5 ? 0 : 1))
    }
  }

  /// How many pixels are clearly not those of another bitmap that was moved down.
  private func differences(
    _ bitmap: Bitmap, from before: Bitmap, movedBy rows: Int, below top: Int = 0
  ) -> Int {
    var count = 0
    for y in top + rows..<bitmap.height {
      for x in 0..<bitmap.width {
        let (a, b) = (bitmap[x, y], before[x, y - rows])
        let far = [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)].reduce(0) {
          $0 + abs(Int($1.0) - Int($1.1))
        }
        if far > 40 { count += 1 }
      }
    }
    return count
  }

  @Test("keeps a stroke that was drawn while the view moves")
  func drawnInMovement() {
    var session = full(600)
    _ = session.paint()
    session.perform(.pan(Point(x: 25.4, y: 0)), at: at(100_000))
    _ = session.paintOn()
    let without = session.bitmap
    line(&session, from: Point(x: 60, y: 40), at: 100_010)
    _ = session.paintInk()
    let before = session.bitmap
    #expect(differences(before, from: without, movedBy: 0) > 100)
    session.perform(.pan(Point(x: 0, y: 25.4)), at: at(100_100))  // 96 pixels
    _ = session.paintOn()
    #expect(differences(session.bitmap, from: before, movedBy: 96) == 0)
    session.paintInSteps()
    #expect(session.bitmap == session.whole())
  }

  @Test("does not bring undone ink back while the view moves")
  func undoneInMovement() {
    var session = full(600)
    _ = session.paint()
    let without = session.bitmap
    line(&session, from: Point(x: 140, y: 90), at: 100_000)
    _ = session.paint()
    #expect(differences(session.bitmap, from: without, movedBy: 0) > 100)
    session.perform(.undo, at: at(100_100))
    session.perform(.pan(Point(x: 0, y: 25.4 / 96)), at: at(100_101))
    // Of what is to be painted the changed ink comes first, though it lies in the last tiles.
    var steps = 0
    while differences(session.bitmap, from: without, movedBy: 1, below: 320) > 0,
      session.paintOn() != nil
    {
      steps += 1
    }
    let early = steps
    session.perform(.pan(Point(x: 0, y: 25.4 / 96)), at: at(100_102))
    _ = session.paintOn()
    #expect(differences(session.bitmap, from: without, movedBy: 2) == 0)
    while session.paintOn() != nil { steps += 1 }
    #expect(steps > early * 2)
    #expect(session.bitmap == session.whole())
  }

  @Test(
    "is painted at any size that is asked for",
    arguments: [
      (Size(width: 8192, height: 1), 4.0, [16000, 4]), (Size(width: 1, height: 9), 0.25, [1, 2]),
    ])
  func sizes(size: Size, ratio: Double, pixels: [Int]) {
    var session = SurfaceSession(seed: 1)
    session.perform(.resize(size, ratio: ratio), at: at(0))
    var steps = 0
    while steps < 1000, session.paintOn() != nil { steps += 1 }
    #expect(steps < 1000)
    #expect([session.bitmap.width, session.bitmap.height] == pixels)
  }

  @Test("has no more pixels than memory holds")
  func budget() {
    var session = SurfaceSession(seed: 1)
    session.perform(.resize(Size(width: 8192, height: 8192), ratio: 8), at: at(0))
    #expect(session.pixelSize.width == 16000)
    #expect(session.pixelSize.height == 4194)
  }

  @Test("gives all pixels again when it is told its size again")
  func again() {
    var session = full(20)
    session.paintInSteps()
    session.perform(.resize(session.size, ratio: session.ratio), at: at(100_000))
    #expect(session.paintOn() == session.bitmap.bounds)
  }

  @Test("paints a bounded part of the ink in a step, wherever it lies")
  func bounded() {
    var session = full(600)
    _ = session.paint()
    // All of it in one tile.
    session.perform(.zoom(0.1, at: .zero), at: at(100_000))
    var steps = 0
    while session.paintOn() != nil { steps += 1 }
    #expect(steps > 20)
    #expect(session.bitmap == session.whole())
  }

  @Test("shows strokes where the pen takes them while it moves them")
  func moves() {
    var session = full(0)
    for step in 0..<20 {
      session.receive(
        PointerReport(
          time: at(10 + step * 4), phase: step == 0 ? .down : step == 19 ? .up : .move, kind: .pen,
          pointer: 1, position: Point(x: 40 + Double(step), y: 40), pressure: 0.5,
          buttons: step == 19 ? 0 : 1))
    }
    session.perform(.tool(.select), at: at(500))
    func report(_ phase: PointerReport.Phase, _ x: Double, _ y: Double, _ time: Int) {
      session.receive(
        PointerReport(
          time: at(time), phase: phase, kind: .pen, pointer: 1, position: Point(x: x, y: y),
          pressure: 0.5, buttons: phase == .up ? 0 : 1))
    }
    report(.down, 30, 30, 600)
    report(.move, 70, 50, 610)
    report(.up, 70, 50, 620)
    #expect(session.selection.strokes.count == 1)
    _ = session.paint()
    let still = session.bitmap
    func dark(_ y: Double) -> Bool { session.bitmap[189, Int(y * 96 / 25.4)].red < 200 }
    report(.down, 50, 40, 700)
    report(.move, 50, 60, 710)
    session.paintInSteps()
    #expect(!dark(40) && dark(60))
    report(.move, 50, 80, 720)
    session.paintInSteps()
    #expect(!dark(40) && !dark(60) && dark(80))
    report(.up, 50, 80, 730)
    _ = session.paintOn()
    #expect(!dark(60) && dark(80))
    session.paintInSteps()
    #expect(session.bitmap == session.whole())
    session.perform(.undo, at: at(800))
    session.paintInSteps()
    #expect(session.bitmap == still)
    // Taken back in the middle of a move, nothing has moved.
    session.perform(.redo, at: at(810))
    report(.down, 30, 70, 900)
    report(.move, 70, 90, 910)
    report(.up, 70, 90, 920)
    report(.down, 50, 80, 930)
    report(.move, 50, 100, 940)
    session.paintInSteps()
    #expect(dark(100))
    session.perform(.deselect, at: at(950))
    session.paintInSteps()
    #expect(!dark(100) && dark(80))
    #expect(session.bitmap == session.whole())
  }
}
