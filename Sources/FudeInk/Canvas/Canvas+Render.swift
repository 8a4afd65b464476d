import FudeModel

extension Canvas {
  /// Paints what is seen, from the bottom up, each stroke once.
  ///
  /// - Parameters:
  ///   - bitmap: What to paint on; it keeps what it has below the ink.
  ///   - viewport: Which part of the canvas is seen.
  ///   - clip: The pixels to paint; `nil` is all of them.
  ///   - renderer: Memory to reuse from call to call.
  public func render(
    into bitmap: inout Bitmap, viewport: Viewport, clip: PixelRect? = nil,
    renderer: inout Renderer
  ) {
    let clip = (clip ?? bitmap.bounds).intersection(bitmap.bounds)
    guard !clip.isEmpty else { return }
    var found: [Int] = []
    index.forEach(in: viewport.area(of: clip)) { place in
      if strokes[place].standing != .hidden { found.append(place) }
    }
    let projection = Projection(viewport)
    for place in ordered(found) {
      let stroke = strokes[place]
      let tail = stroke.standing == .live ? tail(of: stroke.id) : []
      renderer.paint(stroke.knots, tail, stroke.brush, projection, on: &bitmap, clip: clip)
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

  /// How far an outline may be from the true curve, in pixels.
  static let tolerance: Float = 0.06

  /// A renderer with no memory set aside.
  public init() {
    builders = [StrokeEnds.round, .flat, .tapered].map {
      OutlineBuilder(tolerance: Renderer.tolerance, ends: $0)
    }
  }

  mutating func paint(
    _ knots: [Knot], _ tail: [Knot], _ brush: Brush, _ projection: Projection,
    on bitmap: inout Bitmap, clip: PixelRect
  ) {
    let builder = Int(brush.ends.rawValue)
    builders[builder].reset()
    for knot in knots { builders[builder].add(projection(knot)) }
    for knot in tail { builders[builder].add(projection(knot)) }
    builders[builder].finish()
    let polygons = builders[builder].polygons
    rasterizer.paint(
      polygons, on: &bitmap, clip: clip.intersection(polygons.pixels), color: brush.color,
      mode: brush.mode)
  }
}

extension Polygons {
  /// The pixels that the polygons can touch.
  var pixels: PixelRect {
    guard let first = points.first else { return .empty }
    var low = first
    var high = first
    for point in points {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    low = pointwiseMax(low, SIMD2(repeating: -20000))
    high = pointwiseMin(high, SIMD2(repeating: 20000))
    let x = Int(low.x.rounded(.down))
    let y = Int(low.y.rounded(.down))
    return PixelRect(
      x: x, y: y, width: Int(high.x.rounded(.down)) + 1 - x,
      height: Int(high.y.rounded(.down)) + 1 - y)
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
