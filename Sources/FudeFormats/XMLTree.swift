/// An XML element with what is in it: enough for small formats.
struct XMLTree {
  var name: String
  var attributes: [String: String] = [:]
  var children: [XMLTree] = []
  var text = ""

  /// The element's own name, without a namespace prefix.
  var localName: String { name.split(separator: ":").last.map(String.init) ?? name }

  /// All elements of a name below this one, in document order.
  func all(_ name: String) -> [XMLTree] {
    children.flatMap { ($0.localName == name ? [$0] : []) + $0.all(name) }
  }

  /// Reads a document.
  ///
  /// Foundation's own parser on Linux traps on some damaged attributes, and a file from somebody
  /// else must never do that: hence this reader. It knows elements, attributes, text, comments,
  /// CDATA and the predefined and numeric entities; it resolves nothing from outside.
  ///
  /// - Throws: ``ExportError`` with the line at which it stops being XML.
  static func parse(_ bytes: [UInt8], format: String) throws(ExportError) -> XMLTree {
    var reader = XMLReader(bytes)
    guard let root = reader.document() else {
      throw ExportError(
        code: .malformed,
        message: reader.hasTooMany
          ? "there are more than 262,144 elements in it: that is no \(format) of a drawing"
          : "line \(reader.line): expected well-formed \(format)")
    }
    return root
  }
}

/// A position in XML text.
private struct XMLReader {
  private let bytes: [UInt8]
  private var place = 0
  /// The longest entity, `&#x10ffff;` and some zeros: looking further would take forever.
  private static let longestEntity = 16
  /// The most elements: what unpacks to more is no drawing.
  private static let mostElements = 1 << 18
  private var elements = 0
  private(set) var hasTooMany = false
  /// The deepest nesting that is followed.
  private static let deepest = 100

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The line of the position, from 1.
  var line: Int { bytes[..<min(place, bytes.count)].count { $0 == 10 } + 1 }

  /// The root element; `nil` where the text stops being XML.
  mutating func document() -> XMLTree? {
    var open: [XMLTree] = []
    while place < bytes.count {
      if bytes[place] != UInt8(ascii: "<") {
        let text = upTo("<")
        if !open.isEmpty { open[open.count - 1].text += decoded(text) }
        continue
      }
      if skip("<?") {
        guard pass("?>") != nil else { return nil }
      } else if skip("<!--") {
        guard pass("-->") != nil else { return nil }
      } else if skip("<![CDATA[") {
        guard let text = pass("]]>") else { return nil }
        if !open.isEmpty { open[open.count - 1].text += String(decoding: text, as: UTF8.self) }
      } else if skip("<!") {
        guard pass(">") != nil else { return nil }
      } else if skip("</") {
        guard let name = pass(">"), let done = open.popLast(),
          trimmed(name) == done.name
        else { return nil }
        if open.isEmpty { return done }
        open[open.count - 1].children.append(done)
      } else {
        guard let (element, isClosed) = start(), open.count < XMLReader.deepest else { return nil }
        elements += 1
        hasTooMany = elements > XMLReader.mostElements
        if hasTooMany { return nil }
        if !isClosed {
          open.append(element)
        } else if open.isEmpty {
          return element
        } else {
          open[open.count - 1].children.append(element)
        }
      }
    }
    return nil
  }

  /// A start tag, and whether it closes itself.
  private mutating func start() -> (XMLTree, Bool)? {
    place += 1
    let name = word()
    guard !name.isEmpty else { return nil }
    var element = XMLTree(name: name)
    while true {
      space()
      if skip("/>") { return (element, true) }
      if skip(">") { return (element, false) }
      let key = word()
      space()
      guard !key.isEmpty, skip("=") else { return nil }
      space()
      if skip("\"") {
        guard let value = pass("\"") else { return nil }
        element.attributes[key] = decoded(value)
      } else if skip("'") {
        guard let value = pass("'") else { return nil }
        element.attributes[key] = decoded(value)
      } else {
        return nil
      }
    }
  }

  private mutating func word() -> String {
    let first = place
    while place < bytes.count, !" \t\r\n=/><\"'".utf8.contains(bytes[place]) { place += 1 }
    return String(decoding: bytes[first..<place], as: UTF8.self)
  }

  private mutating func space() {
    while place < bytes.count, " \t\r\n".utf8.contains(bytes[place]) { place += 1 }
  }

  private func trimmed(_ text: ArraySlice<UInt8>) -> String {
    String(decoding: text.prefix { !" \t\r\n".utf8.contains($0) }, as: UTF8.self)
  }

  /// Steps over a mark if it is here.
  private mutating func skip(_ mark: String) -> Bool {
    guard bytes[place...].starts(with: mark.utf8) else { return false }
    place += mark.utf8.count
    return true
  }

  /// What comes before a mark, and steps over both; `nil` if the mark never comes.
  private mutating func pass(_ mark: String) -> ArraySlice<UInt8>? {
    let mark = Array(mark.utf8)
    let first = place
    while place + mark.count <= bytes.count {
      if bytes[place] == mark[0], bytes[place...].starts(with: mark) {
        defer { place += mark.count }
        return bytes[first..<place]
      }
      place += 1
    }
    return nil
  }

  private mutating func upTo(_ mark: Character) -> ArraySlice<UInt8> {
    let first = place
    let stop = mark.asciiValue ?? 0
    while place < bytes.count, bytes[place] != stop { place += 1 }
    return bytes[first..<place]
  }

  /// Text with its entities resolved; one that is not known stays as it is.
  private func decoded(_ text: ArraySlice<UInt8>) -> String {
    let plain = String(decoding: text, as: UTF8.self)
    guard plain.contains("&") else { return plain }
    var result = ""
    var rest = Substring(plain)
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      rest = rest[mark...]
      guard let end = rest.prefix(XMLReader.longestEntity).firstIndex(of: ";"),
        let value = entity(rest[..<end].dropFirst())
      else {
        result += "&"
        rest = rest.dropFirst()
        continue
      }
      result.append(value)
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private func entity(_ name: Substring) -> Character? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return value.flatMap { Unicode.Scalar($0) }.map { Character($0) }
    }
  }
}

/// Text in which `&`, `<`, `>` and quotes stand for themselves.
func escaped(_ text: String) -> String {
  text.reduce(into: "") { result, character in
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    default: result.append(character)
    }
  }
}

extension Character {
  /// Whether it is a space or a line's end, as formats of ASCII words know them.
  var isSpace: Bool {
    self == " " || self == "\n" || self == "\t" || self == "\r" || self == "\r\n"
  }

  /// Whether it is one of the ten digits.
  var isDigit: Bool { self >= "0" && self <= "9" }
}
