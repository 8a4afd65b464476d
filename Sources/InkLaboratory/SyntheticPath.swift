import Foundation
import FudeModel

/// A path whose truth is known: what a pen would draw without noise.
public struct SyntheticPath: Sendable {
  /// For people.
  public let name: String
  /// Seconds from the first point to the last.
  public let duration: Double
  /// The place at a time, in millimetres.
  public let place: @Sendable (Double) -> SIMD2<Double>
  /// The force at a time, `0...1`.
  public let force: @Sendable (Double) -> Double
  /// Where the direction jumps.
  public let corners: [SIMD2<Double>]

  /// Joined letters: loops of 2 to 4 mm at 2.5 to 4 a second, drifting right. Hands write at about
  /// 5 strokes (half loops) a second and 30 to 120 mm/s.
  public static func cursive(seed: UInt64) -> SyntheticPath {
    var random = SeededNumbers(seed: seed)
    let rate = 2.5 + 1.5 * random.unit()
    let height = 1 + random.unit()
    let width = 0.5 + 0.7 * random.unit()
    let phase = 6.28 * random.unit()
    let wobble = 0.3 * random.unit()
    return SyntheticPath(
      name: "cursive", duration: 2,
      place: { t in
        let angle = 2 * Double.pi * rate * t + phase
        return SIMD2(
          10 + 14 * t + width * sin(angle + 0.8) + wobble * sin(angle * 0.37),
          20 + height * cos(angle) * (1 + 0.25 * sin(angle * 0.21)))
      },
      force: { t in 0.5 + 0.3 * sin(2 * Double.pi * rate * t) }, corners: [])
  }

  /// Straight lines of 6 to 10 mm with corners, at a steady 50 to 90 mm/s.
  public static func zigzag(seed: UInt64) -> SyntheticPath {
    var random = SeededNumbers(seed: seed)
    let speed = 50 + 40 * random.unit()
    var corners = [SIMD2(10.0, 20.0)]
    var times = [0.0]
    while times[times.count - 1] < 2 {
      let last = corners[corners.count - 1]
      let isUp = corners.count % 2 == 0
      let next = last + SIMD2(2 + 2 * random.unit(), (isUp ? -1 : 1) * (6 + 4 * random.unit()))
      let way = next - last
      times.append(times[times.count - 1] + (way.x * way.x + way.y * way.y).squareRoot() / speed)
      corners.append(next)
    }
    let (fixedCorners, fixedTimes) = (corners, times)
    return SyntheticPath(
      name: "zigzag", duration: times[times.count - 1],
      place: { t in
        var index = 0
        while index < fixedTimes.count - 2, fixedTimes[index + 1] <= t { index += 1 }
        let share = (t - fixedTimes[index]) / (fixedTimes[index + 1] - fixedTimes[index])
        let from = fixedCorners[index]
        return from + (fixedCorners[index + 1] - from) * min(1, max(0, share))
      },
      force: { _ in 0.5 }, corners: Array(corners.dropFirst().dropLast()))
  }

  /// A slow straight line, as along a ruler: where a tremble shows most.
  public static func ruler(seed: UInt64) -> SyntheticPath {
    var random = SeededNumbers(seed: seed)
    let angle = 6.28 * random.unit()
    let speed = 10 + 20 * random.unit()
    return SyntheticPath(
      name: "ruler", duration: 2,
      place: { t in SIMD2(50 + cos(angle) * speed * t, 50 + sin(angle) * speed * t) },
      force: { t in 0.4 + 0.1 * t }, corners: [])
  }

  /// Samples of the path with noise of standard deviation `noise` mm on each axis.
  public func samples(rate: Double, noise: Double, seed: UInt64) -> [InkSampleData] {
    var random = SeededNumbers(seed: seed)
    let count = Int(duration * rate)
    return (0...count).map { index in
      let t = Double(index) / rate
      let exact = place(t)
      return InkSampleData(
        time: t, position: exact + SIMD2(random.normal(), random.normal()) * noise,
        force: force(t))
    }
  }

  /// The path as a fine polyline, for distances.
  public var polyline: [SIMD2<Double>] {
    let count = Int(duration * 4000)
    return (0...count).map { place(duration * Double($0) / Double(count)) }
  }
}

/// A measured point before it becomes a sample.
public struct InkSampleData: Sendable {
  /// Seconds.
  public var time: Double
  /// Millimetres.
  public var position: SIMD2<Double>
  /// `0...1`; `nil` if not measured.
  public var force: Double?

  /// A point.
  public init(time: Double, position: SIMD2<Double>, force: Double?) {
    self.time = time
    self.position = position
    self.force = force
  }
}

/// Random numbers that are the same on every machine (SplitMix64).
public struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Numbers from a seed.
  public init(seed: UInt64) { state = seed &* 0x2545_f491_4f6c_dd1d &+ 1 }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// Uniform in `0..<1`.
  public mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// Normal, mean 0, deviation 1.
  public mutating func normal() -> Double {
    let radius = (-2 * Foundation.log(1 - unit())).squareRoot()
    return radius * Foundation.cos(2 * Double.pi * unit())
  }
}
