/// Pixels with premultiplied red, green, blue and alpha, 8 bits each, sRGB-encoded.
///
/// Blending happens on the encoded values, as browsers, Cairo and Skia do by default.
public struct Bitmap: Hashable, Sendable {
  /// Pixels from left to right, `0...16000`.
  public private(set) var width: Int
  /// Pixels from top to bottom, `0...16000`.
  public private(set) var height: Int
  /// Which pixel of a larger picture the top left one is; (0, 0) unless this is a part of one.
  package var corner = SIMD2<Int>.zero
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

  /// Some whole rows of a larger picture, with that picture's coordinates: painted on, they get
  /// the bytes that the whole would.
  package init(width: Int, rows: Range<Int>, fill: InkColor) {
    self.width = max(0, min(Bitmap.largestSide, width))
    height = rows.count
    corner.y = rows.lowerBound
    pixels = Array(repeating: fill.premultiplied, count: self.width * height)
  }

  /// A picture of bands that lie one below the other.
  package init(bands: [Bitmap]) {
    width = bands.first?.width ?? 0
    height = bands.reduce(0) { $0 + $1.height }
    pixels = []
    pixels.reserveCapacity(width * height)
    for band in bands { pixels += band.pixels }
  }

  /// Makes it a clear part of a larger picture; keeps its memory.
  mutating func clear(to frame: PixelRect) {
    width = frame.width
    height = frame.height
    corner = SIMD2(frame.x, frame.y)
    pixels.removeAll(keepingCapacity: true)
    pixels.append(contentsOf: repeatElement(0, count: width * height))
  }

  /// All pixels as a rectangle.
  public var bounds: PixelRect {
    PixelRect(x: corner.x, y: corner.y, width: width, height: height)
  }

  /// Where a pixel lies in ``pixels``.
  @inline(__always)
  func place(x: Int, y: Int) -> Int { (y &- corner.y) &* width &+ x &- corner.x }

  /// The straight colour of one pixel; clear outside.
  public subscript(x: Int, y: Int) -> InkColor {
    guard x >= corner.x, y >= corner.y, x < corner.x + width, y < corner.y + height else {
      return .clear
    }
    let pixel = pixels[place(x: x, y: y)]
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
    guard !rect.isEmpty else { return }
    let (stride, pixel, start) = (width, color.premultiplied, place(x: rect.x, y: rect.y))
    pixels.withUnsafeMutableBufferPointer { pixels in
      guard let first = pixels.baseAddress else { return }
      for row in 0..<rect.height {
        (first + (start + row * stride)).update(repeating: pixel, count: rect.width)
      }
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
