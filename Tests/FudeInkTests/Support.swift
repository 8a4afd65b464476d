import FudeInk
import FudeModel

/// Samples along a path at a steady rate, with a force for each.
func samples(
  _ places: [(Double, Double)], every milliseconds: Int64 = 4, pressure: [Float?] = [0.5]
) -> [InkSample] {
  places.enumerated().map { index, place in
    InkSample(
      time: .zero + .milliseconds(Int64(index) * milliseconds),
      position: Point(x: place.0, y: place.1),
      pressure: pressure[min(index, pressure.count - 1)])
  }
}

/// A canvas with one finished stroke.
func drawn(_ samples: [InkSample], brush: Brush = .pen) -> (Canvas, StrokeID) {
  var canvas = Canvas()
  let id = canvas.begin(brush: brush, at: samples[0])
  for sample in samples.dropFirst() { canvas.extend(id, with: sample) }
  canvas.end(id)
  return (canvas, id)
}

/// A picture of a canvas on white paper.
func picture(_ canvas: Canvas, width: Int, height: Int, scale: Double) -> Bitmap {
  var bitmap = Bitmap(width: width, height: height, fill: .white)
  canvas.render(into: &bitmap, viewport: Viewport(scale: scale))
  return bitmap
}

/// Random numbers that are the same everywhere (SplitMix64).
struct Seeded: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
