import FudeExport
import FudeInk
import FudeModel
import FudeSimulation
import Testing

@Suite("Pictures of whole documents")
struct PictureTests {
  /// A canvas with many strokes of all brushes, some across several bands.
  private var canvas: Canvas {
    var canvas = Canvas()
    var random = SeededGenerator(seed: 5)
    for index in 0..<60 {
      var place = Point(
        x: .random(in: 0...150, using: &random), y: .random(in: 0...200, using: &random))
      let first = InkSample(time: .zero, position: place, pressure: 0.5)
      let id = canvas.begin(brush: Brush.presets[index % 4], at: first)
      for step in 1..<40 {
        place.x += .random(in: -4...4, using: &random)
        place.y += .random(in: -4...6, using: &random)
        canvas.extend(
          id,
          with: InkSample(
            time: Timestamp(microseconds: Int64(step) * 4000), position: place,
            pressure: .random(in: 0.1...1, using: &random)))
      }
      canvas.end(id)
    }
    return canvas
  }

  @Test("One processor and many give the same bytes", arguments: [2, 3, 7])
  func workers(_ workers: Int) {
    let page = Page(size: Size(width: 150, height: 200))
    let alone = canvas.picture(of: page, width: 900, workers: 1)
    #expect(alone.pixels == canvas.picture(of: page, width: 900, workers: workers).pixels)
    #expect(alone.height == 1200)
    #expect(alone.pixels.contains { $0 != 0xffff_ffff })
  }

  @Test("Bands join to the picture that is painted in one go, but for a level where they meet")
  func whole() {
    let page = Page(size: Size(width: 150, height: 200))
    var whole = Bitmap(width: 900, height: 1200, fill: .white)
    let canvas = canvas
    canvas.render(into: &whole, viewport: page.viewport(width: 900))
    let bands = canvas.picture(of: page, width: 900)
    var largest = 0
    for (a, b) in zip(whole.pixels, bands.pixels) where a != b {
      for shift in [UInt32(0), 8, 16, 24] {
        largest = max(largest, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
      }
    }
    #expect(largest <= 2)
  }
}
