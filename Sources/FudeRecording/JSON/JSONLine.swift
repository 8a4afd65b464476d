/// Builds one line of JSON as bytes.
struct JSONLine {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Starts an empty line, keeping the memory.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  private mutating func separate() {
    if needsComma { bytes.append(44) }
    needsComma = true
  }

  mutating func beginObject() {
    separate()
    bytes.append(123)
    needsComma = false
  }

  mutating func endObject() {
    bytes.append(125)
    needsComma = true
  }

  mutating func beginArray() {
    separate()
    bytes.append(91)
    needsComma = false
  }

  mutating func endArray() {
    bytes.append(93)
    needsComma = true
  }

  mutating func key(_ key: StaticString) {
    separate()
    bytes.append(34)
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    bytes.append(34)
    bytes.append(58)
    needsComma = false
  }

  mutating func key(_ key: String) {
    separate()
    quote(key)
    bytes.append(58)
    needsComma = false
  }

  mutating func value(_ value: some BinaryInteger) {
    separate()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// The shortest text that reads back as the same number; `null` if it is not finite.
  mutating func value(_ value: Double) {
    separate()
    append(value.isFinite ? value.description : "null")
  }

  /// As for a `Double`, with the digits that a `Float` has.
  mutating func value(_ value: Float) {
    separate()
    append(value.isFinite ? value.description : "null")
  }

  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      // A whole number needs no ".0".
      let isWhole = utf8.count > 2 && utf8[utf8.count - 1] == 48 && utf8[utf8.count - 2] == 46
      bytes.append(contentsOf: isWhole ? utf8.dropLast(2) : utf8[...])
    }
  }

  mutating func value(_ value: Bool) {
    separate()
    append(value ? "true" : "false")
  }

  mutating func value(_ value: String) {
    separate()
    quote(value)
  }

  mutating func value(_ value: JSONValue) {
    switch value {
    case .null:
      separate()
      append("null")
    case .bool(let flag): self.value(flag)
    case .number(let number): self.value(number)
    case .string(let text): self.value(text)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        key(member.key)
        self.value(member.value)
      }
      endObject()
    }
  }

  private mutating func quote(_ text: String) {
    bytes.append(34)
    for byte in text.utf8 {
      switch byte {
      case 34, 92:
        bytes.append(92)
        bytes.append(byte)
      case 10: bytes.append(contentsOf: "\\n".utf8)
      case 9: bytes.append(contentsOf: "\\t".utf8)
      case 0..<32:
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(34)
  }
}
