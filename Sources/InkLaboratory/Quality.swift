import Foundation
public import FudeInk
import FudeModel

/// How good a line is, in numbers.
public enum Quality {
  /// Runs the model over a stroke.
  public static func model(
    _ points: [InkSampleData], _ settings: ModelSettings = ModelSettings()
  ) -> [ModelPoint] {
    var model = StrokeModel(settings: settings)
    for point in points { model.append(sample(point)) }
    model.finish()
    return model.settled
  }

  /// A point as a sample.
  public static func sample(_ point: InkSampleData) -> InkSample {
    InkSample(
      time: .zero + .seconds(point.time),
      position: Point(x: point.position.x, y: point.position.y),
      pressure: point.force.map { Float($0) })
  }

  /// Root mean square of the distances from the drawn points to the true path, in mm.
  public static func deviation(
    _ path: SyntheticPath, rate: Double, noise: Double, seed: UInt64, _ settings: ModelSettings
  ) -> Double {
    let truth = path.polyline
    let drawn = model(path.samples(rate: rate, noise: noise, seed: seed), settings)
    var sum = 0.0
    for point in drawn {
      let place = SIMD2<Double>(point.position)
      let center = Int(Double(point.time) * 4000)
      sum += pow(distance(place, truth, near: center), 2)
    }
    return (sum / Double(drawn.count)).squareRoot()
  }

  /// Root mean square of the turn between successive steps, in radians.
  public static func turn(_ drawn: [ModelPoint]) -> Double {
    var sum = 0.0
    var count = 0.0
    for index in drawn.indices.dropFirst().dropLast() {
      let a = SIMD2<Double>(drawn[index].position - drawn[index - 1].position)
      let b = SIMD2<Double>(drawn[index + 1].position - drawn[index].position)
      guard a != .zero, b != .zero else { continue }
      sum += pow(atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y), 2)
      count += 1
    }
    return (sum / max(1, count)).squareRoot()
  }

  /// How far the nearest drawn point is from each true corner, mean in mm.
  public static func cornerError(
    _ path: SyntheticPath, rate: Double, noise: Double, seed: UInt64, _ settings: ModelSettings
  ) -> Double {
    let drawn = model(path.samples(rate: rate, noise: noise, seed: seed), settings)
      .map { SIMD2<Double>($0.position) }
    let errors = path.corners.map { distance($0, drawn, near: nil) }
    return errors.reduce(0, +) / Double(max(1, errors.count))
  }

  /// Errors of the prediction over a horizon in seconds, in mm: distance from where the pen was
  /// predicted to be to where it was measured then (between samples, on the line joining them).
  public static func predictionErrors(
    _ points: [InkSampleData], horizon: Double, _ settings: ModelSettings
  ) -> [Double] {
    var model = StrokeModel(settings: settings)
    var errors: [Double] = []
    var ahead = 0
    for (index, point) in points.enumerated() {
      model.append(sample(point))
      let target = point.time + horizon
      ahead = max(ahead, index)
      while ahead < points.count, points[ahead].time < target { ahead += 1 }
      guard ahead < points.count else { break }
      guard index >= 3, ahead > 0 else { continue }
      let a = points[ahead - 1]
      let b = points[ahead]
      let share = b.time > a.time ? (target - a.time) / (b.time - a.time) : 1
      let truth = a.position + (b.position - a.position) * share
      if let guess = model.predicted(at: .seconds(horizon)) {
        let gap = SIMD2(guess.x, guess.y) - truth
        errors.append((gap.x * gap.x + gap.y * gap.y).squareRoot())
      }
    }
    return errors
  }

  /// The distance from a place to a polyline; `near` limits the search to a quarter second around
  /// an index at 4000 points a second.
  static func distance(
    _ place: SIMD2<Double>, _ line: [SIMD2<Double>], near: Int?
  ) -> Double {
    let from = max(0, (near ?? 0) - (near == nil ? 0 : 1000))
    let to = min(line.count - 1, near == nil ? line.count - 1 : (near ?? 0) + 1000)
    var best = Double.infinity
    for index in from..<max(from, to) {
      let way = line[index + 1] - line[index]
      let gap = place - line[index]
      let square = way.x * way.x + way.y * way.y
      let t = square > 0 ? max(0, min(1, (gap.x * way.x + gap.y * way.y) / square)) : 0
      let rest = gap - way * t
      best = min(best, rest.x * rest.x + rest.y * rest.y)
    }
    return best.squareRoot()
  }
}

extension Quality {
  /// The distance from the last drawn to the last measured point, in mm.
  public static func endError(
    _ path: SyntheticPath, seed: UInt64, _ settings: ModelSettings
  ) -> Double {
    let points = path.samples(rate: 240, noise: 0.05, seed: seed)
    guard let last = points.last, let drawn = model(points, settings).last else { return .infinity }
    let gap = SIMD2<Double>(drawn.position) - last.position
    return (gap.x * gap.x + gap.y * gap.y).squareRoot()
  }

  /// How much the widths of the same stroke at 60 and 240 Hz differ: the 95th percentile of the
  /// differences at equal times, as a share of the width.
  public static func widthDisagreement(_ path: SyntheticPath) -> Double {
    func widths(_ rate: Double) -> [(time: Double, width: Double)] {
      var builder = StrokeBuilder(brush: .pen, tolerance: nil)
      for point in path.samples(rate: rate, noise: 0, seed: 1) { builder.append(sample(point)) }
      builder.finish()
      return builder.knots.map { (Double($0.time), Double($0.radius)) }
    }
    let fine = widths(240)
    let coarse = widths(60)
    var differences: [Double] = []
    var index = 0
    for point in fine {
      while index + 2 < coarse.count, coarse[index + 1].time < point.time { index += 1 }
      let (a, b) = (coarse[index], coarse[index + 1])
      let share = max(0, min(1, (point.time - a.time) / (b.time - a.time)))
      let width = a.width + (b.width - a.width) * share
      differences.append(abs(width - point.width) / point.width)
    }
    return differences.sorted()[differences.count * 95 / 100]
  }
}
