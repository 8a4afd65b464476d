/// Text as UTF-8 while it is made or read.
///
/// Embedded Swift has neither formatting nor parsing of floating point, and strings compared as
/// strings bring Unicode's tables with them: 60 KB of WebAssembly.
public struct ByteText: Sendable {
  /// The bytes.
  public var bytes: [UInt8] = []

  /// Nothing.
  public init() {}

  mutating func add(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func add(_ number: Int64) {
    if number < 0 { bytes.append(45) }
    var magnitude = number.magnitude
    let start = bytes.count
    repeat {
      bytes.append(48 + UInt8(truncatingIfNeeded: magnitude % 10))
      magnitude /= 10
    } while magnitude > 0
    bytes[start...].reverse()
  }

  mutating func add(_ number: Int) { add(Int64(number)) }

  /// A number on a grid of `places` decimals, without trailing zeros; 0 if it is not finite.
  mutating func add(_ number: Double, places: Int) {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (number * scale).rounded()
    guard scaled == scaled, abs(scaled) < 9e15 else {
      bytes.append(48)
      return
    }
    let whole = Int64(scaled)
    if whole < 0 { bytes.append(45) }
    let magnitude = Int64(clamping: whole.magnitude)
    add(magnitude / Int64(scale))
    var rest = magnitude % Int64(scale)
    guard rest > 0 else { return }
    bytes.append(46)
    var digit = Int64(scale) / 10
    while rest > 0 {
      bytes.append(48 + UInt8(truncatingIfNeeded: rest / digit))
      rest %= digit
      digit /= 10
    }
  }

  /// A colour as six or, with opacity, eight hexadecimal digits.
  mutating func add(hex bytes: [UInt8]) {
    for byte in bytes {
      for digit in [byte >> 4, byte & 15] {
        self.bytes.append(digit < 10 ? 48 + digit : 87 + digit)
      }
    }
  }

  /// A JSON string.
  mutating func add(quoted text: String) {
    bytes.append(34)
    for byte in text.utf8 {
      if byte == 34 || byte == 92 { bytes.append(92) }
      bytes.append(byte < 32 ? 32 : byte)
    }
    bytes.append(34)
  }
}

/// Reads words and numbers.
struct WordReader {
  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next word; `nil` at the end.
  mutating func word() -> ArraySlice<UInt8>? {
    while at < bytes.count, bytes[at] == 32 { at += 1 }
    let start = at
    while at < bytes.count, bytes[at] != 32 { at += 1 }
    return at > start ? bytes[start..<at] : nil
  }

  /// The next word as a decimal number of at most 15 digits, which is exact to the last bit; `nil`
  /// if it is none, and then it is still the next word.
  mutating func number() -> Double? {
    let before = at
    guard let word = word() else { return nil }
    let value = Self.decimal(word)
    if value == nil { at = before }
    return value
  }

  private static func decimal(_ word: ArraySlice<UInt8>) -> Double? {
    var word = word
    let isNegative = word.first == 45
    if isNegative { word.removeFirst() }
    var mantissa = 0.0
    var divisor = 1.0
    var digits = 0
    var hasPoint = false
    for byte in word {
      if byte == 46, !hasPoint {
        hasPoint = true
        continue
      }
      guard (48...57).contains(byte), digits < 15 else { return nil }
      mantissa = mantissa * 10 + Double(byte - 48)
      digits += 1
      if hasPoint { divisor *= 10 }
    }
    guard digits > 0 else { return nil }
    return (isNegative ? -mantissa : mantissa) / divisor
  }

  /// The next word as hexadecimal bytes.
  mutating func hex() -> [UInt8]? {
    guard let word = word(), word.count % 2 == 0 else { return nil }
    var values: [UInt8] = []
    var high: UInt8?
    for byte in word {
      let digit: UInt8
      switch byte {
      case 48...57: digit = byte - 48
      case 97...102: digit = byte - 87
      case 65...70: digit = byte - 55
      default: return nil
      }
      if let first = high {
        values.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return values
  }
}

extension ArraySlice<UInt8> {
  /// Whether these are the bytes of a word.
  func isWord(_ word: StaticString) -> Bool {
    elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }
}
