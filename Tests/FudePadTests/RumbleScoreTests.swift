import FudeModel
import FudePad
import Testing

@Suite struct RumbleScoreTests {
  typealias Strength = RumbleScore.Strength

  private func span(_ seconds: Double) -> TimeSpan { .seconds(seconds) }

  @Test func `An event is felt from its start to its end and not outside`() {
    let score = RumbleScore(events: [
      .init(start: span(0.1), duration: span(0.2), intensity: 0.8)
    ])
    #expect(score.duration == span(0.3))
    #expect(score.strength(at: span(0.05)) == Strength())
    #expect(score.strength(at: span(0.1)) == Strength(heavy: 0.8, light: 0.8))
    #expect(score.strength(at: span(0.3)) == Strength())
    #expect(score.next(after: .zero) == span(0.1))
    #expect(score.next(after: span(0.1)) == span(0.3))
    #expect(score.next(after: span(0.3)) == nil)
  }

  @Test(arguments: [
    (Float(0), Float(1), Float(0)), (0.25, 1, 0.5), (0.5, 1, 1), (0.75, 0.5, 1), (1, 0, 1),
  ])
  func `Sharpness is told by which motor turns`(sharpness: Float, heavy: Float, light: Float) {
    let score = RumbleScore(events: [
      .init(start: .zero, duration: span(1), sharpness: sharpness)
    ])
    #expect(score.strength(at: span(0.5)) == Strength(heavy: heavy, light: light))
  }

  @Test func `Where events overlap the stronger counts`() {
    let score = RumbleScore(events: [
      .init(start: .zero, duration: span(1), intensity: 0.4, sharpness: 0),
      .init(start: span(0.5), duration: span(1), intensity: 0.9, sharpness: 1),
    ])
    #expect(score.strength(at: span(0.7)) == Strength(heavy: 0.4, light: 0.9))
  }

  @Test func `A change multiplies the intensity and adds to the sharpness from its moment on`() {
    var score = RumbleScore(
      events: [.init(start: .zero, duration: span(1), intensity: 0.5)],
      changes: [.init(.intensity, time: span(0.5), value: 0.5)])
    score.add(.init(.sharpness, time: span(0.25), value: 0.5))
    #expect(score.strength(at: span(0.2)) == Strength(heavy: 0.5, light: 0.5))
    #expect(score.strength(at: span(0.3)) == Strength(heavy: 0, light: 0.5))
    #expect(score.strength(at: span(0.6)) == Strength(heavy: 0, light: 0.25))
    #expect(score.next(after: .zero) == span(0.25))
  }

  @Test func `A gradual change is told in steps`() {
    let score = RumbleScore(
      events: [.init(start: .zero, duration: span(1))],
      changes: [
        .init(.intensity, time: .zero, value: 0),
        .init(.intensity, time: span(1), value: 1, isGradual: true),
      ])
    #expect(score.strength(at: span(0.5)) == Strength(heavy: 0.5, light: 0.5))
    #expect(score.next(after: span(0.5)) == span(0.5) + RumbleScore.step)
  }

  @Test func `An attack rises and a release falls`() {
    let score = RumbleScore(events: [
      .init(start: .zero, duration: span(1), attack: span(0.2), release: span(0.4))
    ])
    #expect(abs(score.strength(at: span(0.1)).heavy - 0.5) < 0.01)
    #expect(abs(score.strength(at: span(1.1)).heavy - 0.75) < 0.01)
    #expect(score.duration == span(1.4))
  }

  @Test(arguments: 0..<50)
  func `Whatever the pattern, strengths are fractions and the steps come to an end`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func wild() -> Float {
      Bool.random(using: &random)
        ? Float(bitPattern: .random(in: 0...UInt32.max, using: &random))
        : .random(in: -1...2, using: &random)
    }
    func moment() -> TimeSpan {
      TimeSpan(microseconds: .random(in: -100_000...500_000, using: &random))
    }
    let score = RumbleScore(
      events: (0..<5).map { _ in
        .init(
          start: moment(), duration: moment(), intensity: wild(), sharpness: wild(),
          attack: moment(), release: moment())
      },
      changes: (0..<5).map { _ in
        .init(
          Bool.random(using: &random) ? .intensity : .sharpness, time: moment(), value: wild(),
          isGradual: Bool.random(using: &random))
      })
    var time = TimeSpan.zero
    var steps = 0
    while let next = score.next(after: time) {
      #expect(next > time)
      time = next
      steps += 1
      let strength = score.strength(at: time)
      #expect((0...1).contains(strength.heavy) && (0...1).contains(strength.light))
      guard steps < 10_000 else {
        Issue.record("it does not end")
        return
      }
    }
    #expect(score.strength(at: time) == Strength())
  }
}
