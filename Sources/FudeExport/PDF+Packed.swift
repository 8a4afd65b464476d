public import FudeFormats
public import FudeInk

extension PDF {
  /// A page of a canvas as the bytes of a PDF file.
  ///
  /// - Throws: `ExportError` when the page has no area, or zlib refuses.
  public static func encode(_ canvas: Canvas, page: Page) throws(ExportError) -> [UInt8] {
    let content = try Gzip.deflated(PDF.content(canvas, page: page))
    return PDF.file(around: content, isDeflated: true, canvas: canvas, page: page)
  }
}
