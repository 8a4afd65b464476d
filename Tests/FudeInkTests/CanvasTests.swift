import FudeInk
import FudeModel
import Testing

@Suite("Canvas")
struct CanvasTests {
  private let line = samples((0..<20).map { (2 + Double($0) * 0.5, 5.0) })

  @Test("A finished stroke is drawn, undone and drawn again with the same pixels")
  func undo() {
    var (canvas, id) = drawn(line)
    let before = picture(canvas, width: 200, height: 100, scale: 10)
    #expect(before[70, 50] == .black)
    let undone = canvas.undo()
    #expect(undone)
    #expect(canvas[id] == nil)
    #expect(
      picture(canvas, width: 200, height: 100, scale: 10)
        == Bitmap(width: 200, height: 100, fill: .white))
    let redone = canvas.redo()
    #expect(redone)
    #expect(picture(canvas, width: 200, height: 100, scale: 10) == before)
  }

  @Test("A revoked stroke leaves no ink and nothing to undo")
  func revoke() {
    var canvas = Canvas()
    let id = canvas.begin(brush: .pen, at: line[0], provisional: true)
    for sample in line.dropFirst() { canvas.extend(id, with: sample) }
    canvas.end(id)
    #expect(canvas[id] != nil)
    #expect(!canvas.canUndo)
    canvas.revoke(id)
    #expect(canvas.drawn.isEmpty)
    let nothing = canvas.undo()
    #expect(!nothing)
  }

  @Test("A committed stroke can't be revoked, only undone")
  func commit() {
    var canvas = Canvas()
    let id = canvas.begin(brush: .pen, at: line[0], provisional: true)
    canvas.end(id)
    canvas.commit(id)
    canvas.revoke(id)
    #expect(canvas.drawn == [id])
    let gone = canvas.undo()
    #expect(gone)
    #expect(canvas.drawn.isEmpty)
  }

  @Test("Erasing a part leaves two strokes, and one undo brings the whole back")
  func eraseParts() {
    var (canvas, id) = drawn(line)
    let cut = canvas.eraseParts(
      from: Point(x: 6, y: 0), to: Point(x: 6, y: 10), radius: 0.5)
    #expect(cut == [id])
    #expect(canvas.drawn.count == 2)
    let image = picture(canvas, width: 200, height: 100, scale: 10)
    #expect(image[60, 50] == .white)
    #expect(image[35, 50] == .black)
    #expect(image[100, 50] == .black)
    canvas.undo()
    #expect(canvas.drawn == [id])
  }

  @Test("Erasing whole strokes takes only what the path touches")
  func eraseStrokes() {
    var (canvas, id) = drawn(line)
    let missed = canvas.eraseStrokes(
      from: Point(x: 0, y: 0), to: Point(x: 20, y: 0), radius: 1)
    #expect(missed.isEmpty)
    let hit = canvas.eraseStrokes(from: Point(x: 5, y: 0), to: Point(x: 5, y: 9), radius: 1)
    #expect(hit == [id])
    #expect(canvas.drawn.isEmpty)
  }

  @Test("A stroke is found where its ink is, and moved with undo")
  func findAndMove() {
    var (canvas, id) = drawn(line)
    #expect(canvas.stroke(at: Point(x: 5, y: 5.1)) == id)
    #expect(canvas.stroke(at: Point(x: 5, y: 7)) == nil)
    canvas.move([id], by: Point(x: 0, y: 2))
    #expect(canvas.stroke(at: Point(x: 5, y: 7)) == id)
    canvas.undo()
    #expect(canvas.stroke(at: Point(x: 5, y: 5)) == id)
    #expect(
      canvas.strokes(in: Bounds(from: .zero, to: Point(x: 30, y: 10))) == [id])
  }

  @Test("What is painted live is what is painted at the end, up to the tail")
  func dirty() {
    var canvas = Canvas()
    let viewport = Viewport(scale: 10)
    var live = Bitmap(width: 200, height: 100, fill: .white)
    let id = canvas.begin(brush: .pen, at: line[0])
    func repaint(_ canvas: inout Canvas, _ bitmap: inout Bitmap) {
      guard let dirty = canvas.takeDirty() else { return }
      let rect = canvas.pixels(of: dirty, viewport: viewport, in: bitmap.bounds)
      bitmap.fill(rect, with: .white)
      canvas.render(into: &bitmap, viewport: viewport, clip: rect)
    }
    for sample in line.dropFirst() {
      canvas.extend(id, with: sample)
      repaint(&canvas, &live)
    }
    canvas.end(id)
    repaint(&canvas, &live)
    #expect(live == picture(canvas, width: 200, height: 100, scale: 10))
  }

  @Test("A prediction lies ahead of a live stroke and never becomes part of it")
  func prediction() throws {
    var canvas = Canvas()
    let id = canvas.begin(brush: .pen, at: line[0])
    for sample in line.dropFirst() { canvas.extend(id, with: sample) }
    let ahead = try #require(canvas.predicted(id, at: .milliseconds(10)))
    #expect(ahead.x > line[line.count - 1].position.x)
    canvas.end(id)
    #expect(canvas.predicted(id, at: .milliseconds(10)) == nil)
    let last = try #require(canvas[id]?.knots.last)
    #expect(abs(Double(last.position.x) - line[line.count - 1].position.x) < 0.001)
  }

  @Test("Any order of calls ends in a canvas whose undo goes back to empty", arguments: 0..<20)
  func anyOrder(_ seed: UInt64) {
    var random = Seeded(state: seed)
    var canvas = Canvas()
    var ids: [StrokeID] = [StrokeID(-1), StrokeID(99)]
    func place() -> Point {
      Point(x: .random(in: -5...25, using: &random), y: .random(in: -5...25, using: &random))
    }
    for step in 0..<300 {
      let sample = InkSample(
        time: Timestamp(microseconds: Int64(step) * 1000), position: place(),
        pressure: .random(in: -1...2, using: &random))
      let id = ids[Int.random(in: 0..<ids.count, using: &random)]
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1:
        ids.append(
          canvas.begin(brush: Brush.presets[step % 5], at: sample, provisional: step % 2 == 0))
      case 2, 3, 4: canvas.extend(id, with: sample)
      case 5: canvas.end(id)
      case 6: canvas.commit(id)
      case 7: canvas.revoke(id)
      case 8: canvas.undo()
      case 9: canvas.redo()
      case 10: canvas.eraseParts(from: place(), to: place(), radius: 1)
      default: canvas.move([id], by: Point(x: 1, y: 1))
      }
    }
    for id in ids {
      canvas.end(id)
      canvas.revoke(id)
    }
    _ = picture(canvas, width: 50, height: 50, scale: 2)
    while canvas.undo() {}
    #expect(canvas.drawn.isEmpty)
  }
}

@Suite("A part of a long stroke looks as it does in the whole")
struct PartialRenderTests {
  @Test("painted tile by tile", arguments: [Brush.pen, .fountain, .marker])
  func tiles(_ brush: Brush) {
    var points: [(Double, Double)] = []
    var random = Seeded(state: 11)
    var place = (20.0, 20.0)
    for index in 0..<600 {
      place.0 = 20 + 15 * Double(index % 200) / 200 + .random(in: -0.5...0.5, using: &random)
      place.1 = 20 + 15 * Double(index) / 600 + .random(in: -2...2, using: &random)
      points.append(place)
    }
    let (canvas, _) = drawn(samples(points), brush: brush)
    let viewport = Viewport(scale: 9, offset: Point(x: -150, y: -150), rotation: 0.05)
    var whole = Bitmap(width: 240, height: 240, fill: .white)
    canvas.render(into: &whole, viewport: viewport)
    var tiled = Bitmap(width: 240, height: 240, fill: .white)
    for y in stride(from: 0, to: 240, by: 32) {
      for x in stride(from: 0, to: 240, by: 32) {
        canvas.render(
          into: &tiled, viewport: viewport, clip: PixelRect(x: x, y: y, width: 32, height: 32))
      }
    }
    let gaps = zip(whole.pixels, tiled.pixels).map { abs(Int($0 & 255) - Int($1 & 255)) }
    #expect((gaps.max() ?? 255) <= 20)
    #expect(gaps.filter { $0 > 4 }.count < 30)
  }
}
