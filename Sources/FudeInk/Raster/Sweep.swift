/// Turns cells into coverage, row by row, paints it and leaves all cells empty.
///
/// A cell's signed areas, with the height passed to its left, add up to the mean winding number in
/// its pixel; that is the covered part as long as no place is wound round more than once (as in the
/// classic cell rasterisers). Pixels where one may be are marked, and ``PixelUnion`` measures them.
struct Sweep<Ink: Painter> {
  let ink: Ink
  let memory: CellMemory
  private let cells: UnsafeMutablePointer<Int64>
  private let heads: UnsafeMutablePointer<UInt32>
  private let touched: UnsafeMutablePointer<UInt64>
  /// Words of ``CellMemory/touched`` in a row.
  private let words: Int
  private let width: Int
  private let height: Int
  /// The first pixel, and pixels in a row of the bitmap.
  private let pixels: UnsafeMutablePointer<UInt32>
  private let stride: Int

  /// - Parameters:
  ///   - size: Columns and rows.
  ///   - words: How many 32 cells a row has.
  ///   - pixels: The first pixel.
  ///   - stride: Pixels in a row of the bitmap.
  init(
    _ ink: Ink, _ memory: CellMemory, size: (width: Int, height: Int), words: Int,
    pixels: UnsafeMutablePointer<UInt32>, stride: Int
  ) {
    self.ink = ink
    self.memory = memory
    cells = memory.cells
    heads = memory.heads
    touched = memory.touched
    self.words = words
    width = size.width
    height = size.height
    self.pixels = pixels
    self.stride = stride
  }

  /// Paints all rows; `left` is, for each row, what passes to the left of it.
  @inline(__always)
  func run(left: UnsafePointer<Int32>?) {
    clear(row: 0)
    for row in 0..<height {
      let line = pixels + row &* stride
      let first = (row &+ 1) &* words
      var cover = left?[row] ?? 0
      var column = 0
      for index in 0..<words {
        var word = touched[first &+ index]
        if word == 0 { continue }
        touched[first &+ index] = 0
        repeat {
          let group = index &* 8 &+ word.trailingZeroBitCount &>> 3
          word &= word &- 1
          let next = group &* 4
          if cover != 0, next > column { fill(line + column, min(next, width) &- column, cover) }
          column = next &+ 4
          paint((first &* 8 &+ group) &* 4, line, next, &cover)
        } while word != 0
      }
      if cover != 0, column < width { fill(line + column, width &- column, cover) }
    }
    clear(row: height &+ 1)
  }

  /// Asks for the pixels at both ends of what is touched in each row: they come from far away in
  /// memory, and asked for one after the other they arrive together. Returns something of them, so
  /// that it can't be left out.
  @inline(__always)
  func fetch() -> UInt32 {
    var seen: UInt32 = 0
    for row in 0..<height {
      let line = pixels + row &* stride
      for index in 0..<words {
        let word = touched[(row &+ 1) &* words &+ index]
        if word == 0 { continue }
        let first = index &* 32 &+ (word.trailingZeroBitCount &>> 3) &* 4
        let last = index &* 32 &+ ((63 &- word.leadingZeroBitCount) &>> 3) &* 4
        seen |= line[min(first, width &- 1)] | line[min(last, width &- 1)]
      }
    }
    return seen
  }

  /// Empties the row above or below the frame, where only borders are.
  private func clear(row: Int) {
    for word in (row &* words)..<((row &+ 1) &* words) where touched[word] != 0 {
      touched[word] = 0
      (cells + word &* 32).update(repeating: 0, count: 32)
      (heads + word &* 32).update(repeating: 0, count: 32)
    }
  }

  /// Paints the group of four pixels that begins at `column`.
  @inline(__always)
  private func paint(
    _ cell: Int, _ line: UnsafeMutablePointer<UInt32>, _ column: Int, _ cover: inout Int32
  ) {
    let raw = UnsafeMutableRawPointer(cells + cell)
    let low = raw.loadUnaligned(as: SIMD4<Int32>.self)
    let high = raw.loadUnaligned(fromByteOffset: 16, as: SIMD4<Int32>.self)
    raw.storeBytes(of: .zero, as: SIMD4<Int32>.self)
    raw.storeBytes(of: .zero, toByteOffset: 16, as: SIMD4<Int32>.self)
    let area = SIMD4(low.x, low.z, high.x, high.z)
    let passed = SIMD4(low.y, low.w, high.y, high.w) &- area &>> 31
    var sum = passed &+ SIMD4(0, passed.x, passed.y, passed.z)
    sum = sum &+ SIMD4(0, 0, sum.x, sum.y)
    let before = sum &- passed &+ cover
    cover = cover &+ sum.w
    var value = before &<< 9 &+ area
    // The winding number's size, at most 1.
    let sign = value &>> 31
    value = (value ^ sign) &- sign
    value = value.replacing(with: 0x20000, where: value .> 0x20000)
    value = (value &<< 8 &- value &+ 0x10000) &>> 17
    let head = UnsafeMutableRawPointer(heads + cell)
    let marks = head.loadUnaligned(as: SIMD2<UInt64>.self)
    if (marks.x | marks.y) & 0x8000_0000_8000_0000 != 0 { value = resolve(cell, before, value) }
    head.storeBytes(of: .zero, as: SIMD4<UInt32>.self)
    if column &+ 4 <= width {
      ink.paint(line + column, coverages: SIMD4<UInt32>(truncatingIfNeeded: value))
    } else {
      for lane in 0..<4 where column &+ lane < width && value[lane] > 0 {
        ink.paint(&line[column &+ lane], coverage: UInt32(bitPattern: value[lane]))
      }
    }
  }

  /// Measures the marked ones of four pixels.
  @inline(never)
  private func resolve(
    _ cell: Int, _ before: SIMD4<Int32>, _ value: SIMD4<Int32>
  ) -> SIMD4<Int32> {
    var value = value
    for lane in 0..<4 {
      let head = heads[cell &+ lane]
      if head & CellMemory.crowd == 0 { continue }
      let exact = memory.union.coverage(memory, head: head, cover: before[lane])
      if exact >= 0 { value[lane] = exact }
    }
    return value
  }

  /// Paints between two groups.
  @inline(__always)
  private func fill(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, _ cover: Int32) {
    let value = (min(256, UInt32(cover.magnitude)) &* 255 &+ 128) &>> 8
    if value > 0, count > 0 { ink.paint(pixels, count: count, coverage: value) }
  }
}
