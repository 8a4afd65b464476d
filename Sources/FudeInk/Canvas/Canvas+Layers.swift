/// Which strokes to paint.
///
/// A view that keeps settled ink in a bitmap of its own has to paint only the stroke in hand over
/// it, however many lie below.
public enum InkLayer: UInt8, Hashable, Sendable {
  /// All that are drawn.
  case all
  /// Those that have ended.
  case settled
  /// Those that are being drawn.
  case live

  func holds(_ standing: Stroke.Standing) -> Bool {
    switch standing {
    case .hidden: false
    case .live: self != .settled
    case .provisional, .committed: self != .live
    }
  }
}

/// What has to be painted anew.
public struct CanvasChanges: Sendable {
  /// Where settled ink has to be painted from the bottom up; `nil` if nowhere.
  public var settled: Bounds?
  /// Strokes to paint once over the settled ink, in order; empty if ``settled`` holds their place.
  public var finished: [StrokeID]
  /// Where live ink was or is; `nil` if nowhere.
  public var live: Bounds?
}

extension Canvas {
  /// What has changed since the last call, or since ``takeDirty()``, layer by layer.
  public mutating func takeChanges() -> CanvasChanges {
    var over = finished.filter { strokes[$0.rawValue].standing != .hidden }
    // A stroke that ended below another, or where something else has changed, is not simply on top.
    if !dirty.isEmpty || !areOnTop(over) {
      for id in over { touch(strokes[id.rawValue].bounds) }
      over = []
    }
    defer {
      dirty = .nowhere
      liveDirty = .nowhere
      finished.removeAll(keepingCapacity: true)
    }
    return CanvasChanges(
      settled: dirty.isEmpty ? nil : dirty, finished: over,
      live: liveDirty.isEmpty ? nil : liveDirty)
  }

  /// Whether nothing settled but these strokes themselves lies above the first of them.
  private func areOnTop(_ ids: [StrokeID]) -> Bool {
    guard let first = ids.first else { return true }
    var left = ids[...]
    for place in first.rawValue..<strokes.count {
      if left.first?.rawValue == place {
        left.removeFirst()
      } else if InkLayer.settled.holds(strokes[place].standing) {
        return false
      }
    }
    return left.isEmpty
  }

  /// Paints one stroke over what is there; returns the pixels that it can touch.
  @discardableResult
  public func paint(
    _ id: StrokeID, into bitmap: inout Bitmap, viewport: Viewport, renderer: inout Renderer
  ) -> PixelRect {
    guard let stroke = self[id] else { return .empty }
    let rect = pixels(
      of: stroke.bounds.grown(by: Canvas.margin), viewport: viewport, in: bitmap.bounds)
    guard !rect.isEmpty else { return rect }
    renderer.paint(
      stroke, [], Projection(viewport), viewport.area(of: rect), on: &bitmap, clip: rect)
    return rect
  }
}

extension Bitmap {
  /// Takes a rectangle of pixels over from a bitmap of the same size.
  public mutating func copy(_ rect: PixelRect, from other: Bitmap) {
    let rect = rect.intersection(bounds).intersection(other.bounds)
    guard !rect.isEmpty, other.width == width else { return }
    let stride = width
    pixels.withUnsafeMutableBufferPointer { target in
      other.pixels.withUnsafeBufferPointer { source in
        for y in rect.y..<(rect.y + rect.height) {
          let start = y * stride + rect.x
          guard let to = target.baseAddress, let from = source.baseAddress else { return }
          (to + start).update(from: from + start, count: rect.width)
        }
      }
    }
  }
}
