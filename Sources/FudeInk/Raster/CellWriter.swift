/// Adds lines to cells.
struct CellWriter {
  private let cells: UnsafeMutablePointer<Int64>
  private let heads: UnsafeMutablePointer<UInt32>
  private let touched: UnsafeMutablePointer<UInt8>
  private let pieces: UnsafeMutablePointer<Int64>
  private let links: UnsafeMutablePointer<UInt32>
  private let stride: Int

  /// - Parameter stride: Cells in a row.
  init(_ memory: CellMemory, stride: Int) {
    cells = memory.cells
    heads = memory.heads
    touched = UnsafeMutableRawPointer(memory.touched).assumingMemoryBound(to: UInt8.self)
    pieces = memory.pieces
    links = memory.links
    self.stride = stride
  }

  /// Walks lines from pixel to pixel. A line crosses a known number of borders; which comes next is
  /// told from where it crosses them, and those places only ever grow by a fixed step.
  ///
  /// A pixel that is passed by one part of the outline, all of which runs down or all up, is wound
  /// round as often as its left border, or once more or less: its sum of areas is exact. All others
  /// are marked.
  func write(_ lines: UnsafePointer<CellLine>, count lineCount: Int) {
    var count: UInt32 = 0
    // Locals, or each store might change them.
    let (cells, heads, touched) = (cells, heads, touched)
    let (pieces, links, stride) = (pieces, links, stride)
    var line = lines
    let last = lines + lineCount
    while line < last {
      var cell = Int(line.pointee.cell)
      let places = line.pointee.places
      var (x, y) = (Int64(places.x), Int64(places.y))
      var steps = line.pointee.steps
      @inline(__always)
      func put(_ x1: Int64, _ y1: Int64, _ head: UInt32, _ mark: UInt32) {
        cells[cell] &+= (y &- y1) &* (1 << 32 &+ 512 &- (x &+ x1))
        touched[cell &>> 2] = 1
        pieces[Int(count)] = x | y &<< 16 | x1 &<< 32 | y1 &<< 48
        links[Int(count)] = head
        count &+= 1
        heads[cell] = count | mark
      }
      var head = heads[cell]
      var mark = head == 0 || (steps & 1 != 0 && head == count) ? 0 : CellMemory.crowd
      if steps > 1 {
        let (left, up) = (Int64(line.pointee.turned.x), Int64(line.pointee.turned.y))
        var xq = line.pointee.border.x
        var yq = line.pointee.border.y
        let xStep = line.pointee.step.x
        let yStep = line.pointee.step.y
        // Through a corner: sideways first if that border belongs to the line. Steps of lines below
        // 128 pixels add up to less error than this, and no other place is as near; beyond, a line
        // may take the other way round a corner.
        let border = CellLine.full &+ 1 &<< 23 &+ (left | 1) &* 200
        let side = Int(truncatingIfNeeded: left | 1)
        let below = Int(truncatingIfNeeded: Int64(stride) ^ up &- up)
        // Where it enters a pixel and leaves one, and how to count from left and top.
        let (enterX, enterY) = (left & 256, up & 256)
        let (leaveX, leaveY) = (256 &- enterX, 256 &- enterY)
        let (turnX, turnY) = (left & 257, up & 257)
        repeat {
          if yq < border {
            let y1 = (yq &>> CellLine.bits) ^ up &+ turnY
            put(leaveX, y1, head, mark)
            x = enterX
            y = y1
            yq = yq &+ yStep
            xq = xq &- CellLine.full
            cell = cell &+ side
          } else {
            let x1 = (xq &>> CellLine.bits) ^ left &+ turnX
            put(x1, leaveY, head, mark)
            x = x1
            y = enterY
            yq = yq &- CellLine.full
            xq = xq &+ xStep
            cell = cell &+ below
          }
          steps &-= 2
          head = heads[cell]
          mark = head == 0 ? 0 : CellMemory.crowd
        } while steps > 1
      }
      put(Int64(places.z), Int64(places.w), head, mark)
      line += 1
    }
  }
}
