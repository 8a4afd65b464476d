import FudeModel

/// A part of a picture that is painted a few strokes at a time, so that a page with much ink on it
/// never keeps a view from showing its next frame.
///
/// It shows the canvas as it was when each of its strokes was painted: what changes meanwhile needs
/// another one.
public struct PartialPicture: Sendable {
  /// Which pixels of the picture.
  public private(set) var rect = PixelRect.empty
  /// The pixels, with the picture's coordinates; perhaps more than ``rect`` has.
  public private(set) var bitmap: Bitmap
  private var viewport = Viewport(scale: 1)
  private var places: [Int] = []
  private var next = 0

  /// What a stroke costs besides its knots, in knots.
  private static let overhead = 16

  /// Room for parts of at most `side` × `side` pixels.
  public init(side: Int) {
    bitmap = Bitmap(width: side, height: side)
  }

  /// Starts on a part of what is seen of a canvas.
  ///
  /// - Parameters:
  ///   - rect: The pixels, at most as many as there is room for.
  ///   - canvas: The strokes.
  ///   - viewport: Which part of the canvas is seen.
  ///   - layer: Which strokes to paint.
  ///   - fill: What lies below the ink.
  public mutating func start(
    _ rect: PixelRect, of canvas: Canvas, viewport: Viewport, layer: InkLayer, fill: InkColor
  ) {
    self.rect = rect
    self.viewport = viewport
    bitmap.corner = SIMD2(rect.x, rect.y)
    bitmap.fill(bitmap.bounds, with: fill)
    places.removeAll(keepingCapacity: true)
    next = 0
    canvas.index.forEach(in: viewport.area(of: rect)) { place in
      if layer.holds(canvas.strokes[place]) { places.append(place) }
    }
    places = canvas.ordered(places)
  }

  /// Paints one stroke more at the end: one that was finished meanwhile, above all others.
  public mutating func add(_ id: StrokeID) { places.append(id.rawValue) }

  /// Paints on.
  ///
  /// - Parameters:
  ///   - canvas: What is painted. Strokes that were erased meanwhile are left out; later ones come by
  ///     ``add(_:)``.
  ///   - work: How much, in knots; about a microsecond each. At least one stroke is painted.
  ///   - renderer: Memory to reuse from call to call.
  /// - Returns: Whether all is painted.
  public mutating func go(on canvas: Canvas, work: Int, renderer: inout Renderer) -> Bool {
    let area = viewport.area(of: rect)
    let projection = Projection(viewport)
    var left = work
    while next < places.count, left > 0 {
      let place = places[next]
      next += 1
      guard canvas.strokes.indices.contains(place), canvas.strokes[place].standing != .hidden
      else { continue }
      left -= canvas.strokes[place].knots.count + Self.overhead
      renderer.paint(
        canvas.strokes[place], [], projection, area, on: &bitmap, clip: rect)
    }
    return next == places.count
  }
}
