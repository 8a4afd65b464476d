import FudeModel

/// A place in a line of text, moving forwards; never past its end.
struct LineScanner {
  private let base: UnsafePointer<UInt8>?
  private let end: Int
  private(set) var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    base = bytes.baseAddress
    end = bytes.count
  }

  @inline(__always)
  var byte: UInt8 {
    guard position < end, let base else { return 0 }
    return base[position]
  }

  var isAtEnd: Bool { position >= end }

  @inline(__always)
  mutating func advance(_ count: Int = 1) {
    position = min(end, position + count)
  }

  @inline(__always)
  mutating func skipSpace() {
    while position < end, byte == 32 || byte == 9 { position += 1 }
  }

  /// Consumes `text` if it is next.
  mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard end - position >= count, let base else { return false }
    for index in 0..<count where base[position + index] != text.utf8Start[index] { return false }
    position += count
    return true
  }

  /// Moves behind the next `text`; false, without moving, if there is none.
  mutating func skip(past text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard count > 0, let base else { return false }
    var at = position
    while at + count <= end {
      if base[at] == text.utf8Start[0] {
        var length = 1
        while length < count, base[at + length] == text.utf8Start[length] { length += 1 }
        if length == count {
          position = at + count
          return true
        }
      }
      at += 1
    }
    return false
  }

  /// Hexadecimal digits after space.
  @inline(__always)
  mutating func hex() -> UInt32? {
    skipSpace()
    var value: UInt32 = 0
    var digits = 0
    while digits < 9, let digit = Hex.digit(byte) {
      value = value << 4 | UInt32(digit)
      digits += 1
      position += 1
    }
    return digits > 0 && digits <= 8 ? value : nil
  }

  /// A decimal number after space.
  @inline(__always)
  mutating func decimal() -> Int64? {
    skipSpace()
    let isNegative = byte == 45
    if isNegative { position += 1 }
    var value: Int64 = 0
    var digits = 0
    while case let digit = byte &- 48, digit <= 9, digits < 18 {
      value = value * 10 + Int64(digit)
      digits += 1
      position += 1
    }
    guard digits > 0 else { return nil }
    return isNegative ? -value : value
  }

  /// A value of an event: 32 bits, signed; one that was printed without sign is taken for its bits.
  @inline(__always)
  mutating func value() -> Int32? {
    guard let number = decimal() else { return nil }
    if let value = Int32(exactly: number) { return value }
    guard let bits = UInt32(exactly: number) else { return nil }
    return Int32(bitPattern: bits)
  }

  /// Seconds with a fraction of up to six digits after space, as microseconds.
  @inline(__always)
  mutating func time() -> Timestamp? {
    guard let seconds = decimal(), abs(seconds) < 9_000_000_000_000 else { return nil }
    var fraction: Int64 = 0
    if byte == 46 {
      position += 1
      var digits = 0
      while case let digit = byte &- 48, digit <= 9 {
        if digits < 6 { fraction = fraction * 10 + Int64(digit) }
        digits += 1
        position += 1
      }
      while digits < 6 {
        fraction *= 10
        digits += 1
      }
    }
    return Timestamp(microseconds: seconds * 1_000_000 + (seconds < 0 ? -fraction : fraction))
  }

  /// What is left, without space around it.
  mutating func rest() -> String {
    skipSpace()
    guard let base else { return "" }
    var last = end
    while last > position, base[last - 1] <= 32 { last -= 1 }
    defer { position = end }
    return String(
      decoding: UnsafeBufferPointer(start: base + position, count: max(0, last - position)),
      as: UTF8.self)
  }
}
