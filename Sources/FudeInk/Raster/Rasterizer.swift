/// Paints polygons on a bitmap with exact-area anti-aliasing.
///
/// A pixel's coverage is the area of the union of all polygons in it: where an outline lies over
/// itself nothing gets darker, inside a pixel too. One call composites once. Keeps its memory from
/// call to call; O(pixels on the outline + pixels painted + rows).
public struct Rasterizer: Sendable {
  private var memory = CellMemory()
  private var clipper = LineClipper()
  private var seen: UInt32 = 0

  /// The most cells at a time: larger frames are painted in bands of rows. Raise it for processors
  /// with more than a megabyte of second-level cache, lower it for less.
  private static let mostCells = 1 << 17

  /// A rasteriser with no memory set aside.
  public init() {}

  /// Paints all polygons as one shape.
  ///
  /// - Parameters:
  ///   - polygons: Corners in pixels, (0, 0) being the bitmap's top left corner.
  ///   - bitmap: What to paint on.
  ///   - clip: Where to paint; what lies outside the bitmap is left out. `nil` is everywhere.
  ///   - color: The ink.
  ///   - mode: How it meets what is there.
  public mutating func paint(
    _ polygons: Polygons, on bitmap: inout Bitmap, clip: PixelRect? = nil, color: InkColor,
    mode: CompositeMode = .normal
  ) {
    let clip = (clip ?? bitmap.bounds).intersection(bitmap.bounds)
    guard !clip.isEmpty, !polygons.isEmpty, color.alpha > 0 else { return }
    let whole = polygons.pixels
    let frame = whole.intersection(clip)
    guard !frame.isEmpty else { return }
    if !isKnownUniquelyReferenced(&memory) { memory = CellMemory() }
    var job = Job(frame: frame, clip: clip)
    job.isWhole = frame == whole
    let source = color.premultiplied
    switch mode {
    case .normal where color.alpha == 255, .grain where color.alpha == 255:
      paint(polygons, job, OpaquePainter(source: source), &bitmap)
    case .normal, .grain: paint(polygons, job, CoverPainter(source: source), &bitmap)
    case .highlight: paint(polygons, job, HighlightPainter(source: source), &bitmap)
    case .erase: paint(polygons, job, ErasePainter(source: source), &bitmap)
    }
  }

  /// Where to paint.
  private struct Job {
    /// The pixels that can be touched; a multiple of four columns where the clip allows.
    var frame: PixelRect
    /// Whether nothing lies outside.
    var isWhole = false
    /// How many times 32 cells there are in a row, odd, so that rows don't share a cache line's
    /// place.
    var words: Int
    /// Rows at a time.
    var rows: Int

    init(frame: PixelRect, clip: PixelRect) {
      self.frame = frame
      let wider = (frame.width + 3) & ~3
      if frame.x + wider <= clip.x + clip.width { self.frame.width = wider }
      words = (self.frame.width / 4 + 8) / 8 | 1
      rows = max(1, min(frame.height, Rasterizer.mostCells / (words * 32)))
    }
  }

  private mutating func paint(
    _ polygons: Polygons, _ job: Job, _ ink: some Painter, _ bitmap: inout Bitmap
  ) {
    let frame = job.frame
    memory.reserve(cells: job.words * 32 * (job.rows + 2))
    if job.isWhole && job.rows == frame.height {
      let (count, pieces) = prepare(polygons, job)
      paint(count, pieces, job, frame, nil, ink, &bitmap)
      return
    }
    clipper.reset(width: frame.width, height: frame.height)
    polygons.points.withUnsafeBufferPointer { points in
      for index in 0..<polygons.count {
        clipper.add(
          UnsafeBufferPointer(rebasing: points[polygons.range(of: index)]),
          offset: SIMD2(Float(frame.x), Float(frame.y)))
      }
    }
    let bands = (frame.height + job.rows - 1) / job.rows
    clipper.deal(rows: job.rows, bands: bands)
    clipper.left.withUnsafeBufferPointer { left in
      for band in 0..<bands {
        let top = band * job.rows
        let (count, pieces) = prepare(clipper, band, job)
        let part = PixelRect(
          x: frame.x, y: frame.y + top, width: frame.width,
          height: min(job.rows, frame.height - top))
        paint(count, pieces, job, part, left.baseAddress.map { $0 + top }, ink, &bitmap)
      }
    }
  }

  // MARK: Lines

  /// Appends lines to the memory's.
  private struct LineList {
    private let first: UnsafeMutablePointer<CellLine>
    private let stride: Int32
    private var next: UnsafeMutablePointer<CellLine>
    private var last = SIMD2<Int32>(repeating: -1)
    /// Whether the last line with any height ran down (1) or up (-1).
    private var course: Int32 = 0
    private var steps = 0

    init(_ memory: CellMemory, words: Int) {
      first = memory.lines
      next = first
      stride = Int32(truncatingIfNeeded: words * 32)
    }

    var count: Int { next - first }
    var pieces: Int { steps + count }

    @inline(__always)
    mutating func append(_ a: SIMD2<Int32>, _ b: SIMD2<Int32>) {
      let rise = b.y &- a.y
      let turn = rise &>> 31 | (rise == 0 ? 0 : 1)
      let joins = a == last && course &* turn >= 0
      steps &+= CellLine.write(a, b, stride: stride, joins: joins, to: next)
      next += 1
      if turn != 0 { course = turn }
      last = b
    }
  }

  /// Makes the lines of polygons that lie within the frame ready.
  private func prepare(_ polygons: Polygons, _ job: Job) -> (lines: Int, pieces: Int) {
    memory.reserve(lines: polygons.points.count)
    var list = LineList(memory, words: job.words)
    // One row lies above the frame.
    let offset = SIMD2(Float(job.frame.x), Float(job.frame.y - 1))
    let least = SIMD2<Float>(0, 1)
    let most = SIMD2(Float(job.frame.width), Float(job.frame.height + 1))
    polygons.points.withUnsafeBufferPointer { points in
      var first = 0
      for end in polygons.ends {
        var from = Fixed.nearest(points[end - 1] - offset, least: least, most: most)
        for index in first..<end {
          let to = Fixed.nearest(points[index] - offset, least: least, most: most)
          if to != from { list.append(from, to) }
          from = to
        }
        first = end
      }
    }
    return (list.count, list.pieces)
  }

  /// Makes the lines of a band ready.
  private func prepare(
    _ clipper: LineClipper, _ band: Int, _ job: Job
  ) -> (lines: Int, pieces: Int) {
    memory.reserve(lines: clipper.count(in: band))
    var list = LineList(memory, words: job.words)
    let top = SIMD2(0, Int32(truncatingIfNeeded: (band * job.rows - 1) * 256))
    clipper.forEach(in: band, rows: job.rows) { list.append($0 &- top, $1 &- top) }
    return (list.count, list.pieces)
  }

  // MARK: Cells

  private mutating func paint(
    _ lines: Int, _ pieces: Int, _ job: Job, _ part: PixelRect, _ left: UnsafePointer<Int32>?,
    _ ink: some Painter, _ bitmap: inout Bitmap
  ) {
    write(lines, pieces, job)
    let stride = bitmap.width
    let corner = bitmap.place(x: part.x, y: part.y)
    seen = bitmap.pixels.withUnsafeMutableBufferPointer { pixels in
      guard let first = pixels.baseAddress else { return 0 }
      let sweep = Sweep(
        ink, memory, size: (part.width, part.height), words: job.words,
        pixels: first + corner, stride: stride)
      let seen = sweep.fetch()
      sweep.run(left: left)
      return seen
    }
  }

  private func write(_ lines: Int, _ pieces: Int, _ job: Job) {
    let most = CellMemory.mostPieces
    memory.reserve(pieces: min(pieces, 2 * most))
    let writer = CellWriter(memory, stride: job.words * 32)
    if pieces <= most {
      writer.write(memory.lines, count: lines)
      return
    }
    // An outline with so many pieces is no stroke; overlaps inside a pixel are told apart within
    // each part of it only, and memory stays bounded.
    var first = 0
    while first < lines {
      var last = first
      var sum = 0
      while last < lines, sum <= most {
        sum += Int(memory.lines[last].steps) / 2 + 1
        last += 1
      }
      memory.forgetPieces(cells: job.words * 32 * (job.rows + 2))
      writer.write(memory.lines + first, count: last - first)
      first = last
    }
  }
}
