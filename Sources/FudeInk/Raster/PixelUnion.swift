/// The covered part of one pixel in which pieces of an outline lie over each other.
///
/// Each sixteenth of the pixel's height is measured along its middle, exactly in x; the sixteen are
/// measured side by side.
struct PixelUnion {
  /// Room for the pieces' places and turns: two entries a piece.
  let room: UnsafeMutablePointer<SIMD16<Float>>
  /// How many pieces there is room for. More are beyond what 1/16 can tell apart.
  static let capacity = 64

  private static let middles: SIMD16<Float> = SIMD16(
    8, 24, 40, 56, 72, 88, 104, 120, 136, 152, 168, 184, 200, 216, 232, 248)

  /// The part of the sixteenths that are wound round at all, `0...255`.
  func coverage(_ winding: SIMD16<UInt8>) -> Int32 {
    var rows: Int32 = 0
    for row in 0..<16 where winding[row] != 0 { rows &+= 1 }
    return (rows &* 255 &+ 8) &>> 4
  }

  /// The covered part, `0...255`, of a pixel with some pieces whose left border is wound round as
  /// `winding` says.
  @inline(never)
  func coverage(
    _ edges: UnsafePointer<UInt64>, count: Int, winding: SIMD16<UInt8>
  ) -> Int32 {
    let count = min(count, PixelUnion.capacity)
    for index in 0..<count { place(Edge(bits: edges[index]), at: index) }
    sort(count)
    var wound = SIMD16<Float>()
    for row in 0..<16 { wound[row] = Float(Int8(bitPattern: winding[row])) }
    var total = SIMD16<Float>()
    var x = SIMD16<Float>()
    for index in 0..<count {
      let next = room[2 &* index]
      total += (next - x).replacing(with: 0, where: wound .== 0)
      wound += room[2 &* index &+ 1]
      x = next
    }
    total += (256 - x).replacing(with: 0, where: wound .== 0)
    let eight = total.lowHalf + total.highHalf
    let four = eight.lowHalf + eight.highHalf
    let two = four.lowHalf + four.highHalf
    return Int32((two.x + two.y) * (255.0 / 4096) + 0.5)
  }

  /// Where a piece crosses each middle, and how it turns the winding there; 0 where it does not.
  @inline(__always)
  private func place(_ edge: Edge, at index: Int) {
    let isUp = edge.y0 > edge.y1
    let top = Float(isUp ? edge.y1 : edge.y0)
    let bottom = Float(isUp ? edge.y0 : edge.y1)
    let slope = Float(edge.x1 &- edge.x0) / Float(edge.y1 &- edge.y0)
    let middles = PixelUnion.middles
    let crosses = (middles .>= top) .& (middles .< bottom)
    let line = (middles - Float(edge.y0)) * slope + Float(edge.x0)
    room[2 &* index] = SIMD16(repeating: 256).replacing(with: line, where: crosses)
    room[2 &* index &+ 1] = SIMD16(repeating: 0).replacing(with: isUp ? 1 : -1, where: crosses)
  }

  /// Sorts each sixteenth's crossings from left to right, all sixteen at once.
  @inline(__always)
  private func sort(_ count: Int) {
    var end = count
    while end > 1 {
      for index in 0..<(end &- 1) {
        let (a, b) = (room[2 &* index], room[2 &* index &+ 2])
        let swaps = a .> b
        let (s, t) = (room[2 &* index &+ 1], room[2 &* index &+ 3])
        room[2 &* index] = a.replacing(with: b, where: swaps)
        room[2 &* index &+ 2] = b.replacing(with: a, where: swaps)
        room[2 &* index &+ 1] = s.replacing(with: t, where: swaps)
        room[2 &* index &+ 3] = t.replacing(with: s, where: swaps)
      }
      end &-= 1
    }
  }
}
