import CLibPNG

/// Portable Network Graphics, through libpng.
public enum PNG {
  /// A picture as the bytes of a PNG file.
  ///
  /// - Parameters:
  ///   - pixels: Rows from the top, `width × height × 4` bytes: red, green, blue, alpha, in sRGB,
  ///     alpha not multiplied in.
  ///   - width: Pixels a row, `1...32767`.
  ///   - height: Rows, `1...32767`.
  /// - Throws: `ExportError` when sizes don't match or libpng refuses.
  public static func encode(
    pixels: [UInt8], width: Int, height: Int
  ) throws(ExportError) -> [UInt8] {
    guard (1...32767).contains(width), (1...32767).contains(height),
      pixels.count == width * height * 4
    else {
      throw ExportError(
        code: .badSize, message: "a PNG of \(width) × \(height) can't hold \(pixels.count) bytes")
    }
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(width)
    image.height = png_uint_32(height)
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
    defer { png_image_free(&image) }
    // The bound is what libpng's own macro PNG_IMAGE_DATA_SIZE would give, plus headers.
    var count = pixels.count + height + pixels.count / 1000 + 4096
    var bytes = [UInt8](repeating: 0, count: count)
    let done = bytes.withUnsafeMutableBytes { target in
      pixels.withUnsafeBytes { source in
        png_image_write_to_memory(
          &image, target.baseAddress, &count, 0, source.baseAddress, png_int_32(width * 4), nil)
      }
    }
    guard done != 0 else {
      let message = withUnsafeBytes(of: image.message) { text in
        String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw ExportError(code: .encoderRefused, message: "libpng: \(message)")
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
