/// The covered part of a pixel in which parts of an outline may lie over each other.
///
/// Each sixteenth of the pixel's height is measured along its middle, exactly in x; the sixteen are
/// measured side by side.
struct PixelUnion {
  /// `below[n]` has ones in its first n counters.
  private let below: UnsafeMutablePointer<SIMD16<UInt8>>
  /// `masks[n]` has -1 in its first n lanes.
  private let masks: UnsafeMutablePointer<SIMD16<Int16>>
  /// The number of each lane.
  private let lanes: SIMD16<Int16>
  /// Room for pieces, and for where they cross the middles.
  private let found: UnsafeMutablePointer<Int64>
  private let crossings: UnsafeMutablePointer<SIMD16<Int16>>

  /// How many pieces are measured; more are beyond what sixteenths can tell apart.
  private static let most = 64

  init() {
    below = .allocate(capacity: 17)
    masks = .allocate(capacity: 17)
    var (counters, mask, numbers) = (SIMD16<UInt8>.zero, SIMD16<Int16>.zero, SIMD16<Int16>.zero)
    for count in 0...16 {
      (below + count).initialize(to: counters)
      (masks + count).initialize(to: mask)
      guard count < 16 else { break }
      counters[count] = 1
      mask[count] = -1
      numbers[count] = Int16(count)
    }
    lanes = numbers
    found = .allocate(capacity: PixelUnion.most)
    crossings = .allocate(capacity: PixelUnion.most)
  }

  func deallocate() {
    below.deallocate()
    masks.deallocate()
    found.deallocate()
    crossings.deallocate()
  }

  /// The covered part, `0...255`, or -1 if no place is covered twice, and so the sum of areas holds.
  ///
  /// - Parameters:
  ///   - memory: Where the pieces are.
  ///   - head: The pixel's last piece.
  ///   - cover: The sum of windings along the pixel's left border, 1/256.
  @inline(never)
  func coverage(_ memory: CellMemory, head: UInt32, cover: Int32) -> Int32 {
    let (pieces, links) = (memory.pieces, memory.links)
    var rises = SIMD16<UInt8>.zero
    var falls = SIMD16<UInt8>.zero
    // The winding along the left border, counted from its lower end: it changes where the outline
    // passes, and its sum is known.
    var winding = SIMD16<UInt8>.zero
    var rest = Int64(cover)
    var count = 0
    var head = head
    repeat {
      let number = Int(head & ~CellMemory.crowd) &- 1
      let piece = pieces[number]
      head = links[number]
      let y0 = piece &>> 16 & 0x1ff
      let y1 = piece &>> 48
      let (start, end) = ((y0 &+ 7) &>> 4, (y1 &+ 7) &>> 4)
      // Noughts instead of branches: none of these can be foretold.
      let up = (y1 &- y0) &>> 63
      let enters = (piece & 0x1ff &- 1) &>> 63
      let leaves = (piece &>> 32 & 0x1ff &- 1) &>> 63
      rises &+= counters(start & up) &- counters(end & up)
      falls &+= counters(start & ~up) &- counters(end & ~up)
      winding &+= counters(end & leaves) &- counters(start & enters)
      rest = rest &+ y0 & enters &- y1 & leaves
      found[count & (PixelUnion.most - 1)] = piece
      count &+= 1
    } while head != 0
    let bottom = Int(max(-100, min(100, (rest &+ 128) &>> 8)))
    winding &+= UInt8(truncatingIfNeeded: bottom)
    rises &+= winding
    falls &+= winding
    if isOnceAtMost(rises | falls) { return -1 }
    if isOnceAtLeast(falls) { return 255 }
    return measure(min(count, PixelUnion.most), bottom)
  }

  @inline(__always)
  private func measure(_ pieces: Int, _ bottom: Int) -> Int32 {
    var wound = SIMD16(repeating: Int16(truncatingIfNeeded: bottom))
    var count = 0
    for index in 0..<pieces where cross(found[index], at: count, &wound) { count &+= 1 }
    var total = SIMD16<Int16>.zero
    var x = SIMD16<Int16>.zero
    var seen = wound
    for index in 0..<count {
      let crossing = crossings[index]
      let place = crossing &>> 2
      total &+= (place &- x) & ((wound | (0 &- wound)) &>> 15)
      wound &+= (crossing & 3) &- 1
      seen |= wound
      x = place
    }
    let doubles = unsafeBitCast(seen, to: SIMD4<UInt64>.self)
    if (doubles.x | doubles.y | doubles.z | doubles.w) & 0xfffe_fffe_fffe_fffe == 0 { return -1 }
    total &+= (4096 &- x) & ((wound | (0 &- wound)) &>> 15)
    let pairs = unsafeBitCast(total, to: SIMD8<Int32>.self)
    let sums = (pairs & 0xffff) &+ (pairs &>> 16)
    let four = sums.lowHalf &+ sums.highHalf
    return ((four.x &+ four.y &+ four.z &+ four.w) &* 255 &+ 0x8000) &>> 16
  }

  /// Sorts in where a piece crosses the middles: 1/4096 pixel, times four, plus the turn there and
  /// one more; at the right border without a turn where it does not. False if it crosses none.
  @inline(__always)
  private func cross(_ piece: Int64, at count: Int, _ wound: inout SIMD16<Int16>) -> Bool {
    let x0 = Int32(truncatingIfNeeded: piece & 0x1ff)
    let y0 = Int32(truncatingIfNeeded: piece &>> 16 & 0x1ff)
    let x1 = Int32(truncatingIfNeeded: piece &>> 32 & 0x1ff)
    let y1 = Int32(truncatingIfNeeded: piece &>> 48)
    let (start, end) = (Int(y0 &+ 7) &>> 4, Int(y1 &+ 7) &>> 4)
    wound &+= masks[x0 == 0 ? start : 0] &- masks[x1 == 0 ? end : 0]
    if start == end { return false }
    // From the upper end down.
    let up = (y1 &- y0) &>> 31
    let xTop = x0 ^ ((x0 ^ x1) & up)
    let yTop = y0 ^ ((y0 ^ y1) & up)
    let first = (yTop &+ 7) &>> 4
    let slope = ((x1 &- x0) &<< 16) / (y1 &- y0)
    let there = 16 &* xTop &+ (8 &+ 16 &* first &- yTop) &* slope &>> 12
    let step = slope &>> 8
    // Beyond the piece's ends the lanes wrap, where nobody looks.
    let base = 4 &* (there &- step &* first) &+ 2 & up
    let line =
      lanes &* Int16(truncatingIfNeeded: 4 &* step) &+ Int16(truncatingIfNeeded: base)
    let crosses = masks[start] ^ masks[end]
    var moving = (line & crosses) | (16385 & ~crosses)
    for index in 0..<count {
      let other = crossings[index]
      let gap = moving &- other
      let less = gap & (gap &>> 15)
      crossings[index] = other &+ less
      moving = moving &- less
    }
    crossings[count] = moving
    return true
  }

  /// Ones in the first `count` counters.
  @inline(__always)
  private func counters(_ count: Int64) -> SIMD16<UInt8> {
    below[Int(truncatingIfNeeded: count)]
  }

  /// Whether all counters are 0 or 1.
  @inline(__always)
  private func isOnceAtMost(_ counters: SIMD16<UInt8>) -> Bool {
    let halves = unsafeBitCast(counters, to: SIMD2<UInt64>.self)
    return (halves.x | halves.y) & 0xfefe_fefe_fefe_fefe == 0
  }

  /// Whether all counters are above 0 (and below 128, the negative ones).
  @inline(__always)
  private func isOnceAtLeast(_ counters: SIMD16<UInt8>) -> Bool {
    let halves = unsafeBitCast((counters &- 1) | counters, to: SIMD2<UInt64>.self)
    return (halves.x | halves.y) & 0x8080_8080_8080_8080 == 0
  }
}
