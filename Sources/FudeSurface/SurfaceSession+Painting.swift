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
      settled = bitmap
    }
    pad.resize(size)
    repaintAll()
  }

  mutating func repaintAll() { stale = bitmap.bounds }

  /// Paints what has changed and returns which pixels that were.
  ///
  /// Settled ink has a bitmap of its own, so a point of the stroke in hand costs the same on a full
  /// page as on an empty one.
  public mutating func paint() -> PixelRect {
    let viewport = viewport
    let changes = engine.canvas.takeChanges()
    func pixels(_ area: Bounds?) -> PixelRect {
      guard let area else { return .empty }
      return engine.canvas.pixels(of: area, viewport: viewport, in: bitmap.bounds)
    }
    let anew = stale.union(pixels(changes.settled))
    var rect = anew.union(pixels(changes.live))
    stale = .empty
    if !anew.isEmpty {
      settled.fill(anew, with: Self.paper)
      engine.canvas.render(
        into: &settled, viewport: viewport, clip: anew, layer: .settled, renderer: &renderer)
    }
    if anew != bitmap.bounds {
      for id in changes.finished {
        rect = rect.union(
          engine.canvas.paint(id, into: &settled, viewport: viewport, renderer: &renderer))
      }
    }
    guard !rect.isEmpty else { return rect }
    bitmap.copy(rect, from: settled)
    engine.canvas.render(
      into: &bitmap, viewport: viewport, clip: rect, layer: .live, renderer: &renderer)
    return rect
  }
}
