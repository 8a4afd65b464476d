import FudeInk
import FudeModel
import Testing

@Suite("Pencil on paper")
struct GrainTests {
  /// A broad pencil line across 30 mm.
  private var canvas: Canvas {
    var brush = Brush.pencil
    brush.width = 4
    return drawn(samples((0...60).map { (5 + Double($0) * 0.5, 10) }), brush: brush).0
  }

  private func picture(_ offset: Point, scale: Double = 8, clip: PixelRect? = nil) -> Bitmap {
    var bitmap = Bitmap(width: 320, height: 160, fill: .white)
    canvas.render(into: &bitmap, viewport: Viewport(scale: scale, offset: offset), clip: clip)
    return bitmap
  }

  @Test("The tooth shows: the line is neither even nor broken")
  func shows() {
    let bitmap = picture(.zero)
    let middle = (80..<240).map { Double(bitmap[$0, 80].red) }
    let mean = middle.reduce(0, +) / 160
    let spread = (middle.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 160).squareRoot()
    #expect((70...130).contains(mean))
    #expect(spread > 15)
  }

  @Test("The grain is the paper's: it moves with the paper, and tiles join")
  func fixed() {
    let (here, there) = (picture(.zero), picture(Point(x: 16, y: 8)))
    var same = 0
    for x in 60..<200 {
      for y in 60..<100 where abs(Int(here[x, y].red) - Int(there[x + 16, y + 8].red)) <= 3 {
        same += 1
      }
    }
    #expect(same > 140 * 40 * 98 / 100)
    var tiles = Bitmap(width: 320, height: 160, fill: .white)
    for x in 0..<5 {
      canvas.render(
        into: &tiles, viewport: Viewport(scale: 8),
        clip: PixelRect(x: x * 64, y: 0, width: 64, height: 160))
    }
    let worst =
      zip(tiles.pixels, here.pixels)
      .map { abs(Int($0 & 255) - Int($1 & 255)) }.max() ?? 255
    #expect(worst <= 3)
  }

  @Test("Seen from afar the grain is gone")
  func far() {
    var bitmap = Bitmap(width: 80, height: 40, fill: .white)
    canvas.render(into: &bitmap, viewport: Viewport(scale: 2))
    #expect(Set((20..<60).map { bitmap[$0, 20] }).count == 1)
  }
}
