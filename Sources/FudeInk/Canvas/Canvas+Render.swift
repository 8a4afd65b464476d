import FudeModel

extension Canvas {
  /// Paints what is seen, from the bottom up, each stroke once.
  ///
  /// - Parameters:
  ///   - bitmap: What to paint on; it keeps what it has below the ink.
  ///   - viewport: Which part of the canvas is seen.
  ///   - clip: The pixels to paint; `nil` is all of them.
  ///   - layer: Which strokes to paint.
  ///   - renderer: Memory to reuse from call to call.
  public func render(
    into bitmap: inout Bitmap, viewport: Viewport, clip: PixelRect? = nil, layer: InkLayer = .all,
    renderer: inout Renderer
  ) {
    let clip = (clip ?? bitmap.bounds).intersection(bitmap.bounds)
    guard !clip.isEmpty else { return }
    let area = viewport.area(of: clip)
    renderer.begin()
    index.forEach(in: area) { place in
      if layer.holds(strokes[place]) { renderer.found.append(place) }
    }
    if !isOrdered(renderer.found) { renderer.found = ordered(renderer.found) }
    let projection = Projection(viewport)
    for index in renderer.found.indices {
      let place = renderer.found[index]
      let tail = strokes[place].standing == .live ? tail(of: strokes[place].id) : []
      renderer.paint(strokes[place], tail, projection, area, on: &bitmap, clip: clip)
    }
  }

  /// Paints what is seen with memory of its own.
  public func render(into bitmap: inout Bitmap, viewport: Viewport, clip: PixelRect? = nil) {
    var renderer = Renderer()
    render(into: &bitmap, viewport: viewport, clip: clip, renderer: &renderer)
  }

  /// The pixels that a part of the canvas can touch.
  public func pixels(of area: Bounds, viewport: Viewport, in frame: PixelRect) -> PixelRect {
    area.pixels(viewport, in: frame)
  }
}

/// Paints strokes from their knots; keeps its memory from stroke to stroke.
public struct Renderer: Sendable {
  private var rasterizer = Rasterizer()
  private var builders: [OutlineBuilder]
  /// Where a stroke is painted that is laid on the paper afterwards.
  private var sheet = Bitmap(width: 0, height: 0)

  /// How far an outline may be from the true curve, in pixels.
  static let tolerance: Float = 0.06

  /// A renderer with no memory set aside.
  public init() {
    builders = [StrokeEnds.round, .flat, .tapered].map {
      OutlineBuilder(tolerance: Renderer.tolerance, ends: $0)
    }
  }

  /// Strokes to paint, from the bottom up.
  var found: [Int] = []

  mutating func begin() { found.removeAll(keepingCapacity: true) }

  /// Paints a stroke, or of a long one only the part near the clip.
  mutating func paint(
    _ stroke: Stroke, _ tail: [Knot], _ projection: Projection, _ area: Bounds,
    on bitmap: inout Bitmap, clip: PixelRect
  ) {
    let brush = stroke.brush
    let builder = Int(brush.ends.rawValue)
    builders[builder].reset()
    let reach = area.grown(by: Canvas.margin)
    if stroke.chunks.count > 2, !reach.holds(stroke.bounds) {
      addParts(of: stroke, tail, projection, reach, to: builder)
    } else {
      for knot in stroke.knots { builders[builder].add(projection(knot)) }
      for knot in tail { builders[builder].add(projection(knot)) }
      builders[builder].finish()
    }
    let polygons = builders[builder].polygons
    let frame = clip.intersection(polygons.pixels)
    guard brush.mode == .grain, projection.grain.strength > 0, !frame.isEmpty else {
      // The wider clip lets the last columns be painted four at a time.
      rasterizer.paint(polygons, on: &bitmap, clip: clip, color: brush.color, mode: brush.mode)
      return
    }
    // A stroke is painted once as a whole, then laid on the paper.
    sheet.clear(to: frame)
    rasterizer.paint(polygons, on: &sheet, clip: frame, color: brush.color)
    bitmap.add(sheet, through: projection.grain)
  }

  /// Adds the chunks that meet an area, each run of them with one chunk before it: what a chunk
  /// looks like depends on that one, and on nothing before.
  private mutating func addParts(
    of stroke: Stroke, _ tail: [Knot], _ projection: Projection, _ area: Bounds, to builder: Int
  ) {
    let chunk = OutlineBuilder.chunk
    let last = stroke.chunks.count - 1
    var next = 0  // the first knot that was not added
    for index in 0...last where stroke.chunks[index].meets(area) || (index == last && !tail.isEmpty)
    {
      let first = max(0, index - 1) * chunk
      if first > next || next == 0 {
        builders[builder].finish()
        builders[builder].restart()
        next = first
      }
      // One knot more, for the step to the next chunk.
      let end = min(stroke.knots.count, (index + 1) * chunk + 1)
      while next < end {
        builders[builder].add(projection(stroke.knots[next]))
        next += 1
      }
    }
    if next == stroke.knots.count { for knot in tail { builders[builder].add(projection(knot)) } }
    builders[builder].finish()
  }
}

extension Viewport {
  /// The part of the canvas that is seen in some pixels.
  func area(of rect: PixelRect) -> Bounds {
    var area = Bounds.nowhere
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      let corner = point(
        at: .init(x: Double(rect.x + x * rect.width), y: Double(rect.y + y * rect.height)))
      area.add(Bounds(from: corner, to: corner))
    }
    return area
  }
}
