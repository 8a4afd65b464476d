/// Cuts the lines of an outline at pixel borders and keeps the pieces.
///
/// Coordinates are 1/256 pixel, relative to a clip whose left border is column 1: what lies left of
/// it counts in column 0, so that winding is known at the border; what lies right of it is left out.
struct EdgeCutter {
  private(set) var edges: [UInt64] = []
  /// Edges in each row.
  var rows: [UInt32] = []
  private(set) var count = 0
  private var width: Float = 0
  private var height: Float = 0

  /// Forgets all edges and takes a new clip in whole pixels.
  mutating func reset(width: Int, height: Int) {
    count = 0
    self.width = Float(width)
    self.height = Float(height)
    if rows.count < height {
      rows = Array(repeating: 0, count: height)
    } else {
      rows.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    }
  }

  /// Adds a closed polygon, in pixels relative to the clip's corner.
  mutating func add(_ points: UnsafeBufferPointer<SIMD2<Float>>, offset: SIMD2<Float>) {
    guard points.count >= 3 else { return }
    var from = points[points.count - 1] - offset
    for point in points {
      let to = point - offset
      clip(from, to)
      from = to
    }
  }

  // MARK: Clipping

  private mutating func clip(_ a: SIMD2<Float>, _ b: SIMD2<Float>) {
    if min(a.x, a.y, b.x, b.y) >= 0, max(a.x, b.x) <= width, max(a.y, b.y) <= height {
      cut(a, b)
      return
    }
    if max(a.y, b.y) <= 0 || min(a.y, b.y) >= height || min(a.x, b.x) >= width { return }
    var a = a
    var b = b
    func at(y: Float) -> SIMD2<Float> { SIMD2(a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y), y) }
    let top = a.y < 0 ? at(y: 0) : a.y > height ? at(y: height) : a
    let bottom = b.y < 0 ? at(y: 0) : b.y > height ? at(y: height) : b
    a = top
    b = bottom
    clipSides(a, b)
  }

  private mutating func clipSides(_ a: SIMD2<Float>, _ b: SIMD2<Float>) {
    func at(x: Float) -> SIMD2<Float> {
      SIMD2(x, max(0, min(height, a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x))))
    }
    var points = (a, a, b, b)
    if a.x < 0, b.x > 0 { points.1 = at(x: 0) }
    if a.x > 0, b.x < 0 { points.2 = at(x: 0) }
    if a.x > width, b.x < width { points.1 = at(x: width) }
    if a.x < width, b.x > width { points.2 = at(x: width) }
    piece(points.0, points.1)
    piece(points.1, points.2)
    piece(points.2, points.3)
  }

  private mutating func piece(_ a: SIMD2<Float>, _ b: SIMD2<Float>) {
    if a.y == b.y || min(a.x, b.x) >= width && max(a.x, b.x) > width { return }
    // Left of the clip only the height matters.
    if min(a.x, b.x) < 0 {
      cut(SIMD2(-0.5, a.y), SIMD2(-0.5, b.y))
    } else {
      cut(a, b)
    }
  }

  // MARK: Cutting

  /// The nearest 1/256, found by adding 1.5·2²³/256: no conversion that could trap.
  @inline(__always)
  private func fixed(_ value: Float) -> Int32 {
    Int32(bitPattern: (value + 49152).bitPattern & 0x7f_ffff) &- 0x40_0000
  }

  private mutating func cut(_ a: SIMD2<Float>, _ b: SIMD2<Float>) {
    let ax = fixed(a.x) &+ 256
    let ay = fixed(a.y)
    let bx = fixed(b.x) &+ 256
    let by = fixed(b.y)
    if ay == by { return }
    let need = count &+ Int((abs(bx &- ax) &+ abs(by &- ay)) &>> 8) &+ 4
    if need > edges.count {
      edges.append(contentsOf: repeatElement(0, count: max(1024, need)))
    }
    edges.withUnsafeMutableBufferPointer { edges in
      rows.withUnsafeMutableBufferPointer { rows in
        guard let edges = edges.baseAddress, let rows = rows.baseAddress else { return }
        var writer = EdgeWriter(edges: edges, rows: rows, count: count)
        if ay < by {
          writer.line(ax, ay, bx, by, isDown: true)
        } else {
          writer.line(bx, by, ax, ay, isDown: false)
        }
        count = writer.count
      }
    }
  }
}

/// Writes the pieces of one line.
private struct EdgeWriter {
  let edges: UnsafeMutablePointer<UInt64>
  let rows: UnsafeMutablePointer<UInt32>
  var count: Int

  /// A line from (ax, ay) down to (bx, by), `ay < by`; drawn upwards unless `isDown`.
  @inline(__always)
  mutating func line(_ ax: Int32, _ ay: Int32, _ bx: Int32, _ by: Int32, isDown: Bool) {
    var row = ay &>> 8
    let last = (by &- 1) &>> 8
    if row == last {
      across(row, ax, ay &- row &<< 8, bx, by &- row &<< 8, isDown)
      return
    }
    // 16 fraction bits; a line spans less than 2²² units, so products stay below 2⁶².
    let slope = (Int64(bx &- ax) &<< 16) / Int64(by &- ay)
    var x = ax
    var y = ay
    while row < last {
      let border = (row &+ 1) &<< 8
      let next = ax &+ Int32(truncatingIfNeeded: (slope &* Int64(border &- ay)) &>> 16)
      across(row, x, y &- row &<< 8, next, 256, isDown)
      x = next
      y = border
      row &+= 1
    }
    across(row, x, y &- row &<< 8, bx, by &- row &<< 8, isDown)
  }

  /// A line within one row, from (x0, y0) to (x1, y1), `y0 < y1`.
  @inline(__always)
  private mutating func across(
    _ row: Int32, _ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, _ isDown: Bool
  ) {
    let first = x0 &>> 8
    let last = x1 &>> 8
    if first == last {
      put(row, first, x0 & 255, y0, x1 & 255, y1, isDown)
      return
    }
    let slope = (Int64(y1 &- y0) &<< 16) / Int64(x1 &- x0)
    var column = first
    var x = x0 & 255
    var y = y0
    while column != last {
      let isRight = x1 > x0
      let border = isRight ? (column &+ 1) &<< 8 : column &<< 8
      let next = y0 &+ Int32(truncatingIfNeeded: (slope &* Int64(border &- x0)) &>> 16)
      put(row, column, x, y, isRight ? 256 : 0, next, isDown)
      column &+= isRight ? 1 : -1
      x = isRight ? 0 : 256
      y = next
    }
    put(row, column, x, y, x1 & 255, y1, isDown)
  }

  @inline(__always)
  private mutating func put(
    _ row: Int32, _ column: Int32, _ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32,
    _ isDown: Bool
  ) {
    if y0 == y1 { return }
    let edge =
      isDown
      ? Edge(row: row, column: column, y0: y0, y1: y1, x0: x0, x1: x1)
      : Edge(row: row, column: column, y0: y1, y1: y0, x0: x1, x1: x0)
    edges[count] = edge.bits
    count &+= 1
    rows[Int(row)] &+= 1
  }
}
