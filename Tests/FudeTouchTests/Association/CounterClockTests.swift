import FudeModel
import Testing

@testable import FudeTouch

/// A pen's own clock takes the jitter out of its reports.
@Suite struct CounterClockTests {
  @Test(arguments: [-80.0, 0, 80]) func jitterGoesAndTheSkewIsFound(_ partsPerMillion: Double) {
    var clock = CounterClock()
    var noise = Noise(state: 3)
    var worst = 0.0
    for step in 0..<6000 {
      let measured = Int64(step) * 20_000
      let jitter = Int64(noise.below(40_000))
      let counter = Int64(Double(measured) * (1 + partsPerMillion * 1e-6)) + 77_000_000
      let arrival = Timestamp(microseconds: measured + 30_000 + jitter)
      let steady = clock.arrival(of: counter, at: arrival)
      #expect(steady <= arrival)
      guard step > 3000 else { continue }
      worst = max(worst, abs(Double(steady.microseconds - measured - 30_000)))
    }
    // 40 ms of jitter become less than 4 ms.
    #expect(worst < 4_000)
    #expect(abs(clock.skew * 1e6 + partsPerMillion) < 20)
  }

  @Test func aLongSilenceDoesNotUnsettleIt() {
    var clock = CounterClock()
    var noise = Noise(state: 8)
    func steady(_ measured: Int64) -> Int64 {
      let arrival = measured + 30_000 + Int64(noise.below(40_000))
      return clock.arrival(of: measured, at: Timestamp(microseconds: arrival)).microseconds
    }
    for step in 0..<500 { _ = steady(Int64(step) * 20_000) }
    let late = steady(300_000_000)
    #expect(late - 300_030_000 < 6_000)
  }

  @Test func aCounterThatStartsAnewIsANewOrigin() {
    var clock = CounterClock()
    _ = clock.arrival(of: 50_000_000, at: Timestamp(microseconds: 100))
    let time = Timestamp(microseconds: 2_000_000)
    #expect(clock.arrival(of: 10, at: time) == time)
    // Two seconds late, then three seconds early.
    let late = Timestamp(microseconds: 6_000_000)
    #expect(clock.arrival(of: 2_000_010, at: late) == late)
    let early = Timestamp(microseconds: 7_000_000)
    #expect(clock.arrival(of: 6_000_010, at: early) == early)
  }
}
