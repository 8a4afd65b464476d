/// Takes out of what is written what tells whose device or machine it was.
enum Redaction {
  /// A name without the radio addresses in it.
  static func name(_ name: String) -> String {
    var bytes = Array(name.utf8)
    var index = 0
    while index + 17 <= bytes.count {
      if isAddress(bytes[index..<index + 17]) {
        bytes.replaceSubrange(index..<index + 17, with: "(address)".utf8)
        index += 9
      } else {
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Six pairs of hex digits with colons or dashes between.
  private static func isAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
    for (offset, byte) in bytes.enumerated() {
      if offset % 3 == 2 {
        guard byte == 58 || byte == 45 else { return false }
      } else if Hex.digit(byte) == nil {
        return false
      }
    }
    return true
  }
}
