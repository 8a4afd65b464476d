/// The outer layer of the ink model: RIFF chunks with names, described in a header.
enum InkChunks {
  /// The chunks of a file, and what is wrong with them.
  struct Contents {
    /// By name.
    var chunks: [String: ArraySlice<UInt8>] = [:]
    /// One sentence for each chunk that is not whole.
    var notes: [String] = []
  }

  /// Reads the chunks after the header.
  static func read(_ bytes: [UInt8]) throws(ExportError) -> Contents {
    func size(_ at: Int) -> Int {
      Int(bytes[at]) | Int(bytes[at + 1]) << 8 | Int(bytes[at + 2]) << 16 | Int(bytes[at + 3]) << 24
    }
    guard bytes.count >= 28, bytes.starts(with: "RIFF".utf8),
      bytes[8..<16].elementsEqual("UINKHEAD".utf8)
    else { throw ExportError(code: .malformed, message: "byte 1: expected RIFF, UINK and HEAD") }
    guard bytes[20] == 3, bytes[21] == 1 else {
      throw ExportError(
        code: .malformed, message: "byte 21: expected version 3.1, found \(bytes[20]).\(bytes[21])")
    }
    let head = size(16)
    var found = Contents()
    var place = 20 + head
    var number = 0
    while place + 8 <= bytes.count {
      let name = String(decoding: bytes[place..<(place + 4)], as: UTF8.self)
      let told = size(place + 4)
      let length = min(told, bytes.count - place - 8)
      if length < told {
        found.notes.append("chunk \(name) is cut off: \(length) of its \(told) bytes are there")
      }
      // Each chunk has eight bytes in the header: version, content type, compression.
      let packing = 24 + 8 * number + 4
      if packing < min(20 + head, bytes.count), bytes[packing] == 1 || bytes[packing] == 2 {
        throw ExportError(code: .malformed, message: "chunk \(name) is packed: it can't be read")
      }
      let content = bytes[(place + 8)..<(place + 8 + length)]
      found.chunks[name] = content
      place = content.endIndex
      // A chunk of odd length is followed by a zero, as RIFF wants; some writers leave it out.
      if length % 2 == 1, place < bytes.count, bytes[place] == 0 { place += 1 }
      number += 1
    }
    return found
  }

  /// A file of chunks, in the order given; empty ones are left out.
  static func write(_ chunks: [(name: String, content: [UInt8])]) -> [UInt8] {
    let chunks = chunks.filter { !$0.content.isEmpty }
    var head: [UInt8] = [3, 1, 0, 0]
    // Version 3.1.0, Protocol Buffers, not packed.
    for _ in chunks { head += [3, 1, 0, 1, 0, 0, 0, 0] }
    var body = Array("UINKHEAD".utf8) + size(head.count) + head
    for chunk in chunks {
      body += Array(chunk.name.utf8) + size(chunk.content.count) + chunk.content
      if chunk.content.count % 2 == 1 { body.append(0) }
    }
    return Array("RIFF".utf8) + size(body.count) + body
  }

  private static func size(_ count: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
  }
}
