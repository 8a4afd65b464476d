public import Foundation
public import FudeInk
import FudeModel

/// Outlines of real strokes, in pixels, for rasterisers to fill.
public struct OutlineSet: Sendable {
  /// One entry a stroke.
  public let strokes: [Polygons]
  /// The samples that each was made of; positions are pixels.
  public let samples: [[InkSample]]
  /// The pen that made them.
  public let brush: Brush
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
    let brush = Brush(name: "bench", width: width, minimumWidth: 0.5)
    var strokes: [Polygons] = []
    var samples: [[InkSample]] = []
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
      samples.append(
        points.map { point in
          var moved = point
          moved.position = (point.position + shift) * 10
          return Quality.sample(moved)
        })
      strokes.append(OutlineSet.outline(samples[samples.count - 1], brush))
    }
    self.samples = samples
    self.brush = brush
    self.strokes = strokes
    self.side = side
  }

  /// The outline of samples in pixels.
  static func outline(_ samples: [InkSample], _ brush: Brush) -> Polygons {
    var builder = StrokeBuilder(brush: brush, tolerance: 0.06)
    for sample in samples { builder.append(sample) }
    builder.finish()
    return builder.outline
  }

  /// The strokes as bytes for a peer's program: little-endian; count of strokes, then for each the
  /// count of polygons, then for each the count of corners and x and y of each as floats.
  public var bytes: Data {
    var data = Data()
    func put<T>(_ value: T) { data.append(value: value) }
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

  /// The samples as bytes for a peer's program: little-endian; count of strokes, then for each the
  /// count of samples, then of each seconds, x, y and force as floats.
  public var sampleBytes: Data {
    var data = Data()
    data.append(value: UInt32(samples.count))
    for stroke in samples {
      data.append(value: UInt32(stroke.count))
      for sample in stroke {
        let time = sample.time - (stroke.first?.time ?? sample.time)
        data.append(value: Float(Double(time.microseconds) / 1e6))
        data.append(value: Float(sample.position.x))
        data.append(value: Float(sample.position.y))
        data.append(value: sample.pressure ?? 0.5)
      }
    }
    return data
  }
}

extension Data {
  fileprivate mutating func append<Value>(value: Value) {
    Swift.withUnsafeBytes(of: value) { append(contentsOf: $0) }
  }
}
