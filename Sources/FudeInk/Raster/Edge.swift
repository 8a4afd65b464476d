/// A straight piece of an outline inside one pixel, packed so that sorting puts pixels in reading
/// order: row, column, then the piece's ends in 1/256 of the pixel.
///
/// From the top bit: row 14, column 14, y of the start 9, y of the end 9, x of the start 9, x of
/// the end 9. Its direction is the sign of the y difference.
struct Edge {
  let bits: UInt64

  @inline(__always)
  init(bits: UInt64) { self.bits = bits }

  @inline(__always)
  init(row: Int32, column: Int32, y0: Int32, y1: Int32, x0: Int32, x1: Int32) {
    let place = UInt64(UInt32(bitPattern: row &<< 14 | column)) &<< 36
    let high = UInt64(UInt32(bitPattern: y0 &<< 9 | y1)) &<< 18
    bits = place | high | UInt64(UInt32(bitPattern: x0 &<< 9 | x1))
  }

  /// Row and column as one number.
  @inline(__always) var place: UInt32 { UInt32(truncatingIfNeeded: bits &>> 36) }
  @inline(__always) var row: Int { Int(bits &>> 50) }
  @inline(__always) var column: Int { Int(bits &>> 36) & 0x3fff }
  @inline(__always) var y0: Int32 { Int32(truncatingIfNeeded: bits &>> 27) & 0x1ff }
  @inline(__always) var y1: Int32 { Int32(truncatingIfNeeded: bits &>> 18) & 0x1ff }
  @inline(__always) var x0: Int32 { Int32(truncatingIfNeeded: bits &>> 9) & 0x1ff }
  @inline(__always) var x1: Int32 { Int32(truncatingIfNeeded: bits) & 0x1ff }
}
