import Foundation
import FudeInk
import FudeModel
import InkLaboratory

/// What one pen event costs: model and prediction, and the live outline, at a stroke's start and
/// end.
enum LiveBenchmark {
  static func run() {
    let points = longStroke(20_000)
    var modelTimes: [Double] = []
    var guess = Point.zero
    for _ in 0..<9 {
      var model = StrokeModel()
      model.reserve(points.count)
      let start = ProcessorTime.now
      for point in points {
        model.append(point)
        guess = model.predicted(at: .milliseconds(16)) ?? guess
      }
      modelTimes.append((ProcessorTime.now - start) / Double(points.count) * 1e6)
    }
    print(String(format: "model + predict: %.3f µs an event", median(modelTimes)), guess.x > 0)
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
    print(
      String(
        format: "live outline: %.3f µs an event in the first 2000, %.3f µs in the last 2000",
        median(first), median(last)))
  }

  static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// Writing that goes on for a long while: loops line after line at 240 Hz.
  static func longStroke(_ count: Int) -> [InkSample] {
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
