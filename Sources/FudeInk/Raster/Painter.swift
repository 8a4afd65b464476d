/// Puts one colour on pixels, as much as they are covered.
protocol Painter {
  /// Paints one pixel; `coverage` is `1...255`.
  func paint(_ pixel: inout UInt32, coverage: UInt32)
  /// Paints four pixels side by side; each coverage is `0...255`.
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, coverages: SIMD4<UInt32>)
  /// Paints a run of pixels that are equally covered.
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, coverage: UInt32)
}

extension Painter {
  @inline(__always)
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, coverages: SIMD4<UInt32>) {
    for index in 0..<4 where coverages[index] > 0 {
      paint(&pixels[index], coverage: coverages[index])
    }
  }

  @inline(__always)
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, coverage: UInt32) {
    for index in 0..<count { paint(&pixels[index], coverage: coverage) }
  }
}

/// Four 8-bit channels times a factor of `0...255` over 255, each rounded to the nearest.
@inline(__always)
func scaled(_ pixel: UInt32, by factor: UInt32) -> UInt32 {
  var even = (pixel & 0xff00ff) &* factor &+ 0x800080
  even = (even &+ ((even &>> 8) & 0xff00ff)) &>> 8 & 0xff00ff
  var odd = (pixel &>> 8 & 0xff00ff) &* factor &+ 0x800080
  odd = (odd &+ ((odd &>> 8) & 0xff00ff)) & 0xff00_ff00
  return even | odd
}

/// The source covers what is below it.
struct CoverPainter: Painter {
  let source: UInt32

  @inline(__always)
  func paint(_ pixel: inout UInt32, coverage: UInt32) {
    let ink = scaled(source, by: coverage)
    pixel = ink &+ scaled(pixel, by: 255 &- ink &>> 24)
  }

  @inline(__always)
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, coverage: UInt32) {
    let ink = scaled(source, by: coverage)
    if ink &>> 24 == 255 {
      pixels.update(repeating: ink, count: count)
    } else {
      let rest = 255 &- ink &>> 24
      for index in 0..<count { pixels[index] = ink &+ scaled(pixels[index], by: rest) }
    }
  }
}

/// An opaque source covers what is below it: one weighted mean instead of two products.
struct OpaquePainter: Painter {
  let source: UInt32

  @inline(__always)
  func paint(_ pixel: inout UInt32, coverage: UInt32) {
    let rest = 255 &- coverage
    var even = (source & 0xff00ff) &* coverage &+ (pixel & 0xff00ff) &* rest &+ 0x800080
    even = (even &+ ((even &>> 8) & 0xff00ff)) &>> 8 & 0xff00ff
    var odd =
      (source &>> 8 & 0xff00ff) &* coverage &+ (pixel &>> 8 & 0xff00ff) &* rest &+ 0x800080
    odd = (odd &+ ((odd &>> 8) & 0xff00ff)) & 0xff00_ff00
    pixel = even | odd
  }

  @inline(__always)
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, coverages: SIMD4<UInt32>) {
    let raw = UnsafeMutableRawPointer(pixels)
    let below = raw.loadUnaligned(as: SIMD4<UInt32>.self)
    let ink = SIMD4(repeating: source)
    let share = sixteen(coverages | coverages &<< 16)
    let rest = sixteen(SIMD4(repeating: 0xff00ff)) &- share
    var even = sixteen(ink & 0xff00ff) &* share &+ sixteen(below & 0xff00ff) &* rest &+ 128
    even = (even &+ even &>> 8) &>> 8
    var odd =
      sixteen(ink &>> 8 & 0xff00ff) &* share &+ sixteen(below &>> 8 & 0xff00ff) &* rest &+ 128
    odd = (odd &+ odd &>> 8) & 0xff00
    raw.storeBytes(of: even | odd, as: SIMD8<UInt16>.self)
  }

  @inline(__always)
  private func sixteen(_ pixels: SIMD4<UInt32>) -> SIMD8<UInt16> {
    unsafeBitCast(pixels, to: SIMD8<UInt16>.self)
  }

  @inline(__always)
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, coverage: UInt32) {
    if coverage == 255 {
      pixels.update(repeating: source, count: count)
    } else {
      for index in 0..<count { paint(&pixels[index], coverage: coverage) }
    }
  }
}

/// The source multiplies what is below it.
struct HighlightPainter: Painter {
  let source: UInt32

  @inline(__always)
  func paint(_ pixel: inout UInt32, coverage: UInt32) {
    let ink = scaled(source, by: coverage)
    let inkRest = 255 &- ink &>> 24
    let paperRest = 255 &- pixel &>> 24
    var result: UInt32 = 0
    var shift: UInt32 = 0
    while shift < 32 {
      let s = ink &>> shift & 255
      let d = pixel &>> shift & 255
      // s·(1 − da) + d·(1 − sa) + s·d; for alpha itself this is the usual union.
      let product = shift == 24 ? s &* 255 &+ d &* inkRest : s &* paperRest &+ d &* (inkRest &+ s)
      result |= min(255, (product &+ 127) / 255) &<< shift
      shift &+= 8
    }
    pixel = result
  }
}

/// The source's alpha takes away what is below it.
struct ErasePainter: Painter {
  let source: UInt32

  @inline(__always)
  func paint(_ pixel: inout UInt32, coverage: UInt32) {
    pixel = scaled(pixel, by: 255 &- scaled(source, by: coverage) &>> 24)
  }
}
