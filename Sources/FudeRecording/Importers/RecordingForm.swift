/// The forms of a recording, told from its first bytes.
enum RecordingForm {
  case fude, evemu, libinput, evtest, penTouch, excerpt, padCapture

  /// How many bytes are looked at.
  static let window = 64 << 10
  /// How many are enough for our own: the header's first member.
  static let ownWindow = 24

  /// The form of a recording that starts with `bytes`; `nil` if it is none that is known.
  init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 10, maxSplits: 400).prefix(400).map { line in
      line.drop { $0 <= 32 || $0 == 0xef || $0 == 0xbb || $0 == 0xbf }
    }.filter { !$0.isEmpty }
    guard let first = lines.first else { return nil }
    if first.first == 123 {
      guard let form = Self.json(first) else { return nil }
      self = form
      return
    }
    if first.first == 91 {
      self = .excerpt
      return
    }
    for line in lines {
      if let form = Self.text(line) {
        self = form
        return
      }
    }
    return nil
  }

  private static func json(_ line: ArraySlice<UInt8>) -> RecordingForm? {
    if line.has("\"fude\":\"recording\"") { return .fude }
    if line.has("\"nodes\":["), line.has("\"rdesc\":") || line.has("\"steps\":[") {
      return .padCapture
    }
    if line.has("\"W_mm\":") || line.has("\"meta\":") { return .penTouch }
    if line.has("\"source\":") { return .excerpt }
    // The capture's members may come in any order, on one long line.
    return line.has("\"hid\":{") ? .padCapture : nil
  }

  private static func text(_ line: ArraySlice<UInt8>) -> RecordingForm? {
    let start = String(decoding: line.prefix(2), as: UTF8.self)
    if ["N:", "I:", "P:", "B:", "A:", "E:", "L:", "S:"].contains(start) { return .evemu }
    if line.has("#EVEMU") { return .evemu }
    if line.starts(with: "# libinput record".utf8) || line.starts(with: "ndevices:".utf8)
      || line.starts(with: "- node:".utf8) || line.starts(with: "devices:".utf8)
    {
      return .libinput
    }
    if line.starts(with: "Input driver version".utf8)
      || line.starts(with: "Input device".utf8) || line.has("Event:time")
    {
      return .evtest
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes of `text` occur in a row, spaces left out.
  fileprivate func has(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    var matched = 0
    // Good for texts whose first byte occurs once in them, as a quote or `#` at the start does in
    // practice: a failed match is tried again from its second byte only.
    for byte in self where byte != 32 {
      if byte == wanted[matched] {
        matched += 1
        if matched == wanted.count { return true }
      } else {
        matched = byte == wanted[0] ? 1 : 0
      }
    }
    return false
  }
}
