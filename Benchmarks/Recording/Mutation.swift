/// Damages recordings, the same way each time for the same seed.
struct Mutation {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64.
  private mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  private mutating func number(below count: Int) -> Int {
    count > 0 ? Int(next() % UInt64(count)) : 0
  }

  /// Texts that readers trip over.
  private static let tokens: [String] = [
    "99999999999999999999", "-9223372036854775808", "9223372036854775807", "2147483648", "-1", "0",
    "1e999", "-1e-999", "1.7976931348623157e308", "NaN", "0x7fffffff", "ffffffff", "65536", "\"",
    "\\", "\\u0000", "\\ud800", "{", "}", "[", "]", "[[[[[[[[", "{\"a\":{\"a\":{\"a\":", ",", ":",
    "null", "true", "\n", "\r\n", "\n\n", "\0", "\u{feff}", "é", "E: 0.0 0000 0003 0\n",
    "E: 1.0 0003 0039 -1\n", "A: 2f 0 2147483647 0 0\n", "B: 01 ff ff ff ff ff ff ff ff\n",
    "- [ 0, 0, 0, 3, 0]\n", "- node: x\n", "Event: time 1.0, type 3 (), code 47 (), value 63\n",
    "{\"t\":0,\"d\":0,\"e\":[[0,3,0]]}\n", "{\"device\":1,\"level\":\"hid\"}\n", "1700000000.5",
  ]

  /// A damaged copy of `original`; `other` lends pieces.
  mutating func damage(_ original: [UInt8], other: [UInt8]) -> [UInt8] {
    var bytes = original
    // Three in four leave the first line alone, by which the form is told.
    let protected =
      number(below: 4) > 0 ? (original.firstIndex(of: 10).map { $0 + 1 } ?? 0) : 0
    for _ in 0...number(below: 8) {
      guard bytes.count > protected else { break }
      let place = protected + number(below: bytes.count - protected)
      change(&bytes, at: place, protected, other)
    }
    return bytes
  }

  private mutating func change(
    _ bytes: inout [UInt8], at place: Int, _ protected: Int, _ other: [UInt8]
  ) {
    switch number(below: 10) {
    case 0: bytes[place] ^= 1 << UInt8(number(below: 8))
    case 1: bytes[place] = UInt8(truncatingIfNeeded: next())
    case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + number(below: 40)))
    case 3:
      let piece = bytes[place..<min(bytes.count, place + 1 + number(below: 200))]
      bytes.insert(contentsOf: Array(piece), at: place)
    case 4, 5:
      let token = Self.tokens[number(below: Self.tokens.count)]
      bytes.insert(contentsOf: Array(token.utf8), at: place)
    case 6:
      // A number becomes another.
      var end = place
      while end < bytes.count, bytes[end] &- 48 <= 9 { end += 1 }
      let token = Self.tokens[number(below: 13)]
      bytes.replaceSubrange(place..<end, with: Array(token.utf8))
    case 7: bytes.removeSubrange(place...)
    case 8: swapLines(&bytes, protected)
    default:
      guard !other.isEmpty else { return }
      let start = number(below: other.count)
      let piece = other[start..<min(other.count, start + 1 + number(below: 300))]
      bytes.insert(contentsOf: Array(piece), at: place)
    }
  }

  private mutating func swapLines(_ bytes: inout [UInt8], _ protected: Int) {
    var lines = bytes[protected...].split(separator: 10, omittingEmptySubsequences: false)
    guard lines.count > 2 else { return }
    lines.swapAt(number(below: lines.count), number(below: lines.count))
    bytes = Array(bytes[..<protected]) + Array(lines.joined(separator: CollectionOfOne(10)))
  }
}
