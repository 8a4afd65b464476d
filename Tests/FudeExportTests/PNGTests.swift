import FudeExport
import Foundation
import Testing

@Suite("A PNG")
struct PNGTests {
  @Test("has its signature, its size and its end")
  func structure() throws {
    let bytes = try PNG.encode(
      pixels: [255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 0, 9, 9, 9, 255, 1, 2, 3, 4, 5, 6, 7, 8],
      width: 3, height: 2)
    #expect(bytes.prefix(8) == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    #expect(bytes[16..<24] == [0, 0, 0, 3, 0, 0, 0, 2])
    #expect(bytes.suffix(8).prefix(4) == Array("IEND".utf8)[...])
  }

  @Test("holds noise, which does not compress")
  func incompressible() throws {
    var generator = SystemRandomNumberGenerator()
    let pixels = (0..<(64 * 64 * 4)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    #expect(try PNG.encode(pixels: pixels, width: 64, height: 64).count > pixels.count)
  }

  @Test("refuses sizes that don't match", arguments: [(0, 1), (2, 2), (-1, -1), (40000, 1)])
  func sizes(width: Int, height: Int) {
    #expect(throws: ExportError.self) {
      try PNG.encode(pixels: [1, 2, 3, 4], width: width, height: height)
    }
  }
}
