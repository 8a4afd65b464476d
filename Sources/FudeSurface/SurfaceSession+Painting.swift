import FudeEngine
public import FudeInk
import FudeModel
import FudePointer

extension SurfaceSession {
  /// Device pixels a millimetre.
  public var pixelsPerMillimetre: Double { ratio / PointerReport.millimetresPerPixel }

  /// From canvas millimetres to device pixels.
  public var viewport: Viewport {
    let density = pixelsPerMillimetre
    return Viewport(
      scale: engine.view.scale * density, offset: engine.view.offset * density,
      rotation: engine.view.rotation)
  }

  mutating func resize(_ new: Size, ratio newRatio: Double) {
    size = Size(width: held(new.width, 1...8192), height: held(new.height, 1...8192))
    ratio = held(newRatio, 0.25...8)
    let width = Int((size.width * ratio).rounded())
    let height = Int((size.height * ratio).rounded())
    if width != bitmap.width || height != bitmap.height {
      bitmap = Bitmap(width: width, height: height, fill: Self.paper)
    }
    pad.resize(size)
    repaintAll()
  }

  mutating func repaintAll() { stale = bitmap.bounds }

  /// Paints what has changed and returns which pixels that were.
  public mutating func paint() -> PixelRect {
    let viewport = viewport
    if let area = engine.canvas.takeDirty() {
      stale = stale.union(engine.canvas.pixels(of: area, viewport: viewport, in: bitmap.bounds))
    }
    let rect = stale
    guard !rect.isEmpty else { return rect }
    stale = .empty
    bitmap.fill(rect, with: Self.paper)
    engine.canvas.render(into: &bitmap, viewport: viewport, clip: rect, renderer: &renderer)
    return rect
  }
}
