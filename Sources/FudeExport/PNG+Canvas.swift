public import FudeInk

extension PNG {
  /// A bitmap as the bytes of a PNG file.
  ///
  /// - Throws: `ExportError` when the bitmap has no pixels or libpng refuses.
  public static func encode(_ bitmap: Bitmap) throws(ExportError) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: bitmap.width * bitmap.height * 4)
    var next = 0
    for pixel in bitmap.pixels {
      let alpha = pixel >> 24
      for shift in [UInt32(0), 8, 16] {
        let value = pixel >> shift & 255
        // PNG wants colours that alpha is not multiplied into.
        pixels[next] = UInt8(alpha == 0 ? 0 : min(255, (value * 255 + alpha / 2) / alpha))
        next += 1
      }
      pixels[next] = UInt8(alpha)
      next += 1
    }
    return try encode(pixels: pixels, width: bitmap.width, height: bitmap.height)
  }

  /// A page of a canvas as the bytes of a PNG file, `width` pixels wide.
  ///
  /// - Throws: `ExportError` when the page has no pixels or too many.
  public static func encode(
    _ canvas: Canvas, page: Page, width: Int
  ) throws(ExportError) -> [UInt8] {
    try encode(canvas.picture(of: page, width: width))
  }
}
