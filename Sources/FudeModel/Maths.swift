// The one file of the core that touches a C library: in a native debug build even `.squareRoot()`
// and `.rounded()` are calls into libm, and this import links it. WebAssembly has both as
// instructions.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Elementary functions that give the same bits on every machine.
///
/// Two C libraries round `exp` or `sin` differently in the last place, and one such bit is enough
/// for a native run and the page to disagree. These are plain series over exact argument reduction:
/// only `+ - * /`, which IEEE 754 fixes. Relative error is below 1e-14 over the ranges stated.
public enum Maths {
  /// The square root, correctly rounded; not a number below zero.
  @inlinable
  public static func squareRoot(_ x: Double) -> Double { x.squareRoot() }

  /// π.
  @inlinable
  public static var pi: Double { 3.14159265358979311600 }

  /// eˣ; 0 below -708, and held at e⁷⁰⁸ above 708.
  public static func exp(_ x: Double) -> Double {
    guard x == x else { return x }
    if x < -708 { return 0 }
    let bounded = min(x, 708)
    let count = (bounded * 1.4426950408889634).rounded()
    // ln 2 in two parts, so that the reduced argument keeps its last bits.
    let r = (bounded - count * 0.693147180369123816490) - count * 1.90821492927058770002e-10
    var sum = 1.0
    var k = 14.0
    while k >= 1 {
      sum = 1 + sum * r / k
      k -= 1
    }
    return sum * Double(bitPattern: UInt64(Int64(count) + 1023) << 52)
  }

  /// The natural logarithm; -∞ at 0, not a number below it.
  public static func log(_ x: Double) -> Double {
    guard x > 0 else { return x == 0 ? -.infinity : .nan }
    guard x < .infinity else { return x }
    var exponent = x.exponent
    var mantissa = x.significand
    if mantissa > 1.4142135623730951 {
      mantissa /= 2
      exponent += 1
    }
    let s = (mantissa - 1) / (mantissa + 1)
    let square = s * s
    var sum = 0.0
    var k = 23.0
    while k >= 1 {
      sum = sum * square + 1 / k
      k -= 2
    }
    return Double(exponent) * 0.6931471805599453 + 2 * s * sum
  }

  /// `base` raised to `exponent`; 0 for a base of 0 or less.
  public static func power(_ base: Double, _ exponent: Double) -> Double {
    base > 0 ? exp(exponent * log(base)) : 0
  }

  /// The sine and cosine of an angle in radians, for magnitudes up to 1e6.
  public static func sinCos(_ angle: Double) -> (sin: Double, cos: Double) {
    guard angle == angle, abs(angle) <= 1e6 else { return (0, 1) }
    let count = (angle * 0.6366197723675814).rounded()
    // π/2 in two parts.
    let r = (angle - count * 1.57079632673412561417) - count * 6.07710050650619224932e-11
    let square = r * r
    var sine = 1.0
    var cosine = 1.0
    var k = 17.0
    while k >= 3 {
      sine = 1 - sine * square / (k * (k - 1))
      cosine = 1 - cosine * square / ((k - 1) * (k - 2))
      k -= 2
    }
    sine *= r
    return switch Int64(count) & 3 {
    case 0: (sine, cosine)
    case 1: (cosine, -sine)
    case 2: (-sine, -cosine)
    default: (-cosine, sine)
    }
  }

  /// The angle of the vector (`x`, `y`) to the x axis in radians, `-π...π`; 0 for no vector.
  public static func atan2(_ y: Double, _ x: Double) -> Double {
    let longer = max(abs(x), abs(y))
    guard longer > 0, longer < .infinity else { return 0 }
    var angle = arctan(min(abs(x), abs(y)) / longer)
    if abs(y) > abs(x) { angle = pi / 2 - angle }
    if x < 0 { angle = pi - angle }
    return y < 0 ? -angle : angle
  }

  /// The arc tangent of a ratio in `0...1`.
  private static func arctan(_ ratio: Double) -> Double {
    // Halved twice: atan x = 2 atan(x / (1 + √(1 + x²))), then the series over |x| ≤ 0.2.
    let once = ratio / (1 + (1 + ratio * ratio).squareRoot())
    let twice = once / (1 + (1 + once * once).squareRoot())
    let square = twice * twice
    var sum = 0.0
    var k = 23.0
    while k >= 1 {
      sum = 1 / k - sum * square
      k -= 2
    }
    return 4 * twice * sum
  }
}
