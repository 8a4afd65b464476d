/// A value of JSON as a tree, for the few lines where speed does not matter.
indirect enum JSONValue: Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  struct Member: Equatable {
    var key: String
    var value: JSONValue
  }

  /// The deepest nesting that is read.
  static let deepest = 32

  /// Reads one value and the end of the text.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONFault) {
    var cursor = JSONCursor(bytes)
    self = try Self.read(&cursor, depth: 0)
    try cursor.finish()
  }

  private static func read(_ cursor: inout JSONCursor, depth: Int) throws(JSONFault) -> JSONValue {
    guard depth < deepest else {
      throw JSONFault(position: cursor.position, expected: "fewer than 32 levels")
    }
    switch cursor.peek() {
    case 123:
      var members: [Member] = []
      guard cursor.take("{") else { return .null }
      if cursor.take("}") { return .object(members) }
      repeat {
        _ = cursor.peek()
        let key = try cursor.string()
        guard cursor.take(":") else {
          throw JSONFault(position: cursor.position, expected: "a colon after the key")
        }
        members.append(Member(key: key, value: try read(&cursor, depth: depth + 1)))
      } while cursor.take(",")
      guard cursor.take("}") else {
        throw JSONFault(position: cursor.position, expected: "a comma or the object's end")
      }
      return .object(members)
    case 91:
      var elements: [JSONValue] = []
      guard cursor.take("[") else { return .null }
      if cursor.take("]") { return .array(elements) }
      repeat {
        elements.append(try read(&cursor, depth: depth + 1))
      } while cursor.take(",")
      guard cursor.take("]") else {
        throw JSONFault(position: cursor.position, expected: "a comma or the array's end")
      }
      return .array(elements)
    case 34: return .string(try cursor.string())
    case 116, 102: return .bool(try cursor.boolean())
    case 110:
      if try cursor.null() { return .null }
      throw JSONFault(position: cursor.position, expected: "null")
    default: return .number(try cursor.number())
    }
  }

  /// A member of an object; `nil` if there is none or this is no object.
  subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The number as a whole one; `nil` if it is none, or out of range. Text such as `0x045e` counts.
  var int: Int? {
    switch self {
    case .number(let value):
      guard abs(value) < 9e15 else { return nil }
      return Int(value.rounded())
    case .string(let text):
      if text.hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16) }
      return Int(text)
    default: return nil
    }
  }

  var double: Double? {
    guard case .number(let value) = self else { return nil }
    return value
  }

  var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  var text: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  var array: [JSONValue]? {
    guard case .array(let value) = self else { return nil }
    return value
  }

  var object: [Member]? {
    guard case .object(let value) = self else { return nil }
    return value
  }
}
