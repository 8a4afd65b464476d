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
      var seen = winding | (winding &+ turn)
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
      }
      if column > 0 {
        var value: Int32
        if isOnceAtMost(seen) {
          value = ((cover &* 512 &+ area) &* 255 &+ 0x10000) &>> 17
        } else {
          value = union(edges + first, count: index &- first, winding: winding)
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
      var rows: Int32 = 0
      for row in 0..<16 where winding[row] != 0 { rows &+= 1 }
      value = (rows &* 255 &+ 8) &>> 4
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

  /// The covered part of a pixel in which pieces lie over each other, `0...255`.
  ///
  /// Each sixteenth of the height is measured along its middle, exactly in x.
  @inline(never)
  private func union(
    _ edges: UnsafePointer<UInt64>, count: Int, winding: SIMD16<UInt8>
  ) -> Int32 {
    var total: Int32 = 0
    for row in 0..<16 {
      let y = Int32(row &* 16 &+ 8)
      var wound = Int32(Int8(bitPattern: winding[row]))
      var x: Int32 = 0
      // The pieces that cross this line, from left to right; a handful at most.
      var position: Int32 = -1
      var rank = -1
      while let next = crossing(edges, count, y, after: position, rank) {
        if wound != 0 { total &+= next.x &- x }
        x = next.x
        wound &+= next.turn
        position = next.x
        rank = next.index
      }
      if wound != 0 { total &+= 256 &- x }
    }
    return (total &* 255 &+ 2048) &>> 12
  }

  /// The next crossing of a line, in order of x and then of index.
  @inline(__always)
  private func crossing(
    _ edges: UnsafePointer<UInt64>, _ count: Int, _ y: Int32, after position: Int32, _ rank: Int
  ) -> (x: Int32, turn: Int32, index: Int)? {
    var best: (x: Int32, turn: Int32, index: Int)?
    for index in 0..<count {
      let edge = Edge(bits: edges[index])
      let isUp = edge.y0 > edge.y1
      let top = isUp ? edge.y1 : edge.y0
      let bottom = isUp ? edge.y0 : edge.y1
      guard top <= y, y < bottom else { continue }
      let x = edge.x0 &+ (edge.x1 &- edge.x0) &* (y &- edge.y0) / (edge.y1 &- edge.y0)
      guard x > position || (x == position && index > rank) else { continue }
      if let best, x >= best.x { continue }
      best = (x, isUp ? 1 : -1, index)
    }
    return best
  }
}
