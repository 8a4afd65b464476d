// Who writes files wants their formats, too.
@_exported public import FudeFormats
public import FudeInk

extension Xopp {
  /// A page of a canvas as the bytes of a `.xopp` file.
  ///
  /// Erasing strokes have no counterpart and are written in white.
  ///
  /// - Throws: `ExportError` when zlib refuses.
  public static func encode(_ canvas: Canvas, page: Page) throws(ExportError) -> [UInt8] {
    try Gzip.pack(Array(encodeText(canvas, page: page).utf8))
  }

  /// Reads the strokes of a `.xopp` file, gzipped or not; pages lie below each other.
  ///
  /// - Throws: `ExportError` if it is not a Xournal++ document.
  public static func decode(_ bytes: [UInt8]) throws(ExportError) -> InkDocument {
    try decodeText(InkFile.isPacked(bytes) ? Gzip.unpack(bytes) : bytes)
  }
}
