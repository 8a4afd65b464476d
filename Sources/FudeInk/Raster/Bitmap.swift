/// Pixels with premultiplied red, green, blue and alpha, 8 bits each, sRGB-encoded.
///
/// Blending happens on the encoded values, as browsers, Cairo and Skia do by default.
public struct Bitmap: Hashable, Sendable {
  /// Pixels from left to right, `0...16000`.
  public let width: Int
  /// Pixels from top to bottom, `0...16000`.
  public let height: Int
  /// Row by row from the top; each pixel is `alpha << 24 | blue << 16 | green << 8 | red`, so on
  /// a little-endian machine the bytes in memory are red, green, blue, alpha.
  public package(set) var pixels: [UInt32]

  /// The largest side.
  public static var largestSide: Int { 16000 }

  /// A bitmap filled with one colour; sides are held within `0...16000`.
  public init(width: Int, height: Int, fill: InkColor = .clear) {
    self.width = max(0, min(Bitmap.largestSide, width))
    self.height = max(0, min(Bitmap.largestSide, height))
    pixels = Array(repeating: fill.premultiplied, count: self.width * self.height)
  }

  /// All pixels as a rectangle.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// The straight colour of one pixel; clear outside.
  public subscript(x: Int, y: Int) -> InkColor {
    guard x >= 0, y >= 0, x < width, y < height else { return .clear }
    let pixel = pixels[y * width + x]
    let alpha = pixel >> 24
    guard alpha > 0 else { return .clear }
    func straight(_ shift: UInt32) -> UInt8 {
      UInt8(min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha))
    }
    return InkColor(
      red: straight(0), green: straight(8), blue: straight(16), alpha: UInt8(alpha))
  }

  /// Fills a rectangle with one colour, replacing what was there.
  public mutating func fill(_ rect: PixelRect, with color: InkColor) {
    let rect = rect.intersection(bounds)
    for y in rect.y..<(rect.y + rect.height) {
      for x in rect.x..<(rect.x + rect.width) { pixels[y * width + x] = color.premultiplied }
    }
  }
}

extension InkColor {
  /// The pixel of this colour.
  var premultiplied: UInt32 {
    let a = UInt32(alpha)
    func times(_ value: UInt8) -> UInt32 { (UInt32(value) * a + 127) / 255 }
    return a << 24 | times(blue) << 16 | times(green) << 8 | times(red)
  }
}

/// A rectangle of whole pixels.
public struct PixelRect: Hashable, Sendable {
  /// The leftmost column.
  public var x: Int
  /// The topmost row.
  public var y: Int
  /// Columns, ≥ 0.
  public var width: Int
  /// Rows, ≥ 0.
  public var height: Int

  /// A rectangle; negative sides count as 0.
  @inlinable
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// Nothing.
  @inlinable
  public static var empty: PixelRect { PixelRect(x: 0, y: 0, width: 0, height: 0) }
  /// Whether it has no pixel.
  @inlinable
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// The part that both share.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return PixelRect(
      x: left, y: top, width: min(x + width, other.x + other.width) - left,
      height: min(y + height, other.y + other.height) - top)
  }

  /// The smallest rectangle that holds both.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }
}
