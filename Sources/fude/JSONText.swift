import FudeModel

/// JSON objects of one line whose keys keep their order, for programs that read our output.
enum JSONText {
  /// A value in an object.
  enum Value {
    case integer(Int64)
    case number(Double, places: Int)
    case text(String)
    case bool(Bool)
    case null
    case array([Value])
    case object([(String, Value)])

    /// A moment in microseconds, or null.
    static func optional(_ time: Timestamp?) -> Value {
      time.map { .integer($0.microseconds) } ?? .null
    }
  }

  /// An object as one line.
  static func object(_ fields: [(String, Value)]) -> String {
    "{" + fields.map { "\(quoted($0)): \(text($1))" }.joined(separator: ", ") + "}"
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .integer(let number): String(number)
    case .number(let number, let places):
      number.isFinite ? decimalText(number, places: places) : "null"
    case .text(let text): quoted(text)
    case .bool(let bool): bool ? "true" : "false"
    case .null: "null"
    case .array(let values): "[" + values.map(text).joined(separator: ", ") + "]"
    case .object(let fields): object(fields)
    }
  }

  private static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\t": out += "\\t"
      case "\r": out += "\\r"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        let hex = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
