import FudeInk
import FudeModel
import Testing

@Suite("An eraser across a line")
struct CutTests {
  @Test("leaves two pieces, whatever the samples' times are", arguments: 0..<40)
  func two(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var canvas = Canvas()
    let pixel = 25.4 / 96
    var time = 0
    var id: StrokeID?
    for index in 0..<40 {
      let step = Double(index)
      let sample = InkSample(
        time: Timestamp(microseconds: Int64(time)),
        position: Point(
          x: (200 + 6 * step) * pixel, y: (220 + 8 * Maths.sinCos(step / 3).sin) * pixel),
        pressure: 0.8)
      if let id {
        canvas.extend(id, with: sample)
      } else {
        id = canvas.begin(brush: .marker, at: sample)
      }
      time += Int.random(in: 500...30000, using: &random)
    }
    if let id { canvas.end(id) }
    canvas.eraseParts(
      from: Point(x: 262 * pixel, y: 180 * pixel), to: Point(x: 264 * pixel, y: 240 * pixel),
      radius: 3)
    #expect(canvas.drawn.count == 2)
  }

  @Test("that only grazes it changes nothing and is no step to undo")
  func grazes() {
    var canvas = Canvas()
    var brush = Brush.marker
    brush.width = 8
    let id = canvas.begin(
      brush: brush, at: InkSample(time: .zero, position: Point(x: 10, y: 20), pressure: 1))
    for step in 1...20 {
      canvas.extend(
        id,
        with: InkSample(
          time: Timestamp(microseconds: Int64(step) * 8000),
          position: Point(x: 10 + Double(step), y: 20), pressure: 1))
    }
    canvas.end(id)
    let cut = canvas.eraseParts(from: Point(x: 15, y: 23), to: Point(x: 25, y: 23), radius: 2)
    #expect(cut.isEmpty)
    #expect(canvas.drawn == [id])
    canvas.undo()
    #expect(canvas.drawn.isEmpty)
  }
}
