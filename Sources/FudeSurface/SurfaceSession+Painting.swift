import FudeEngine
public import FudeInk
import FudeModel
import FudePointer

extension SurfaceSession {
  /// Device pixels a millimetre.
  public var pixelsPerMillimetre: Double { ratio / PointerReport.millimetresPerPixel }

  /// From canvas millimetres to device pixels.
  ///
  /// The offset is of whole pixels: paper that is moved keeps its pixels, and nothing is blurred.
  public var viewport: Viewport {
    let density = pixelsPerMillimetre
    let offset = engine.view.offset * density
    return Viewport(
      scale: engine.view.scale * density,
      offset: Point(x: offset.x.rounded(), y: offset.y.rounded()), rotation: engine.view.rotation)
  }

  mutating func resize(_ new: Size, ratio newRatio: Double) {
    size = Size(width: held(new.width, 1...8192), height: held(new.height, 1...8192))
    ratio = held(newRatio, 0.25...8)
    pad.resize(size)
    // A screen that is told its size again has lost its pixels, if it is the old one, too.
    unseen = bitmap.bounds
  }

  /// Paints all that has changed and returns which pixels that were.
  public mutating func paint() -> PixelRect {
    var rect = showView().union(catchUp(isForShow: false))
    while let part = nextTile() { rect = rect.union(part) }
    compose(rect)
    return rect
  }

  /// Paints between two frames what must not wait: ink in hand and strokes that have just ended.
  /// Returns which pixels that were.
  ///
  /// Its time does not depend on how much ink there is. While the view moves it waits for the next
  /// frame, too: nobody would see more than one view a frame.
  public mutating func paintInk() -> PixelRect {
    guard !isViewNew else { return .empty }
    let rect = catchUp(isForShow: true)
    compose(rect)
    return rect
  }

  /// Paints in a frame: another view at once, made from the pixels that are there; and a little of
  /// the ink that is still to be painted, half a millisecond's worth. To be called again until the
  /// frame's time is over.
  ///
  /// - Returns: The pixels that are new, perhaps none yet; `nil` when all is painted.
  public mutating func paintOn() -> PixelRect? {
    let first = showView().union(catchUp(isForShow: true))
    compose(first)
    // A new view is enough for one step.
    if first == bitmap.bounds { return first }
    guard let next = nextTile() else { return first.isEmpty ? nil : first }
    compose(next)
    return first.union(next)
  }

  private mutating func nextTile() -> PixelRect? {
    // What is being moved comes first: below it the paper will soon be empty.
    if let rect = moving?.step(engine.canvas, renderer: &renderer) {
      return rect.isEmpty ? rect : shifted(rect)
    }
    return paper.step(engine.canvas, renderer: &renderer)
  }

  /// The page's size in pixels, at least one each way.
  ///
  /// Held to what a bitmap can be, and to ``mostPixels``: a recording can ask for any size.
  package var pixelSize: (width: Int, height: Int) {
    func side(_ length: Double) -> Int {
      max(1, min(Bitmap.largestSide, Int((length * ratio).rounded())))
    }
    let width = side(size.width)
    return (width, min(side(size.height), Self.mostPixels / width))
  }

  /// The most pixels of a page: 256 MB for each of its layers. Twice a screen of 7680 × 4320; raise
  /// it when screens grow beyond.
  private static var mostPixels: Int { 1 << 26 }

  private var isViewNew: Bool {
    viewport != paper.view || pixelSize != (paper.pixels.width, paper.pixels.height)
  }

  /// Shows the view that is wanted, and returns the pixels that are others then.
  private mutating func showView() -> PixelRect {
    guard isViewNew else { return .empty }
    let (width, height) = pixelSize
    let new = viewport
    paper.show(new, width: width, height: height)
    moving?.show(new, width: width, height: height)
    if width != bitmap.width || height != bitmap.height {
      bitmap = Bitmap(width: width, height: height, fill: Self.paper)
    }
    return bitmap.bounds
  }

  /// Brings all layers up to date but for tiles, and returns where they differ from what is seen.
  private mutating func catchUp(isForShow: Bool) -> PixelRect {
    let viewport = paper.view
    var rect = unseen
    unseen = .empty
    let changes = engine.canvas.takeChanges()
    func pixels(_ area: Bounds?) -> PixelRect {
      guard let area else { return .empty }
      return engine.canvas.pixels(of: area, viewport: viewport, in: bitmap.bounds)
    }
    paper.touch(pixels(changes.settled))
    for id in changes.finished {
      rect = rect.union(
        paper.put(id, of: engine.canvas, isForShow: isForShow, renderer: &renderer))
    }
    return catchUpMoving(rect.union(pixels(changes.live)))
  }

  /// Puts the layers together.
  private mutating func compose(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    bitmap.copy(rect, from: paper.pixels)
    if let moving { bitmap.lay(moving.pixels, at: way, in: rect) }
    engine.canvas.render(
      into: &bitmap, viewport: paper.view, clip: rect, layer: .live, renderer: &renderer)
  }

  /// Other ink altogether: nothing of what is seen is of use.
  mutating func forgetPixels() {
    stopMoving()
    paper.forget()
    unseen = bitmap.bounds
  }

  // MARK: Strokes on the move

  /// Follows the strokes that are being moved.
  private mutating func catchUpMoving(_ rect: PixelRect) -> PixelRect {
    let before = movingSeen
    if let shift = selection.shift, let bounds = selection.bounds {
      if moving == nil {
        var layer = TiledPaper(layer: .lifted, fill: .clear)
        layer.show(paper.view, width: bitmap.width, height: bitmap.height)
        moving = layer
      }
      let to = paper.view.pixel(of: shift) - paper.view.pixel(of: .zero)
      way = SIMD2(
        Int(max(-1e5, min(1e5, to.x)).rounded()), Int(max(-1e5, min(1e5, to.y)).rounded()))
      movingSeen = shifted(
        engine.canvas.pixels(
          of: Bounds(from: bounds.from, to: bounds.to), viewport: paper.view, in: bitmap.bounds))
    } else if let moving {
      // Where they were put they are seen at once.
      paper.lay(moving.pixels, at: way, in: before)
      stopMoving()
    }
    return before == movingSeen ? rect : rect.union(before).union(movingSeen)
  }

  /// Shows nothing on the move any more.
  mutating func stopMoving() {
    unseen = unseen.union(movingSeen)
    moving = nil
    movingSeen = .empty
    way = .zero
  }

  private func shifted(_ rect: PixelRect) -> PixelRect {
    PixelRect(x: rect.x + way.x, y: rect.y + way.y, width: rect.width, height: rect.height)
      .intersection(bitmap.bounds)
  }
}
