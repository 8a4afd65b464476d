/// Random numbers that a seed fixes: SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom
/// Number Generators", OOPSLA 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The stream that belongs to `seed`.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in `0..<1`.
  public mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// A number in `range`.
  public mutating func number(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }

  /// A normally distributed number (Box and Muller).
  public mutating func normal(mean: Double = 0, deviation: Double) -> Double {
    let radius = Maths.squareRoot(-2 * Maths.log(max(unit(), 1e-300)))
    return mean + deviation * radius * Maths.sinCos(2 * Maths.pi * unit()).cos
  }
}
