import Foundation
public import FudeInk
import FudeModel

/// What one pen event costs.
public enum Live {
  /// Microseconds of processor time an event for model and prediction; median of nine strokes.
  public static func model() -> Double {
    let points = longStroke(20_000)
    return median(
      (0..<9).map { _ in
        var model = StrokeModel()
        model.reserve(points.count)
        var guess = Point.zero
        let start = ProcessorTime.now
        for point in points {
          model.append(point)
          guess = model.predicted(at: .milliseconds(16)) ?? guess
        }
        let time = ProcessorTime.now - start
        // Checked, and so not optimised away.
        precondition(guess.x > 0)
        return time / Double(points.count) * 1e6
      })
  }

  /// Microseconds an event for the whole live outline, model included, in the first and in the
  /// last 2000 events of a stroke of 20,000; medians of nine strokes.
  public static func outline() -> (first: Double, last: Double) {
    let points = longStroke(20_000)
    var first: [Double] = []
    var last: [Double] = []
    for _ in 0..<9 {
      var builder = StrokeBuilder(brush: .pen)
      builder.reserve(points.count)
      var start = ProcessorTime.now
      for (index, point) in points.enumerated() {
        builder.append(point)
        if index == 1999 { first.append((ProcessorTime.now - start) / 2000 * 1e6) }
        if index == 17_999 { start = ProcessorTime.now }
      }
      last.append((ProcessorTime.now - start) / 2000 * 1e6)
    }
    return (median(first), median(last))
  }

  static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// Writing that goes on for a long while: loops line after line at 240 Hz.
  public static func longStroke(_ count: Int) -> [InkSample] {
    (0..<count).map { index in
      let t = Double(index) / 240
      let angle = 2 * Double.pi * 3 * t
      let x = 10 + (14 * t).truncatingRemainder(dividingBy: 180) + 1.2 * sin(angle)
      let y = 15 + (14 * t / 180).rounded(.down) * 9 + 2 * cos(angle)
      return InkSample(
        time: .zero + .seconds(t), position: Point(x: x, y: y),
        pressure: Float(0.5 + 0.3 * sin(angle)))
    }
  }
}
