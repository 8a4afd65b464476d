/// Drawings in files of any form that can be read, told apart by their content.
public enum InkFile {
  /// The forms, told by a file's first bytes.
  enum Form {
    case universalInk
    case xopp
    case inkML
  }

  /// The strokes of a drawing: InkML, xopp (packed or not) or the Universal Ink Model.
  ///
  /// - Returns: `nil` if the bytes begin like none of them.
  /// - Throws: ``ExportError`` if they begin like one, but are damaged beyond reading.
  public static func decode(_ bytes: [UInt8]) throws(ExportError) -> InkDocument? {
    switch form(bytes) {
    case .universalInk: try UniversalInk.decode(bytes)
    case .xopp: try Xopp.decode(bytes)
    case .inkML: try InkML.decode(bytes)
    case nil: nil
    }
  }

  /// Whether a file of which these are the first bytes may be a drawing; 4096 are enough.
  public static func looksLikeOne(_ start: [UInt8]) -> Bool { form(start) != nil }

  private static func form(_ bytes: [UInt8]) -> Form? {
    if bytes.starts(with: "RIFF".utf8) { return .universalInk }
    if bytes.starts(with: [0x1f, 0x8b]) { return .xopp }
    let start = String(decoding: bytes.prefix(4096), as: UTF8.self)
    guard start.drop(while: { $0.isWhitespace || $0 == "\u{feff}" }).first == "<" else {
      return nil
    }
    if start.contains("<xournal") { return .xopp }
    return start.contains("<ink") || start.contains(":ink") ? .inkML : nil
  }
}
