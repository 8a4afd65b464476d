/// The wire format of Protocol Buffers: just what the ink model needs of it.
enum ProtocolBuffer {
  /// One field of a message.
  struct Field {
    var number: UInt64
    /// Of a varint or fixed number, as bits.
    var value: UInt64 = 0
    /// Of a length-delimited field.
    var bytes = ArraySlice<UInt8>()

    /// A fixed number of four bytes.
    var float: Double { Double(Float(bitPattern: UInt32(truncatingIfNeeded: value))) }
    /// A signed varint.
    var signed: Int64 { ProtocolBuffer.signed(value) }
  }

  /// The fields of a message, up to the first that is damaged.
  static func fields(_ message: ArraySlice<UInt8>) -> [Field] {
    var found: [Field] = []
    var rest = message
    while let field = next(&rest) { found.append(field) }
    return found
  }

  /// The next field; `nil` at the end and where it is damaged.
  private static func next(_ rest: inout ArraySlice<UInt8>) -> Field? {
    guard let key = varint(&rest) else { return nil }
    var field = Field(number: key >> 3)
    switch key & 7 {
    case 0:
      guard let value = varint(&rest) else { return nil }
      field.value = value
    case 1, 5:
      let width = key & 7 == 1 ? 8 : 4
      guard rest.count >= width else { return nil }
      for byte in rest.prefix(width).reversed() { field.value = field.value << 8 | UInt64(byte) }
      rest = rest.dropFirst(width)
    case 2:
      guard let length = varint(&rest), length <= UInt64(rest.count) else { return nil }
      field.bytes = rest.prefix(Int(length))
      rest = rest.dropFirst(Int(length))
    default: return nil
    }
    return field
  }

  /// How many bytes of a message its undamaged fields take.
  static func wholeBytes(_ message: ArraySlice<UInt8>) -> Int {
    var rest = message
    var whole = 0
    while next(&rest) != nil { whole = message.count - rest.count }
    return whole
  }

  /// Packed signed numbers.
  static func signedNumbers(_ bytes: ArraySlice<UInt8>) -> [Int64] {
    var found: [Int64] = []
    var rest = bytes
    while let value = varint(&rest) { found.append(signed(value)) }
    return found
  }

  /// Packed floats.
  static func floats(_ bytes: ArraySlice<UInt8>) -> [Double] {
    stride(from: bytes.startIndex, to: bytes.endIndex - bytes.count % 4, by: 4).map { place in
      let bits = bytes[place..<(place + 4)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return Double(Float(bitPattern: bits))
    }
  }

  /// Packed numbers without sign.
  static func unsignedNumbers(_ bytes: ArraySlice<UInt8>) -> [UInt64] {
    var found: [UInt64] = []
    var rest = bytes
    while let value = varint(&rest) { found.append(value) }
    return found
  }

  private static func signed(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  private static func varint(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = bytes.popFirst() {
      value |= UInt64(byte & 127) << shift
      if byte < 128 { return value }
      shift += 7
      if shift > 63 { return nil }
    }
    return nil
  }

  /// A message being written.
  struct Message {
    private(set) var bytes: [UInt8] = []

    /// A number that is 0 when absent, so 0 is not written.
    mutating func add(_ number: UInt64, _ value: UInt64) {
      if value != 0 { addPresent(number, value) }
    }

    /// A number whose presence tells something, 0 or not.
    mutating func addPresent(_ number: UInt64, _ value: UInt64) {
      append(number << 3)
      append(value)
    }

    mutating func add(_ number: UInt64, signed value: Int32) {
      add(number, Message.zigzag(Int64(value)))
    }

    mutating func add(_ number: UInt64, float value: Float) {
      append(number << 3 | 5)
      append(value)
    }

    mutating func add(_ number: UInt64, double value: Double) {
      append(number << 3 | 1)
      withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ number: UInt64, _ text: String) { add(number, Array(text.utf8)) }

    mutating func add(_ number: UInt64, _ message: Message) { add(number, message.bytes) }

    mutating func add(_ number: UInt64, _ content: [UInt8]) {
      append(number << 3 | 2)
      append(UInt64(content.count))
      bytes += content
    }

    mutating func add(_ number: UInt64, packed values: [Float]) {
      var packed = Message()
      for value in values { packed.append(value) }
      add(number, packed.bytes)
    }

    mutating func add(_ number: UInt64, packed values: [Int64]) {
      var packed = Message()
      for value in values { packed.append(Message.zigzag(value)) }
      add(number, packed.bytes)
    }

    private mutating func append(_ value: Float) {
      withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ value: UInt64) {
      var value = value
      while value > 127 {
        bytes.append(UInt8(value & 127) | 128)
        value >>= 7
      }
      bytes.append(UInt8(value))
    }

    private static func zigzag(_ value: Int64) -> UInt64 {
      UInt64(bitPattern: value << 1 ^ value >> 63)
    }
  }
}
