/// Paints polygons on a bitmap with exact-area anti-aliasing.
///
/// A pixel's coverage is the area of the union of all polygons in it: where an outline lies over
/// itself nothing gets darker, inside a pixel too. One call composites once. Keeps its memory from
/// call to call; O(pixels on the outline + pixels painted).
public struct Rasterizer: Sendable {
  private var cutter = EdgeCutter()
  private var sorted: [UInt64] = []
  private let below: [SIMD16<UInt8>]

  /// A rasteriser with no memory set aside.
  public init() {
    var steps: [SIMD16<UInt8>] = []
    for count in 0...16 {
      var step = SIMD16<UInt8>.zero
      for index in 0..<count { step[index] = 1 }
      steps.append(step)
    }
    below = steps
  }

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
    begin(clip)
    for index in 0..<polygons.count { add(polygons, index, clip: clip) }
    paint(on: &bitmap, clip: clip, color: color, mode: mode)
  }

  mutating func begin(_ clip: PixelRect) {
    cutter.reset(width: clip.width, height: clip.height)
  }

  mutating func add(_ polygons: Polygons, _ index: Int, clip: PixelRect) {
    let range = polygons.range(of: index)
    polygons.points.withUnsafeBufferPointer { points in
      cutter.add(
        UnsafeBufferPointer(rebasing: points[range]),
        offset: SIMD2(Float(clip.x), Float(clip.y)))
    }
  }

  mutating func paint(
    on bitmap: inout Bitmap, clip: PixelRect, color: InkColor, mode: CompositeMode
  ) {
    guard cutter.count > 0 else { return }
    sort(rows: clip.height)
    let source = color.premultiplied
    switch mode {
    case .normal: sweep(CoverPainter(source: source), &bitmap, clip)
    case .highlight: sweep(HighlightPainter(source: source), &bitmap, clip)
    case .erase: sweep(ErasePainter(source: source), &bitmap, clip)
    }
  }

  /// Sorts the pieces by row, and within each row by column.
  private mutating func sort(rows: Int) {
    if sorted.count < cutter.count {
      sorted.append(contentsOf: repeatElement(0, count: cutter.count - sorted.count + 1024))
    }
    cutter.scatter(into: &sorted, height: rows)
  }

  private mutating func sweep(_ ink: some Painter, _ bitmap: inout Bitmap, _ clip: PixelRect) {
    let stride = bitmap.width
    let corner = clip.y * stride + clip.x
    below.withUnsafeBufferPointer { below in
      sorted.withUnsafeBufferPointer { sorted in
        bitmap.pixels.withUnsafeMutableBufferPointer { pixels in
          guard let below = below.baseAddress, let pixels = pixels.baseAddress,
            let edges = sorted.baseAddress
          else { return }
          let sweep = Sweep(ink: ink, width: clip.width, below: below)
          var start = 0
          for row in 0..<clip.height {
            // After scattering, each row's entry is where it ends.
            let end = Int(cutter.rows[row])
            if end > start {
              sweep.row(
                edges + start, count: end - start, pixels: pixels + (corner + row * stride))
            }
            start = end
          }
        }
      }
    }
  }
}

extension EdgeCutter {
  /// Copies the pieces out in reading order; afterwards ``rows`` holds where each row ends.
  mutating func scatter(into sorted: inout [UInt64], height: Int) {
    sum(height)
    edges.withUnsafeBufferPointer { edges in
      sorted.withUnsafeMutableBufferPointer { sorted in
        rows.withUnsafeMutableBufferPointer { rows in
          for index in 0..<count {
            let bits = edges[index]
            let row = Edge(bits: bits).row
            let place = Int(rows[row])
            rows[row] &+= 1
            sorted[place] = bits
          }
          var start = 0
          for row in 0..<height {
            let end = Int(rows[row])
            EdgeCutter.order(sorted, start, end)
            start = end
          }
        }
      }
    }
  }

  /// Turns counts into starts.
  private mutating func sum(_ height: Int) {
    rows.withUnsafeMutableBufferPointer { rows in
      var total: UInt32 = 0
      for row in 0..<height {
        let here = rows[row]
        rows[row] = total
        total &+= here
      }
    }
  }

  /// Insertion sort: a row has few pieces, and most come in order.
  @inline(__always)
  private static func order(
    _ edges: UnsafeMutableBufferPointer<UInt64>, _ start: Int, _ end: Int
  ) {
    var index = start &+ 1
    while index < end {
      let edge = edges[index]
      var place = index
      while place > start, edges[place &- 1] > edge {
        edges[place] = edges[place &- 1]
        place &-= 1
      }
      edges[place] = edge
      index &+= 1
    }
  }
}
