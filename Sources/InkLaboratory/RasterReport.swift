import FudeInk

/// Strokes to pixels: how exact and how fast.
public struct RasterReport: Sendable {
  /// Strokes a second of processor time on a square of 2048 pixels; median of passes.
  public let strokesPerSecond: Double
  /// Errors of edge pixels against samples in a grid of 16 × 16 and of 64 × 64.
  public let rms16: Double
  /// The same, the largest.
  public let largest16: Double
  /// Against 64 × 64: nearer to the truth, since 16 × 16 is itself off by about 0.006.
  public let rms64: Double

  /// Measures on a set of outlines.
  public init(_ set: OutlineSet, passes: Int = 15) {
    let coarse = RasterReport.accuracy(set, grid: 16)
    rms16 = coarse.rms
    largest16 = coarse.largest
    rms64 = RasterReport.accuracy(set, grid: 64).rms
    strokesPerSecond = RasterReport.rate(set, passes: passes)
  }

  /// Strokes a second of processor time from outlines to pixels; median of passes.
  public static func rate(_ set: OutlineSet, passes: Int) -> Double {
    measure(set.strokes, set.side, passes) { $0 }
  }

  /// Strokes a second of processor time from samples to pixels, with model, outline and rasteriser;
  /// median of passes.
  public static func sampleRate(_ set: OutlineSet, passes: Int) -> Double {
    measure(set.samples, set.side, passes) { OutlineSet.outline($0, set.brush) }
  }

  private static func measure<Stroke>(
    _ strokes: [Stroke], _ side: Int, _ passes: Int, _ outline: (Stroke) -> Polygons
  ) -> Double {
    var rasterizer = Rasterizer()
    var bitmap = Bitmap(width: side, height: side)
    let times = (0..<passes).map { _ in
      let start = ProcessorTime.now
      for stroke in strokes { rasterizer.paint(outline(stroke), on: &bitmap, color: .black) }
      return ProcessorTime.now - start
    }
    return Double(strokes.count) / Live.median(times)
  }

  private static func accuracy(
    _ set: OutlineSet, grid: Int
  ) -> (rms: Double, largest: Double) {
    var rasterizer = Rasterizer()
    var sum = 0.0
    var largest = 0.0
    var count = 0
    for stroke in set.strokes.prefix(150) {
      let low = stroke.points.reduce(SIMD2<Float>(repeating: .infinity)) {
        SIMD2(min($0.x, $1.x), min($0.y, $1.y))
      }
      let high = stroke.points.reduce(SIMD2<Float>(repeating: 0)) {
        SIMD2(max($0.x, $1.x), max($0.y, $1.y))
      }
      // Only where the stroke is: whole pictures would take long.
      let corner = SIMD2(Float(Int(low.x) - 1), Float(Int(low.y) - 1))
      let moved = stroke.moved(by: -corner)
      let width = Int(high.x - corner.x) + 2
      let height = Int(high.y - corner.y) + 2
      var bitmap = Bitmap(width: width, height: height)
      rasterizer.paint(moved, on: &bitmap, color: .black)
      let exact = Supersampling.coverage(moved, width: width, height: height, grid: grid)
      let result = Supersampling.compare(bitmap, with: exact)
      sum += result.rms * result.rms * Double(result.pixels)
      count += result.pixels
      largest = max(largest, result.largest)
    }
    return ((sum / Double(max(1, count))).squareRoot(), largest)
  }
}
