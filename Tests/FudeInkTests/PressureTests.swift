import FudeInk
import FudeModel
import Testing

@Suite("Pressure")
struct PressureTests {
  /// A line of `count` samples 4 ms apart whose forces are all the same.
  private func line(_ count: Int, force: Float?) -> [InkSample] {
    samples((0..<count).map { (Double($0) * 0.4, 5) }, pressure: [force])
  }

  @Test("A force that is revised while its point is young moves the width, and only from there on")
  func revised() {
    var builder = StrokeBuilder(brush: .pen)
    for sample in line(30, force: 0.3) { builder.append(sample) }
    let settled = builder.model.settled
    let before = builder.model.tail.map(\.pressure)
    let times = line(30, force: 0.3).map(\.time)
    var followed = 0
    for time in times.suffix(5) where builder.revise(at: time, pressure: 0.8) { followed += 1 }
    #expect(followed == 5)
    #expect(builder.model.settled == settled)
    #expect((builder.model.tail.last?.pressure ?? 0) > 0.7)
    #expect(builder.model.tail.map(\.pressure) != before)
  }

  @Test("Revising a force gives what the right force would have given at once")
  func sameAsAtOnce() {
    let right = line(40, force: 0.6)
    var late = StrokeBuilder(brush: .pen)
    var direct = StrokeBuilder(brush: .pen)
    for (index, sample) in right.enumerated() {
      direct.append(sample)
      var unknown = sample
      unknown.pressure = index == 0 ? 0 : nil
      late.append(unknown)
      if index >= 5 { late.revise(at: right[index - 5].time, pressure: 0.6) }
    }
    for sample in right.suffix(5) { late.revise(at: sample.time, pressure: 0.6) }
    late.finish()
    direct.finish()
    #expect(late.knots.count == direct.knots.count)
    let worst = zip(late.knots, direct.knots).map { abs($0.radius - $1.radius) }.max() ?? 1
    #expect(worst < 0.004)
  }

  @Test("What has settled, never was, or is no number changes nothing")
  func refused() {
    var builder = StrokeBuilder(brush: .pen)
    for sample in line(60, force: 0.3) { builder.append(sample) }
    let (knots, tail) = (builder.knots, builder.tail)
    var followed = 0
    for microseconds in [0, 1, 9_000_000] as [Int64]
    where builder.revise(at: Timestamp(microseconds: microseconds), pressure: 1) { followed += 1 }
    #expect(builder.knots == knots)
    #expect(builder.tail == tail)
    builder.finish()
    if builder.revise(at: Timestamp(microseconds: 4000 * 59), pressure: 1) { followed += 1 }
    #expect(followed == 0)
  }

  @Test("A canvas keeps the revised force as the raw one")
  func canvas() throws {
    var canvas = Canvas()
    let all = line(4, force: nil)
    let id = canvas.begin(brush: .pen, at: all[0])
    for sample in all.dropFirst() { canvas.extend(id, with: sample) }
    _ = canvas.takeDirty()
    canvas.revise(id, at: all[2].time, pressure: 0.9)
    #expect(canvas.takeDirty() != nil)
    canvas.end(id)
    canvas.revise(id, at: all[3].time, pressure: 0.1)
    #expect(try #require(canvas[id]).samples.map(\.pressure) == [nil, nil, 0.9, nil])
  }

  @Test(
    "Five strokes tell the range of a hand", arguments: [(Float(0.1), Float(0.65)), (0.3, 0.9)])
  func learned(_ low: Float, _ high: Float) throws {
    var learner = PressureLearner()
    #expect(learner.take(line(40, force: low)) == nil)  // at rest
    learner.start()
    var range: (low: Float, high: Float)?
    for stroke in 0..<5 {
      #expect(range == nil)
      #expect(learner.left == 5 - stroke)
      #expect(learner.take(line(3, force: low)) == nil)  // too short to tell
      var forces = (0..<60).map { low + (high - low) * Float($0) / 59 }
      forces[0] = 0.001
      range = learner.take(
        samples((0..<60).map { (Double($0), 0) }, pressure: forces.map { Optional($0) }))
    }
    let found = try #require(range)
    #expect(abs(found.low - low * 0.8) < 0.05)
    #expect(abs(found.high - high) < 0.05)
    #expect(learner.left == 0)
    let curve = PressureCurve.light.fitted(low: found.low, high: found.high)
    #expect(curve.response(to: high) > 0.95)
    #expect(curve.response(to: low + 0.05) > 0)
  }
}
