/// Reads decimal numbers from bytes.
enum DecimalNumber {
  /// The finite number at `start` and its length in bytes; `nil` if there is none within `count`.
  ///
  /// Exact: up to 15 digits and a power of ten up to 22 are one correctly rounded operation on
  /// exact numbers (Clinger, *How to read floating point numbers accurately*, 1990); anything longer
  /// goes to the standard library.
  static func parse(_ start: UnsafePointer<UInt8>, _ count: Int) -> (Double, Int)? {
    var at = 0
    func peek() -> UInt8 { at < count ? start[at] : 0 }
    let isNegative = peek() == 45
    if isNegative { at += 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    var scale = 0
    let first = at
    while case let digit = peek() &- 48, digit <= 9 {
      if mantissa > 0 || digit > 0 { digits += 1 }
      if digits <= 18 { mantissa = mantissa &* 10 &+ UInt64(digit) }
      at += 1
    }
    guard at > first else { return nil }
    if peek() == 46 {
      at += 1
      let point = at
      while case let digit = peek() &- 48, digit <= 9 {
        if mantissa > 0 || digit > 0 { digits += 1 }
        if digits <= 18 {
          mantissa = mantissa &* 10 &+ UInt64(digit)
          scale -= 1
        }
        at += 1
      }
      guard at > point else { return nil }
    }
    if peek() == 69 || peek() == 101 {
      guard let exponent = self.exponent(start, count, &at) else { return nil }
      scale += exponent
    }
    guard digits <= 15, abs(scale) <= 22 else { return slow(start, at) }
    let magnitude = Double(mantissa)
    let value = scale < 0 ? magnitude / powers[-scale] : magnitude * powers[scale]
    return (isNegative ? -value : value, at)
  }

  private static func exponent(
    _ start: UnsafePointer<UInt8>, _ count: Int, _ at: inout Int
  ) -> Int? {
    func peek() -> UInt8 { at < count ? start[at] : 0 }
    at += 1
    let isNegative = peek() == 45
    if isNegative || peek() == 43 { at += 1 }
    let first = at
    var exponent = 0
    while case let digit = peek() &- 48, digit <= 9 {
      exponent = min(9999, exponent * 10 + Int(digit))
      at += 1
    }
    guard at > first else { return nil }
    return isNegative ? -exponent : exponent
  }

  private static func slow(_ start: UnsafePointer<UInt8>, _ count: Int) -> (Double, Int)? {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    guard let value = Double(text), value.isFinite else { return nil }
    return (value, count)
  }

  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
