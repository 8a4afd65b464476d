/// How a pad's own buttons, axes and hats stand for the usual controls: one line of SDL's mapping
/// database.
///
/// ```
/// 030000004c050000c405000011810000,PS4 Controller,a:b0,b:b1,leftx:a0,dpup:h0.1,platform:Linux,
/// ```
public struct PadMapping: Hashable, Sendable {
  /// One control and what stands for it.
  public struct Binding: Hashable, Sendable {
    /// The control, in SDL's words: `a`, `dpup`, `leftx`, `+lefty`, `lefttrigger`.
    public var control: String
    /// What stands for it on the pad.
    public var input: Input

    /// A control and what stands for it.
    public init(control: String, input: Input) {
      self.control = control
      self.input = input
    }
  }

  /// Something on the pad itself, by its number there.
  public enum Input: Hashable, Sendable {
    /// A button.
    case button(Int)
    /// An axis: the whole of it or one half, perhaps the other way round.
    case axis(Int, AxisPart, isInverted: Bool)
    /// One direction of a hat: 1 up, 2 right, 4 down, 8 left.
    case hat(Int, mask: Int)
  }

  /// Which part of an axis.
  public enum AxisPart: UInt8, Hashable, Sendable {
    /// From one end to the other.
    case whole
    /// From the middle to the positive end.
    case positive
    /// From the middle to the negative end.
    case negative
  }

  /// SDL's identifier of the product on this bus: 32 hexadecimal digits.
  public var guid: String
  /// The name to show.
  public var name: String
  /// The controls, in the order of the line.
  public var bindings: [Binding]
  /// For which system it is, such as `Linux`; `nil` if for any.
  public var platform: String?
  /// Other fields, such as `crc:…` and `hint:…`, kept as they are.
  public var extras: [String]

  /// A mapping.
  public init(
    guid: String, name: String, bindings: [Binding], platform: String? = "Linux",
    extras: [String] = []
  ) {
    self.guid = guid
    self.name = name
    self.bindings = bindings
    self.platform = platform
    self.extras = extras
  }

  /// The most bytes in a line that is believed.
  public static var longestLine: Int { 4096 }

  /// Reads a line.
  ///
  /// - Throws: ``PadMappingError`` with the place of the first thing that makes no sense.
  public init(line: String) throws(PadMappingError) {
    let bytes = Array(line.utf8)
    guard bytes.count <= PadMapping.longestLine else { throw .tooLong(bytes.count) }
    let fields = split(bytes, at: UInt8(ascii: ","))
    guard fields.count >= 2 else { throw .noName }
    guid = text(fields[0])
    guard guid == "xinput" || guid == "default" || isGUID(fields[0]) else { throw .badGUID(guid) }
    name = text(fields[1])
    bindings = []
    extras = []
    for field in fields.dropFirst(2) where !field.isEmpty {
      let parts = split(field, at: UInt8(ascii: ":"))
      guard parts.count >= 2, !parts[0].isEmpty else { throw .badField(text(field)) }
      switch text(parts[0]) {
      case "platform": platform = text(parts[1])
      case "crc", "hint", "type", "face", "sdk>=", "sdk<=": extras.append(text(field))
      case let control:
        guard parts.count == 2, let input = Input(parts[1]) else { throw .badField(text(field)) }
        guard PadMapping.controls.contains(strippedSign(parts[0])) else {
          throw .unknownControl(control)
        }
        bindings.append(Binding(control: control, input: input))
      }
    }
  }

  /// The controls that a line may name.
  public static let controls: [String] = [
    "a", "b", "x", "y", "back", "guide", "start", "leftstick", "rightstick", "leftshoulder",
    "rightshoulder", "dpup", "dpdown", "dpleft", "dpright", "leftx", "lefty", "rightx", "righty",
    "lefttrigger", "righttrigger", "misc1", "paddle1", "paddle2", "paddle3", "paddle4", "touchpad",
    "misc2", "misc3", "misc4", "misc5", "misc6",
  ]

  /// The mapping as a line, which reads back as the same mapping.
  public var line: String {
    var fields = [guid, name]
    for binding in bindings { fields.append(binding.control + ":" + binding.input.code) }
    fields += extras
    if let platform { fields.append("platform:" + platform) }
    var line = ""
    for field in fields { line += field + "," }
    return line
  }
}

extension PadMapping.Input {
  /// How the input is written in a line: `b3`, `+a2`, `a1~`, `h0.4`.
  public var code: String {
    switch self {
    case .button(let number): return "b\(number)"
    case .axis(let number, let part, let isInverted):
      let sign = part == .whole ? "" : part == .positive ? "+" : "-"
      return "\(sign)a\(number)\(isInverted ? "~" : "")"
    case .hat(let number, let mask): return "h\(number).\(mask)"
    }
  }

  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    var part = PadMapping.AxisPart.whole
    if rest.first == UInt8(ascii: "+") { part = .positive }
    if rest.first == UInt8(ascii: "-") { part = .negative }
    if part != .whole { rest = rest.dropFirst() }
    let isInverted = rest.last == UInt8(ascii: "~")
    if isInverted { rest = rest.dropLast() }
    let kind = rest.popFirst()
    switch kind {
    case UInt8(ascii: "a"):
      guard let number = number(rest) else { return nil }
      self = .axis(number, part, isInverted: isInverted)
    case UInt8(ascii: "b"):
      guard part == .whole, !isInverted, let number = number(rest) else { return nil }
      self = .button(number)
    case UInt8(ascii: "h"):
      guard part == .whole, !isInverted, let dot = rest.firstIndex(of: UInt8(ascii: ".")),
        let hat = number(rest[..<dot]), let mask = number(rest[(dot + 1)...]), mask <= 15
      else { return nil }
      self = .hat(hat, mask: mask)
    default: return nil
    }
  }
}

/// What makes no sense in a mapping.
public enum PadMappingError: Error, Hashable, Sendable {
  /// The line has more bytes than any mapping.
  case tooLong(Int)
  /// There is no second field.
  case noName
  /// The first field is no identifier.
  case badGUID(String)
  /// A field is not `control:input`.
  case badField(String)
  /// There is no control of this name.
  case unknownControl(String)

  /// One sentence that says so and what was expected.
  public var sentence: String {
    switch self {
    case .tooLong(let count):
      "the line has \(count) bytes; a mapping has at most \(PadMapping.longestLine)"
    case .noName: "expected 'guid,name,control:input,…'"
    case .badGUID(let text): "'\(text)' is no identifier: expected 32 hexadecimal digits"
    case .badField(let text):
      "'\(text)' is no mapping of a control: expected one like 'a:b0', 'leftx:a0' or 'dpup:h0.1'"
    case .unknownControl(let text): "there is no control '\(text)'"
    }
  }
}

// Splitting by bytes: `String.split` drags Unicode's tables into the page.
private func split(_ bytes: [UInt8], at separator: UInt8) -> [[UInt8]] {
  var parts: [[UInt8]] = [[]]
  for byte in bytes {
    if byte == separator { parts.append([]) } else { parts[parts.count - 1].append(byte) }
  }
  return parts
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

private func strippedSign(_ bytes: [UInt8]) -> String {
  let hasSign = bytes.first == UInt8(ascii: "+") || bytes.first == UInt8(ascii: "-")
  return text(Array(hasSign ? bytes.dropFirst() : bytes[...]))
}

private func isGUID(_ bytes: [UInt8]) -> Bool {
  bytes.count == 32
    && bytes.allSatisfy { byte in
      (48...57).contains(byte) || (97...102).contains(byte) || (65...70).contains(byte)
    }
}

/// A number of one to three digits.
private func number(_ digits: ArraySlice<UInt8>) -> Int? {
  guard (1...3).contains(digits.count) else { return nil }
  var value = 0
  for digit in digits {
    guard (48...57).contains(digit) else { return nil }
    value = value * 10 + Int(digit) - 48
  }
  return value
}
