import FudeInk
import FudeModel
import Testing

@Suite("Stroke model")
struct ModelTests {
  /// Samples as bad as they come, from a seed.
  private func wild(_ seed: UInt64, count: Int = 120) -> [InkSample] {
    var random = Seeded(state: seed)
    var time: Int64 = 0
    return (0..<count).map { _ in
      time &+= [4000, 0, -3000, 16_000, 400_000, 1][Int.random(in: 0..<6, using: &random)]
      let isBad = Int.random(in: 0..<20, using: &random) == 0
      let x = Double.random(in: -300...300, using: &random)
      return InkSample(
        time: Timestamp(microseconds: isBad ? Int64.max &- abs(time) : time),
        position: Point(x: isBad ? [.nan, .infinity, 1e300][abs(Int(x)) % 3] : x, y: x / 2),
        pressure: [nil, .nan, -1, 0, 0.5, 7][Int.random(in: 0..<6, using: &random)],
        tilt: isBad ? Tilt(x: .nan, y: 9) : Tilt(x: 0.3, y: 0.2))
    }
  }

  @Test("Any samples make a finite stroke, and settled points never change", arguments: 0..<30)
  func settled(_ seed: UInt64) {
    var builder = StrokeBuilder(brush: Brush.presets[Int(seed) % 5])
    var before: [ModelPoint] = []
    var changes = 0
    for sample in wild(seed) {
      builder.append(sample)
      if builder.model.settled.prefix(before.count) != before[...] { changes += 1 }
      before = builder.model.settled
    }
    builder.finish()
    if builder.model.settled.prefix(before.count) != before[...] { changes += 1 }
    #expect(changes == 0)
    #expect(builder.tail.isEmpty)
    let isSound = builder.knots.allSatisfy {
      $0.position.x.isFinite && $0.position.y.isFinite && $0.radius > 0 && $0.radius < 100
    }
    #expect(isSound)
    #expect(zip(builder.knots, builder.knots.dropFirst()).allSatisfy { $1.time >= $0.time })
  }

  @Test("The last point is exactly the last raw one", arguments: [30, 60, 240, 1000])
  func exactEnd(_ rate: Int64) throws {
    var model = StrokeModel()
    var random = Seeded(state: 3)
    var last = Point.zero
    for index in 0..<100 {
      last = Point(
        x: Double(index) * 0.3 + .random(in: -0.1...0.1, using: &random),
        y: .random(in: 5...5.2, using: &random))
      model.append(
        InkSample(
          time: Timestamp(microseconds: Int64(index) * 1_000_000 / rate), position: last,
          pressure: 0.5))
    }
    model.finish()
    let end = try #require(model.settled.last)
    #expect(model.settled.count == 100)
    #expect(abs(Double(end.position.x) - last.x) < 1e-4)
    #expect(abs(Double(end.position.y) - last.y) < 1e-4)
  }

  @Test("The tail is short, whatever the rate", arguments: [30, 240, 1000])
  func shortTail(_ rate: Int64) {
    var model = StrokeModel()
    for index in 0..<300 {
      model.append(
        InkSample(
          time: Timestamp(microseconds: Int64(index) * 1_000_000 / rate),
          position: Point(x: Double(index) * 0.2, y: 0), pressure: 0.5))
      #expect(model.tail.count <= max(3, Int(Double(rate) * 0.06)))
    }
  }

  @Test("A steady pen whose reports come in bunches is drawn as if they had not")
  func bunches() {
    func end(_ times: (Int) -> Int64) -> [SIMD2<Float>] {
      var model = StrokeModel()
      for index in 0..<100 {
        let x = Double(index) * 0.4
        model.append(
          InkSample(
            time: Timestamp(microseconds: times(index)), position: Point(x: x, y: x * x / 80),
            pressure: 0.5))
      }
      model.finish()
      return model.settled.map(\.position)
    }
    let steady = end { Int64($0) * 4000 }
    // From the 30th on, pairs of reports arrive together, at one time.
    let bunched = end { Int64($0 < 30 ? $0 : $0 - $0 % 2 + 1) * 4000 }
    #expect(steady.count == bunched.count)
    for (a, b) in zip(steady, bunched) {
      #expect(abs(a.x - b.x) < 0.08 && abs(a.y - b.y) < 0.08)
    }
  }

  @Test("A prediction lies ahead on the way, and not far")
  func prediction() throws {
    var model = StrokeModel()
    #expect(model.predicted(at: .milliseconds(20)) == nil)
    for index in 0..<60 {
      model.append(
        InkSample(
          time: Timestamp(microseconds: Int64(index) * 4000),
          position: Point(x: Double(index) * 0.4, y: 3), pressure: 0.5))
    }
    let ahead = try #require(model.predicted(at: .milliseconds(20)))
    #expect(abs(ahead.x - (59 * 0.4 + 2)) < 0.25)
    #expect(abs(ahead.y - 3) < 0.05)
  }

  @Test("Curves are monotone, floored at 0 and full at the top", arguments: 0..<30)
  func curves(_ seed: UInt64) {
    var random = Seeded(state: seed)
    let curve = PressureCurve(
      low: .random(in: -1...2, using: &random), high: .random(in: -1...2, using: &random),
      points: (0..<Int.random(in: 0...9, using: &random)).map { _ in
        Float.random(in: -0.5...1.5, using: &random)
      })
    var before: Float = 0
    for step in 0...200 {
      let response = curve.response(to: Float(step) / 200)
      #expect(response >= before - 1e-6 && response <= 1.0001)
      before = response
    }
    #expect(curve.response(to: .nan) == 0)
  }
}
