/// A place in a text of JSON, moving forwards.
///
/// Reads values where they stand, without building a tree. Foundation's decoder takes 40 times as
/// long for a line of ours: see Docs/decisions/0010-own-json-reader.md. Never reads past the end:
/// every access goes through ``byte``.
struct JSONCursor {
  private let base: UnsafePointer<UInt8>?
  private let end: Int
  private(set) var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    base = bytes.baseAddress
    end = bytes.count
  }

  /// The byte at the cursor; 0 past the end.
  @inline(__always)
  private var byte: UInt8 {
    guard position < end, let base else { return 0 }
    return base[position]
  }

  @inline(__always)
  private mutating func skipSpace() {
    while position < end {
      switch byte {
      case 32, 9, 10, 13: position += 1
      default: return
      }
    }
  }

  private func fault(_ expected: StaticString) -> JSONFault {
    JSONFault(position: position, expected: expected)
  }

  /// The next byte that is not space, without consuming it; 0 at the end.
  mutating func peek() -> UInt8 {
    skipSpace()
    return byte
  }

  /// Consumes `wanted` if it is next.
  mutating func take(_ wanted: Unicode.Scalar) -> Bool {
    skipSpace()
    guard byte == UInt8(truncatingIfNeeded: wanted.value), position < end else { return false }
    position += 1
    return true
  }

  private mutating func need(
    _ wanted: Unicode.Scalar, _ expected: StaticString
  ) throws(JSONFault) {
    guard take(wanted) else { throw fault(expected) }
  }

  /// Calls `body` for each member of the object that is next; it must consume the value.
  @inline(__always)
  mutating func object(
    _ body: (inout JSONCursor, JSONKey) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try need("{", "an object")
    if take("}") { return }
    repeat {
      let key = try self.key()
      try need(":", "a colon after the key")
      try body(&self, key)
    } while take(",")
    try need("}", "a comma or the object's end")
  }

  /// Calls `body` for each element of the array that is next; it must consume the value.
  @inline(__always)
  mutating func array(
    _ body: (inout JSONCursor, Int) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try need("[", "an array")
    if take("]") { return }
    var index = 0
    repeat {
      try body(&self, index)
      index += 1
    } while take(",")
    try need("]", "a comma or the array's end")
  }

  private mutating func key() throws(JSONFault) -> JSONKey {
    try need("\"", "a key in quotes")
    var hash = JSONKey.seed
    while position < end {
      let next = byte
      position += 1
      if next == 34 { return JSONKey(hash: hash) }
      if next == 92 { position += 1 }
      hash = (hash ^ UInt64(next)) &* JSONKey.prime
    }
    throw fault("the key's closing quote")
  }

  /// Consumes the end of the text.
  mutating func finish() throws(JSONFault) {
    skipSpace()
    guard position >= end else { throw fault("the end of the line") }
  }

  // MARK: Scalars

  /// A whole number; a fraction is rounded to the nearest.
  mutating func integer() throws(JSONFault) -> Int64 {
    skipSpace()
    let start = position
    let isNegative = byte == 45
    if isNegative { position += 1 }
    var value: UInt64 = 0
    var digits = 0
    while case let digit = byte &- 48, digit <= 9, digits < 18 {
      value = value &* 10 &+ UInt64(digit)
      digits += 1
      position += 1
    }
    switch byte {
    case 46, 69, 101, 48...57:
      position = start
      let number = try self.number()
      guard abs(number) < 9e18 else { throw fault("a whole number") }
      return Int64(number.rounded())
    default:
      guard digits > 0 else {
        position = start
        throw fault("a whole number")
      }
      return isNegative ? -Int64(value) : Int64(value)
    }
  }

  /// A whole number of 32 bits.
  mutating func int32() throws(JSONFault) -> Int32 {
    let start = position
    guard let value = Int32(exactly: try integer()) else {
      position = start
      throw fault("a number of 32 bits")
    }
    return value
  }

  /// A whole number of 16 bits without sign.
  mutating func uint16() throws(JSONFault) -> UInt16 {
    let start = position
    guard let value = UInt16(exactly: try integer()) else {
      position = start
      throw fault("a number from 0 to 65535")
    }
    return value
  }

  /// A finite number.
  mutating func number() throws(JSONFault) -> Double {
    skipSpace()
    guard let base, let (value, length) = DecimalNumber.parse(base + position, end - position)
    else { throw fault("a number") }
    position += length
    return value
  }

  mutating func boolean() throws(JSONFault) -> Bool {
    if try literal("true") { return true }
    if try literal("false") { return false }
    throw fault("true or false")
  }

  /// Consumes `null` if it is next.
  mutating func null() throws(JSONFault) -> Bool { try literal("null") }

  private mutating func literal(_ text: StaticString) throws(JSONFault) -> Bool {
    skipSpace()
    let count = text.utf8CodeUnitCount
    guard end - position >= count, let base else { return false }
    for index in 0..<count where base[position + index] != text.utf8Start[index] { return false }
    position += count
    return true
  }

  mutating func string() throws(JSONFault) -> String {
    try need("\"", "a string")
    var bytes: [UInt8] = []
    while position < end {
      let next = byte
      position += 1
      switch next {
      case 34: return String(decoding: bytes, as: UTF8.self)
      case 92: try escape(&bytes)
      default: bytes.append(next)
      }
    }
    throw fault("the string's closing quote")
  }

  /// The string's raw bytes, valid as long as the text; escapes are left as they are.
  mutating func rawString() throws(JSONFault) -> UnsafeBufferPointer<UInt8> {
    try need("\"", "a string")
    let start = position
    while position < end {
      let next = byte
      if next == 34 {
        let view = UnsafeBufferPointer(start: base.map { $0 + start }, count: position - start)
        position += 1
        return view
      }
      position += next == 92 ? 2 : 1
    }
    position = min(position, end)
    throw fault("the string's closing quote")
  }

  private mutating func escape(_ bytes: inout [UInt8]) throws(JSONFault) {
    let next = byte
    position += 1
    switch next {
    case 110: bytes.append(10)
    case 116: bytes.append(9)
    case 114: bytes.append(13)
    case 98: bytes.append(8)
    case 102: bytes.append(12)
    case 34, 47, 92: bytes.append(next)
    case 117: try unicode(&bytes)
    default: throw fault("a known escape")
    }
  }

  private mutating func unicode(_ bytes: inout [UInt8]) throws(JSONFault) {
    var code = try hex4()
    if code & 0xfc00 == 0xd800, byte == 92 {
      let mark = position
      position += 1
      if byte == 117 {
        position += 1
        let low = try hex4()
        if low & 0xfc00 == 0xdc00 {
          code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff)
        } else {
          position = mark
        }
      } else {
        position = mark
      }
    }
    let scalar = Unicode.Scalar(code) ?? "\u{fffd}"
    bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [63])
  }

  private mutating func hex4() throws(JSONFault) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Hex.digit(byte), position < end else { throw fault("four hex digits") }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    return code
  }

  /// Consumes any value, however deep, without recursion.
  mutating func skip() throws(JSONFault) {
    var depth = 0
    repeat {
      switch peek() {
      case 34: _ = try rawString()
      case 123, 91:
        depth += 1
        position += 1
        continue
      case 125, 93:
        guard depth > 0 else { throw fault("a value") }
        depth -= 1
        position += 1
      case 44, 58:
        guard depth > 0 else { throw fault("a value") }
        position += 1
        continue
      case 0: throw fault("a value")
      default: try scalar()
      }
    } while depth > 0
  }

  private mutating func scalar() throws(JSONFault) {
    if try literal("true") { return }
    if try literal("false") { return }
    if try literal("null") { return }
    _ = try number()
  }
}

/// Where and why JSON could not be read.
struct JSONFault: Error {
  /// The byte, from 0.
  var position: Int
  /// What should have been there.
  var expected: StaticString

  /// The fault as a sentence.
  var sentence: String { "expected \(expected) at column \(position + 1)" }
}

/// An object's key, known by its hash.
///
/// The 64-bit FNV-1a hash of its bytes: comparing keys costs one comparison. A made-up key with the
/// hash of a known one would be read as that one, which its author could have written anyway.
struct JSONKey: Equatable {
  static let seed: UInt64 = 0xcbf2_9ce4_8422_2325
  static let prime: UInt64 = 0x100_0000_01b3
  let hash: UInt64

  init(hash: UInt64) {
    self.hash = hash
  }

  init(_ text: StaticString) {
    var hash = Self.seed
    for index in 0..<text.utf8CodeUnitCount {
      hash = (hash ^ UInt64(text.utf8Start[index])) &* Self.prime
    }
    self.hash = hash
  }
}
