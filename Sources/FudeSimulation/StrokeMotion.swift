import FudeModel

/// How the hand moves the pen along a path: where it is at each report, and how hard it presses.
struct StrokeMotion {
  /// One report of the pen while its tip is down.
  struct Report {
    var time: TimeSpan
    var position: Point
    var pressure: Double
  }

  /// The writing speed on a straight line, in mm/s. Adults write at 40…120 mm/s.
  var speed: Double
  /// The pressure held in the middle of a stroke, as a fraction of full scale.
  var pressure: Double
  /// The standard deviation of a reported place, in mm.
  var noise: Double
  /// The time between reports, in µs.
  var interval: Int64

  /// The reports of one stroke along `places`; a single place is a dot.
  func reports(
    along places: [Point], generator: inout SeededGenerator
  ) -> [Report] {
    guard places.count > 1 else { return dot(at: places.first ?? .zero, generator: &generator) }
    let path = Self.spline(through: places)
    let times = arrivalTimes(on: path)
    guard let duration = times.last, duration > 0 else { return [] }
    var reports: [Report] = []
    var segment = 1
    var time: Int64 = 0
    while Double(time) / 1e6 <= duration {
      let seconds = Double(time) / 1e6
      while segment < times.count - 1 && times[segment] < seconds { segment += 1 }
      let span = times[segment] - times[segment - 1]
      let part = span > 0 ? min(1, (seconds - times[segment - 1]) / span) : 0
      let place = path[segment - 1] + (path[segment] - path[segment - 1]) * part
      let down = path[segment].y > path[segment - 1].y
      reports.append(
        Report(
          time: TimeSpan(microseconds: time), position: shaken(place, &generator),
          pressure: force(at: seconds, of: duration, down: down, &generator)))
      // A report interval wavers by a few per cent, as it does on USB.
      time += Int64((Double(interval) * generator.number(in: 0.95...1.05)).rounded())
    }
    return reports
  }

  private func dot(at place: Point, generator: inout SeededGenerator) -> [Report] {
    (0..<8).map { index in
      let seconds = Double(index) * Double(interval) / 1e6
      return Report(
        time: TimeSpan(microseconds: Int64(index) * interval), position: shaken(place, &generator),
        pressure: force(at: seconds, of: 8 * Double(interval) / 1e6, down: true, &generator))
    }
  }

  private func shaken(_ place: Point, _ generator: inout SeededGenerator) -> Point {
    Point(
      x: place.x + generator.normal(deviation: noise),
      y: place.y + generator.normal(deviation: noise))
  }

  /// Pressure builds up over 25 ms and falls over 20 ms; strokes towards the writer are heavier.
  private func force(
    at seconds: Double, of duration: Double, down: Bool, _ generator: inout SeededGenerator
  ) -> Double {
    let rise = min(1, (seconds + 0.006) / 0.025)
    let fall = min(1, (duration - seconds + 0.003) / 0.020)
    let level = pressure * (down ? 1.15 : 0.85) + generator.normal(deviation: 0.008)
    return max(0.01, min(1, level * rise * fall))
  }

  /// When the pen passes each place of a dense path, in seconds.
  ///
  /// Speed follows the power law of handwriting: it falls with the third root of the curvature
  /// (Lacquaniti, Terzuolo, Viviani, Acta Psychologica 54, 1983), and eases in and out.
  private func arrivalTimes(on path: [Point]) -> [Double] {
    var lengths = [0.0]
    for index in 1..<path.count {
      lengths.append(lengths[index - 1] + path[index].distance(to: path[index - 1]))
    }
    let total = lengths[lengths.count - 1]
    var times = [0.0]
    for index in 1..<path.count {
      let before = path[max(0, index - 2)]
      let here = path[index - 1]
      let after = path[index]
      let turn = abs(Self.angle(before, here, after))
      let step = max(1e-6, here.distance(to: after))
      let bend = Maths.power(1 + 12 * turn / step, 1.0 / 3)
      let fromEnd = min(lengths[index], total - lengths[index]) + 0.3
      let ease = min(1, Maths.squareRoot(fromEnd / 4))
      times.append(times[index - 1] + step / max(4, speed * ease / bend))
    }
    return times
  }

  private static func angle(_ a: Point, _ b: Point, _ c: Point) -> Double {
    let u = b - a
    let v = c - b
    return Maths.atan2(u.x * v.y - u.y * v.x, u.x * v.x + u.y * v.y)
  }

  /// A dense Catmull-Rom curve; a place given twice in a row is a corner.
  static func spline(through places: [Point]) -> [Point] {
    var path = [places[0]]
    for index in 0..<(places.count - 1) {
      let p1 = places[index]
      let p2 = places[index + 1]
      if p1 == p2 { continue }
      let p0 = index > 0 ? places[index - 1] : p1
      let p3 = index + 2 < places.count ? places[index + 2] : p2
      for step in 1...24 {
        let t = Double(step) / 24
        path.append(
          (p1 * 2 + (p2 - p0) * t + (p0 * 2 - p1 * 5 + p2 * 4 - p3) * (t * t)
            + (p1 * 3 - p0 - p2 * 3 + p3) * (t * t * t)) * 0.5)
      }
    }
    return path
  }
}
