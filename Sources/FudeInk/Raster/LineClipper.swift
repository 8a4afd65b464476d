/// Cuts the lines of an outline at the borders of a frame, and deals them out to bands of rows.
///
/// What lies left of the frame counts as height passed in its row, so that winding is known at the
/// border; what lies right of it is left out.
struct LineClipper {
  /// Lines from (x, y) to (z, w), in 1/256 pixel from the frame's corner.
  private(set) var lines: [SIMD4<Int32>] = []
  /// For each row what passes to the left of the frame: height, upwards positive, 1/256.
  private(set) var left: [Int32] = []
  /// Where each band's lines begin in `order`, and one entry more for the end.
  private var starts: [Int] = []
  private var order: [Int32] = []
  private var width: Float = 0
  private var height: Float = 0

  /// Forgets all lines and takes a new frame.
  mutating func reset(width: Int, height: Int) {
    self.width = Float(width)
    self.height = Float(height)
    lines.removeAll(keepingCapacity: true)
    left.removeAll(keepingCapacity: true)
    left.append(contentsOf: repeatElement(0, count: height + 1))
  }

  /// Adds a closed polygon, in pixels; `offset` is the frame's corner.
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
      append(a, b)
      return
    }
    if max(a.y, b.y) <= 0 || min(a.y, b.y) >= height || min(a.x, b.x) >= width { return }
    func at(y: Float) -> SIMD2<Float> { SIMD2(a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y), y) }
    let top = a.y < 0 ? at(y: 0) : a.y > height ? at(y: height) : a
    let bottom = b.y < 0 ? at(y: 0) : b.y > height ? at(y: height) : b
    clipSides(top, bottom)
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
    if min(a.x, b.x) >= width && max(a.x, b.x) > width { return }
    if min(a.x, b.x) < 0 {
      pass(fixed(a, within: SIMD2(0, height)).y, fixed(b, within: SIMD2(0, height)).y)
    } else {
      append(a, b)
    }
  }

  /// The nearest 1/256; a place that is no number is the corner.
  private func fixed(_ place: SIMD2<Float>, within limit: SIMD2<Float>) -> SIMD2<Int32> {
    Fixed.nearest(place, least: .zero, most: limit)
  }

  private mutating func append(_ a: SIMD2<Float>, _ b: SIMD2<Float>) {
    let limit = SIMD2(width, height)
    let (from, to) = (fixed(a, within: limit), fixed(b, within: limit))
    if from != to { lines.append(SIMD4(lowHalf: from, highHalf: to)) }
  }

  /// Counts height passed left of the frame.
  private mutating func pass(_ from: Int32, _ to: Int32) {
    let (top, bottom) = (min(from, to), max(from, to))
    var y = top
    while y < bottom {
      let row = y &>> 8
      let next = min(bottom, (row &+ 1) &<< 8)
      left[Int(row)] &+= from < to ? y &- next : next &- y
      y = next
    }
  }

  // MARK: Bands

  /// Sorts the lines into bands of some rows; a line that meets several is in each of them.
  mutating func deal(rows: Int, bands: Int) {
    starts.removeAll(keepingCapacity: true)
    starts.append(contentsOf: repeatElement(0, count: bands + 1))
    func range(_ line: SIMD4<Int32>) -> ClosedRange<Int> {
      let first = Int(min(line.y, line.w)) / (256 * rows)
      let last = Int(max(line.y, line.w)) / (256 * rows)
      return min(first, bands - 1)...min(last, bands - 1)
    }
    for line in lines { for band in range(line) { starts[band + 1] += 1 } }
    for band in 0..<bands { starts[band + 1] += starts[band] }
    order.removeAll(keepingCapacity: true)
    order.append(contentsOf: repeatElement(0, count: starts[bands]))
    for index in lines.indices {
      for band in range(lines[index]) {
        order[starts[band]] = Int32(truncatingIfNeeded: index)
        starts[band] += 1
      }
    }
    // Each band's entry is now where the next begins.
    for band in stride(from: bands, to: 0, by: -1) { starts[band] = starts[band - 1] }
    starts[0] = 0
  }

  /// Calls with the parts of a band's lines within it, y counted from the frame.
  func forEach(
    in band: Int, rows: Int, _ body: (_ a: SIMD2<Int32>, _ b: SIMD2<Int32>) -> Void
  ) {
    let top = Int32(truncatingIfNeeded: band * rows * 256)
    let bottom = min(Int32(height) * 256, top + Int32(truncatingIfNeeded: rows * 256))
    for place in starts[band]..<starts[band + 1] {
      let line = lines[Int(order[place])]
      let (a, b) = (line.lowHalf, line.highHalf)
      // Both bands at a border find the same place there.
      func at(y: Int32) -> SIMD2<Int32> {
        let far = Int64(b.x - a.x) * Int64(y - a.y) / Int64(b.y - a.y)
        return SIMD2(a.x &+ Int32(truncatingIfNeeded: far), y)
      }
      let from = a.y < top ? at(y: top) : a.y > bottom ? at(y: bottom) : a
      let to = b.y < top ? at(y: top) : b.y > bottom ? at(y: bottom) : b
      if from != to { body(from, to) }
    }
  }

  /// How many lines a band has.
  func count(in band: Int) -> Int { starts[band + 1] - starts[band] }
}

/// Coordinates in 1/256 pixel.
enum Fixed {
  /// The nearest ones, held within limits that lie within `0...16000`. What is no number is the
  /// least.
  @inline(__always)
  static func nearest(
    _ place: SIMD2<Float>, least: SIMD2<Float>, most: SIMD2<Float>
  ) -> SIMD2<Int32> {
    var held = place.replacing(with: least, where: .!(place .> least))
    held = held.replacing(with: most, where: held .> most)
    // Adding 1.5·2²³/256 leaves the nearest 1/256 in the lowest bits: nothing that could trap.
    return unsafeBitCast(held + 49152, to: SIMD2<Int32>.self) & 0x7f_ffff &- 0x40_0000
  }
}
