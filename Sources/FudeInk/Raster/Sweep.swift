/// Turns the pieces of one row of pixels into coverage and paints it.
///
/// The area that edges leave uncovered in a pixel is exact (as in the classic cell rasterisers: sum
/// of signed trapezoids), as long as no place in the pixel is wound round more than once. Sixteen
/// counters, one for each sixteenth of the pixel's height, tell when one is: then the union is
/// found from the pieces themselves.
struct Sweep<Ink: Painter> {
  let ink: Ink
  /// Pixels of the clip, from its left border.
  let width: Int
  /// `below[n]` has ones in its first n counters.
  let below: UnsafePointer<SIMD16<UInt8>>
  let union: PixelUnion

  /// Paints one row from its sorted pieces.
  @inline(__always)
  func row(_ edges: UnsafePointer<UInt64>, count: Int, pixels: UnsafeMutablePointer<UInt32>) {
    var index = 0
    var winding = SIMD16<UInt8>.zero
    var cover: Int32 = 0
    while index < count {
      let first = index
      let edge = Edge(bits: edges[index])
      let column = edge.column
      if column > width { return }
      var change = edge.y0 &- edge.y1
      var area = change &* (512 &- edge.x0 &- edge.x1)
      var turn = turned(edge)
      var least = winding &+ turn
      var seen = winding | least
      if change > 0 { least = winding }
      index &+= 1
      if index < count, Edge(bits: edges[index]).column == column {
        var rises = winding
        var falls = winding
        add(turn, change, &rises, &falls)
        repeat {
          let edge = Edge(bits: edges[index])
          let step = edge.y0 &- edge.y1
          let part = turned(edge)
          area &+= step &* (512 &- edge.x0 &- edge.x1)
          change &+= step
          turn &+= part
          add(part, step, &rises, &falls)
          index &+= 1
        } while index < count && Edge(bits: edges[index]).column == column
        seen = rises | falls
        least = falls
      }
      if column > 0 {
        var value: Int32
        if isOnceAtMost(seen) {
          value = ((cover &* 512 &+ area) &* 255 &+ 0x10000) &>> 17
        } else if isOnceAtLeast(least) {
          value = 255
        } else {
          value = union.coverage(edges + first, count: index &- first, winding: winding)
        }
        value = min(255, max(0, value))
        if value > 0 { ink.paint(&pixels[column &- 1], coverage: UInt32(bitPattern: value)) }
      }
      cover &+= change
      winding &+= turn
      let next = index < count ? Edge(bits: edges[index]).column : width &+ 1
      let start = column &+ 1
      if next > start, anyIsSet(winding) {
        fill(pixels + (start &- 1), min(next, width &+ 1) &- start, cover, winding)
      }
    }
  }

  /// Paints between two edges.
  @inline(__always)
  private func fill(
    _ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, _ cover: Int32,
    _ winding: SIMD16<UInt8>
  ) {
    guard count > 0 else { return }
    var value = (cover &* 255 &+ 128) &>> 8
    if !isOnceAtMost(winding) {
      value = isOnceAtLeast(winding) ? 255 : union.coverage(winding)
    }
    if value > 0 {
      ink.paint(pixels, count: count, coverage: UInt32(bitPattern: min(255, value)))
    }
  }

  /// How a piece changes the winding of each sixteenth whose middle it crosses.
  @inline(__always)
  private func turned(_ edge: Edge) -> SIMD16<UInt8> {
    below[Int((edge.y0 &+ 7) &>> 4)] &- below[Int((edge.y1 &+ 7) &>> 4)]
  }

  @inline(__always)
  private func add(
    _ turn: SIMD16<UInt8>, _ step: Int32, _ rises: inout SIMD16<UInt8>,
    _ falls: inout SIMD16<UInt8>
  ) {
    if step > 0 { rises &+= turn } else { falls &+= turn }
  }

  /// Whether all counters are 0 or 1.
  @inline(__always)
  private func isOnceAtMost(_ counters: SIMD16<UInt8>) -> Bool {
    let halves = unsafeBitCast(counters, to: SIMD2<UInt64>.self)
    return (halves.x | halves.y) & 0xfefe_fefe_fefe_fefe == 0
  }

  @inline(__always)
  private func anyIsSet(_ counters: SIMD16<UInt8>) -> Bool {
    let halves = unsafeBitCast(counters, to: SIMD2<UInt64>.self)
    return halves.x | halves.y != 0
  }

  /// Whether all counters are above 0 (and below 128, the negative ones).
  @inline(__always)
  private func isOnceAtLeast(_ counters: SIMD16<UInt8>) -> Bool {
    let halves = unsafeBitCast((counters &- 1) | counters, to: SIMD2<UInt64>.self)
    return (halves.x | halves.y) & 0x8080_8080_8080_8080 == 0
  }
}
