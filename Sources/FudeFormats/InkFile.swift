/// Drawings in files of any form that can be read, told apart by their content.
public enum InkFile {
  /// The forms, told by a file's first bytes.
  package enum Form {
    case universalInk
    case xopp
    case inkML
  }

  /// The strokes of a drawing in text: InkML or unpacked xopp.
  ///
  /// - Returns: `nil` if the bytes begin like none of them.
  /// - Throws: ``ExportError`` if they begin like one, but are damaged beyond reading.
  package static func decodeText(_ bytes: [UInt8]) throws(ExportError) -> InkDocument? {
    switch form(bytes) {
    case .universalInk: nil
    case .xopp: try Xopp.decodeText(bytes)
    case .inkML: try InkML.decode(bytes)
    case nil: nil
    }
  }

  /// Whether bytes are packed with gzip, as xopp files are.
  package static func isPacked(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1f, 0x8b]) }

  /// Whether a file of which these are the first bytes may be a drawing; 4096 are enough.
  public static func looksLikeOne(_ start: [UInt8]) -> Bool { form(start) != nil }

  /// Which form a file has, by its first bytes; `nil` if none that is known.
  package static func form(_ bytes: [UInt8]) -> Form? {
    if bytes.starts(with: "RIFF".utf8) { return .universalInk }
    if isPacked(bytes) { return .xopp }
    var start = bytes.prefix(4096)
    if start.starts(with: [0xef, 0xbb, 0xbf]) { start.removeFirst(3) }
    guard start.first(where: { $0 > 32 }) == UInt8(ascii: "<") else { return nil }
    func has(_ word: StaticString) -> Bool {
      let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
      return start.indices.contains { start[$0...].starts(with: word) }
    }
    if has("<xournal") { return .xopp }
    return has("<ink") || has(":ink") ? .inkML : nil
  }
}
