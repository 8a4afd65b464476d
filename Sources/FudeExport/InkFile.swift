extension InkFile {
  /// The strokes of a drawing: InkML, xopp (packed or not) or the Universal Ink Model.
  ///
  /// - Returns: `nil` if the bytes begin like none of them.
  /// - Throws: `ExportError` if they begin like one, but are damaged beyond reading.
  public static func decode(_ bytes: [UInt8]) throws(ExportError) -> InkDocument? {
    switch form(bytes) {
    case .universalInk: try UniversalInk.decode(bytes)
    case .xopp: try Xopp.decode(bytes)
    case .inkML: try InkML.decode(bytes)
    case nil: nil
    }
  }
}
