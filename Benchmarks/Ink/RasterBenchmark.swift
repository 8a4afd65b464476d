import Foundation
import FudeInk
import InkLaboratory

/// Strokes to pixels: accuracy first, then speed.
enum RasterBenchmark {
  static func run(_ arguments: [String]) throws {
    let corpus = Corpus(shared: URL(filePath: "../shared"))
    for width in [4.0, 16.0] {
      let set = OutlineSet(corpus.half(1), width: width)
      if let folder = arguments.first {
        try set.bytes.write(
          to: URL(filePath: folder).appending(path: "outlines-\(Int(width)).bin"))
      }
      for grid in [16, 64] { accuracy(set, grid) }
      var rasterizer = Rasterizer()
      var bitmap = Bitmap(width: set.side, height: set.side)
      var times: [Double] = []
      for _ in 0..<15 {
        let start = ProcessorTime.now
        for stroke in set.strokes { rasterizer.paint(stroke, on: &bitmap, color: .black) }
        times.append(ProcessorTime.now - start)
      }
      if arguments.contains("near") {
        let near = set.strokes.map { stroke in
          let low = stroke.points.reduce(SIMD2<Float>(repeating: .infinity)) {
            SIMD2(min($0.x, $1.x), min($0.y, $1.y))
          }
          return stroke.moved(by: -low)
        }
        let start = ProcessorTime.now
        for stroke in near { rasterizer.paint(stroke, on: &bitmap, color: .black) }
        print("near", Double(set.strokes.count) / (ProcessorTime.now - start))
      }
      times.sort()
      let median = times[times.count / 2]
      let corners = set.strokes.map(\.points.count).reduce(0, +) / set.strokes.count
      let polygons = Double(set.strokes.map(\.count).reduce(0, +)) / Double(set.strokes.count)
      print(
        String(
          format:
            "%2.0f px: %.0f strokes/s (median; best %.0f), %d corners, %.1f polygons a stroke",
          width, Double(set.strokes.count) / median, Double(set.strokes.count) / times[0], corners,
          polygons))
    }
  }

  static func accuracy(_ set: OutlineSet, _ grid: Int) {
    var rasterizer = Rasterizer()
    var sum = 0.0
    var largest = 0.0
    var count = 0
    for stroke in set.strokes.prefix(200) {
      let low = stroke.points.reduce(SIMD2<Float>(repeating: .infinity)) {
        SIMD2(min($0.x, $1.x), min($0.y, $1.y))
      }
      let high = stroke.points.reduce(SIMD2<Float>(repeating: 0)) {
        SIMD2(max($0.x, $1.x), max($0.y, $1.y))
      }
      // Cheaper than a whole picture: only where the stroke is.
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
    print(
      String(
        format: "edge pixels against \(grid)×\(grid): RMSE %.4f, largest %.3f (%d pixels)",
        (sum / Double(count)).squareRoot(), largest, count))
  }
}
