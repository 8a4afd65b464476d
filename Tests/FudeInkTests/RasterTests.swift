import FudeInk
import FudeModel
import Testing

@Suite("Rasteriser")
struct RasterTests {
  /// Coverage by brute force: 16 × 16 samples a pixel, inside where the winding is not 0.
  private func reference(_ polygons: Polygons, _ width: Int, _ height: Int) -> [Float] {
    let fine = 16
    var result = Array(repeating: Float(0), count: width * height)
    for line in 0..<(height * fine) {
      let y = (Float(line) + 0.5) / Float(fine)
      var crossings: [(x: Float, turn: Int)] = []
      for polygon in 0..<polygons.count {
        let range = polygons.range(of: polygon)
        var from = polygons.points[range.upperBound - 1]
        for to in polygons.points[range] {
          if (from.y <= y) != (to.y <= y) {
            crossings.append(
              (from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y), from.y <= y ? 1 : -1))
          }
          from = to
        }
      }
      crossings.sort { $0.x < $1.x }
      var next = 0
      var winding = 0
      for column in 0..<(width * fine) {
        let x = (Float(column) + 0.5) / Float(fine)
        while next < crossings.count, crossings[next].x <= x {
          winding += crossings[next].turn
          next += 1
        }
        if winding != 0 { result[line / fine * width + column / fine] += 1 }
      }
    }
    return result.map { $0 / Float(fine * fine) }
  }

  /// A scribble within a square, with a pen of some width.
  private func scribble(_ seed: UInt64, side: Double, width: Double) -> Polygons {
    var random = Seeded(state: seed)
    var builder = StrokeBuilder(brush: Brush(name: "test", width: width), tolerance: 0.05)
    for index in 0..<12 {
      builder.append(
        InkSample(
          time: Timestamp(microseconds: Int64(index) * 12_000),
          position: Point(
            x: .random(in: -3...(side + 3), using: &random),
            y: .random(in: -3...(side + 3), using: &random)),
          pressure: .random(in: 0.1...1, using: &random)))
    }
    builder.finish()
    return builder.outline
  }

  @Test(
    "Coverage is the area of the union within 0.07 (a sampled sixteenth), also where a stroke crosses itself or leaves",
    arguments: 0..<24)
  func union(_ seed: UInt64) {
    let side = 20
    let polygons = scribble(seed, side: Double(side), width: [0.7, 1.5, 4, 11][Int(seed) % 4])
    var bitmap = Bitmap(width: side, height: side)
    var rasterizer = Rasterizer()
    rasterizer.paint(polygons, on: &bitmap, color: .black)
    let exact = reference(polygons, side, side)
    let errors = zip(bitmap.pixels, exact).map { abs(Float($0 >> 24) / 255 - $1) }
    #expect((errors.max() ?? 1) < 0.07)
  }

  @Test("Tiles side by side give the same pixels as the whole", arguments: 0..<12)
  func tiles(_ seed: UInt64) {
    let polygons = scribble(seed, side: 40, width: 5)
    var rasterizer = Rasterizer()
    var whole = Bitmap(width: 40, height: 40)
    rasterizer.paint(polygons, on: &whole, color: .black)
    var tiled = Bitmap(width: 40, height: 40)
    for y in stride(from: 0, to: 40, by: 13) {
      for x in stride(from: 0, to: 40, by: 11) {
        rasterizer.paint(
          polygons, on: &tiled, clip: PixelRect(x: x, y: y, width: 11, height: 13), color: .black)
      }
    }
    let gaps = zip(whole.pixels, tiled.pixels).map { abs(Int($0 >> 24) - Int($1 >> 24)) }
    #expect((gaps.max() ?? 255) <= 4)
  }

  @Test("A picture of several bands is the same as its tiles")
  func bands() {
    let polygons = scribble(3, side: 460, width: 40)
    var rasterizer = Rasterizer()
    var whole = Bitmap(width: 460, height: 460)
    rasterizer.paint(polygons, on: &whole, color: .black)
    var tiled = Bitmap(width: 460, height: 460)
    for y in stride(from: 0, to: 460, by: 115) {
      rasterizer.paint(
        polygons, on: &tiled, clip: PixelRect(x: 0, y: y, width: 460, height: 115), color: .black)
    }
    let gaps = zip(whole.pixels, tiled.pixels).map { abs(Int($0 >> 24) - Int($1 >> 24)) }
    #expect((gaps.max() ?? 255) <= 4)
    #expect(whole.pixels.contains { $0 >> 24 == 255 })
  }

  @Test("Places that no picture has do no harm", arguments: 0..<40)
  func far(_ seed: UInt64) {
    var random = Seeded(state: seed)
    let values: [Float] = [0, 1, -1, 1e9, -1e9, .infinity, .nan, 16000, 7.999, 1e-30]
    var polygons = Polygons()
    polygons.append(
      polygon: (0..<9).map { _ in
        SIMD2(
          values.randomElement(using: &random) ?? 0, values.randomElement(using: &random) ?? 0)
      })
    polygons.append(polygon: [SIMD2(1, 1), SIMD2(1, 7), SIMD2(7, 7), SIMD2(7, 1)])
    var bitmap = Bitmap(width: 8, height: 8)
    var rasterizer = Rasterizer()
    rasterizer.paint(polygons, on: &bitmap, color: .black)
    // What was wrong with one shape is gone with the next.
    var square = Polygons()
    square.append(polygon: [SIMD2(2, 2), SIMD2(2, 6), SIMD2(6, 6), SIMD2(6, 2)])
    bitmap = Bitmap(width: 8, height: 8)
    rasterizer.paint(square, on: &bitmap, color: .black)
    #expect(bitmap.pixels.filter { $0 >> 24 == 255 }.count == 16)
    #expect(bitmap.pixels.filter { $0 == 0 }.count == 48)
  }

  @Test("A copy of a rasteriser is one of its own")
  func copies() {
    let polygons = scribble(4, side: 24, width: 4)
    var first = Rasterizer()
    var second = first
    var (one, two) = (Bitmap(width: 24, height: 24), Bitmap(width: 24, height: 24))
    first.paint(polygons, on: &one, color: .black)
    second.paint(polygons, on: &two, color: .black)
    #expect(one == two)
  }

  @Test(
    "Settled polygons never change, and they are those of the finished stroke", arguments: 0..<6)
  func live(_ seed: UInt64) {
    var random = Seeded(state: seed)
    var builder = StrokeBuilder(brush: .pen)
    var settled: [[SIMD2<Float>]] = []
    var place = Point(x: 20, y: 20)
    for index in 0..<300 {
      place.x += .random(in: -1...1, using: &random)
      place.y += .random(in: -1...1, using: &random)
      builder.append(
        InkSample(
          time: Timestamp(microseconds: Int64(index) * 4000), position: place, pressure: 0.5))
      while settled.count < builder.settledPolygons {
        let range = builder.outline.range(of: settled.count)
        settled.append(Array(builder.outline.points[range]))
      }
    }
    builder.finish()
    #expect(!settled.isEmpty)
    for (index, polygon) in settled.enumerated() {
      let range = builder.outline.range(of: index)
      #expect(Array(builder.outline.points[range]) == polygon)
    }
  }

  @Test("Painting twice is darker, painting once with crossings is not")
  func once() {
    let polygons = scribble(5, side: 24, width: 4)
    var bitmap = Bitmap(width: 24, height: 24, fill: .white)
    var rasterizer = Rasterizer()
    let ink = InkColor(red: 0, green: 0, blue: 0, alpha: 128)
    rasterizer.paint(polygons, on: &bitmap, color: ink)
    let darkest = bitmap.pixels.map { $0 & 255 }.min()
    #expect(darkest == 127)
    rasterizer.paint(polygons, on: &bitmap, color: ink)
    #expect((bitmap.pixels.map { $0 & 255 }.min() ?? 255) < 70)
  }

  @Test("Erasing takes away, highlighting keeps dark ink dark")
  func modes() {
    let polygons = scribble(5, side: 24, width: 11)
    var rasterizer = Rasterizer()
    var bitmap = Bitmap(width: 24, height: 24, fill: .black)
    rasterizer.paint(polygons, on: &bitmap, color: Brush.marker.color, mode: .highlight)
    #expect(bitmap == Bitmap(width: 24, height: 24, fill: .black))
    rasterizer.paint(polygons, on: &bitmap, color: .black, mode: .erase)
    #expect(bitmap.pixels.contains(0))
  }
}
