public import Foundation
public import FudeInk
import FudeModel

/// Outlines of real strokes, in pixels, for rasterisers to fill.
public struct OutlineSet: Sendable {
  /// One entry a stroke.
  public let strokes: [Polygons]
  /// Pixels on each side of the picture.
  public let side: Int

  /// Real strokes at 10 pixels a millimetre (254 dpi), each moved to a random place of a square.
  ///
  /// - Parameters:
  ///   - recorded: The recorded strokes.
  ///   - width: The pen's width in pixels at full force.
  ///   - side: Pixels on each side of the square.
  ///   - count: How many strokes to make.
  public init(
    _ recorded: [Corpus.Stroke], width: Double, side: Int = 2048, count: Int = 2000
  ) {
    var random = SeededNumbers(seed: 7)
    var strokes: [Polygons] = []
    var index = 0
    while strokes.count < count, index < recorded.count * 40 {
      let points = recorded[index % recorded.count].samples
      index += 1
      let xs = points.map(\.position.x)
      let ys = points.map(\.position.y)
      guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
        points.count >= 4, right - left < 60, bottom - top < 60
      else { continue }
      let room = Double(side) / 10 - 4
      let shift = SIMD2(
        2 - left + random.unit() * (room - (right - left)),
        2 - top + random.unit() * (room - (bottom - top)))
      var builder = StrokeBuilder(
        brush: Brush(name: "bench", width: width, minimumWidth: 0.5), tolerance: 0.06)
      for point in points {
        var moved = point
        moved.position = (point.position + shift) * 10
        builder.append(Quality.sample(moved))
      }
      builder.finish()
      strokes.append(builder.outline)
    }
    self.strokes = strokes
    self.side = side
  }

  /// The strokes as bytes for a peer's program: little-endian; count of strokes, then for each the
  /// count of polygons, then for each the count of corners and x and y of each as floats.
  public var bytes: Data {
    var data = Data()
    func put<T>(_ value: T) { withUnsafeBytes(of: value) { data.append(contentsOf: $0) } }
    put(UInt32(strokes.count))
    for stroke in strokes {
      put(UInt32(stroke.count))
      for index in 0..<stroke.count {
        let range = stroke.range(of: index)
        put(UInt32(range.count))
        for point in stroke.points[range] {
          put(point.x)
          put(point.y)
        }
      }
    }
    return data
  }
}
