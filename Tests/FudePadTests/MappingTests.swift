import FudePad
import Testing

@Suite struct MappingTests {
  static let line =
    "030000004c050000c405000011810000,PS4 Controller,a:b0,+leftx:h0.2,lefty:a1~,lefttrigger:+a2,"
    + "dpup:h0.1,rightx:-a3,hint:!X:=1,platform:Linux,"

  @Test func `A line reads into its parts and back into the same line`() throws {
    let mapping = try PadMapping(line: Self.line)
    #expect(mapping.name == "PS4 Controller" && mapping.platform == "Linux")
    #expect(mapping.bindings.count == 6 && mapping.extras == ["hint:!X:=1"])
    #expect(mapping.bindings[2].input == .axis(1, .whole, isInverted: true))
    #expect(mapping.bindings[3].input == .axis(2, .positive, isInverted: false))
    #expect(try PadMapping(line: mapping.line) == mapping)
  }

  @Test(arguments: [
    ("", PadMappingError.noName), ("0300,Name", .badGUID("0300")),
    ("030000004c050000c405000011810000,N,a", .badField("a")),
    ("030000004c050000c405000011810000,N,a:b", .badField("a:b")),
    ("030000004c050000c405000011810000,N,a:b9999", .badField("a:b9999")),
    ("030000004c050000c405000011810000,N,a:h0.99", .badField("a:h0.99")),
    ("030000004c050000c405000011810000,N,a:+b1", .badField("a:+b1")),
    ("030000004c050000c405000011810000,N,fire:b1", .unknownControl("fire")),
  ])
  func `What makes no sense is named`(line: String, expected: PadMappingError) {
    #expect(throws: expected) { try PadMapping(line: line) }
    #expect(expected.sentence.contains("'") || expected == .noName)
  }

  @Test func `A very long line is refused before it is taken apart`() {
    let line = Self.line + String(repeating: "a:b0,", count: 1000)
    #expect(throws: PadMappingError.tooLong(line.utf8.count)) { try PadMapping(line: line) }
  }

  @Test(arguments: 0..<8)
  func `Any bytes are a mapping or an error, never a trap`(seed: UInt64) {
    var random = SplitMix(state: seed)
    let original = Array(Self.line.utf8)
    for _ in 0..<2000 {
      var bytes = original
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8.random(in: 32...126, using: &random), at: place)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if let mapping = try? PadMapping(line: text) {
        #expect((try? PadMapping(line: mapping.line)) == mapping)
      }
    }
  }
}
