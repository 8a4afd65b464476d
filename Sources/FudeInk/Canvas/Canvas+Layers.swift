/// Which strokes to paint.
///
/// A view that keeps settled ink in a bitmap of its own has to paint only the stroke in hand over
/// it, however many lie below.
public enum InkLayer: UInt8, Hashable, Sendable {
  /// All that are drawn.
  case all
  /// Those that have ended, but for ``lifted``.
  case settled
  /// Those that are being drawn.
  case live
  /// Those that are taken up to be moved.
  case lifted

  func holds(_ stroke: Stroke) -> Bool {
    switch stroke.standing {
    case .hidden: false
    case .live: self == .all || self == .live
    case .provisional, .committed:
      switch self {
      case .all: true
      case .live: false
      case .settled: !stroke.isLifted
      case .lifted: stroke.isLifted
      }
    }
  }
}

/// What has to be painted anew.
public struct CanvasChanges: Sendable {
  /// Where settled ink has to be painted from the bottom up; `nil` if nowhere.
  public var settled: Bounds?
  /// Strokes that ended and are there, in order: to paint once over the settled ink. Where
  /// ``settled`` holds their place that is but for the moment, until it is painted anew.
  public var finished: [StrokeID]
  /// Where live ink was or is; `nil` if nowhere.
  public var live: Bounds?
}

extension Canvas {
  /// What has changed since the last call, or since ``takeDirty()``, layer by layer.
  public mutating func takeChanges() -> CanvasChanges {
    let over = finished.filter { strokes[$0.rawValue].standing != .hidden }
    // A stroke that ended below another, or where something else has changed, is not simply on top.
    if !dirty.isEmpty || !areOnTop(over) {
      for id in over { touch(strokes[id.rawValue].bounds) }
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
      } else if InkLayer.settled.holds(strokes[place]) {
        return false
      }
    }
    return left.isEmpty
  }

  /// Paints one stroke over what is there, within a clip.
  public func paint(
    _ id: StrokeID, into bitmap: inout Bitmap, viewport: Viewport, clip: PixelRect,
    renderer: inout Renderer
  ) {
    guard let stroke = self[id] else { return }
    renderer.paint(
      stroke, [], Projection(viewport), viewport.area(of: clip), on: &bitmap, clip: clip)
  }

  /// The pixels that a stroke can touch; none if it is not drawn.
  public func pixels(of id: StrokeID, viewport: Viewport, in frame: PixelRect) -> PixelRect {
    guard let stroke = self[id] else { return .empty }
    return pixels(of: stroke.bounds.grown(by: Canvas.margin), viewport: viewport, in: frame)
  }

  // MARK: Moving

  /// Takes strokes up to be moved: they are no longer among the settled ones but on a layer of their
  /// own, until ``lower()`` or ``move(_:by:)``.
  public mutating func lift(_ ids: [StrokeID]) {
    lower()
    for id in ids where strokes.indices.contains(id.rawValue) {
      strokes[id.rawValue].isLifted = true
      lifted.append(id)
      touch(strokes[id.rawValue].bounds)
    }
  }

  /// Puts strokes that were taken up back where they were.
  public mutating func lower() {
    for id in lifted {
      strokes[id.rawValue].isLifted = false
      touch(strokes[id.rawValue].bounds)
    }
    lifted = []
  }
}

extension Bitmap {
  /// Takes a rectangle of pixels over from another bitmap, as far as both have them.
  public mutating func copy(_ rect: PixelRect, from other: Bitmap) {
    let rect = rect.intersection(bounds).intersection(other.bounds)
    guard !rect.isEmpty else { return }
    let to = (first: place(x: rect.x, y: rect.y), stride: width)
    let from = (first: other.place(x: rect.x, y: rect.y), stride: other.width)
    pixels.withUnsafeMutableBufferPointer { target in
      other.pixels.withUnsafeBufferPointer { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for row in 0..<rect.height {
          (target + (to.first + row * to.stride))
            .update(from: source + (from.first + row * from.stride), count: rect.width)
        }
      }
    }
  }

  /// Lays pixels, some of them clear, over these, moved by whole pixels.
  public mutating func lay(_ other: Bitmap, at shift: SIMD2<Int>, in rect: PixelRect) {
    var moved = other.bounds
    moved.x += shift.x
    moved.y += shift.y
    let rect = rect.intersection(bounds).intersection(moved)
    guard !rect.isEmpty else { return }
    let to = (first: place(x: rect.x, y: rect.y), stride: width)
    let from = (
      first: other.place(x: rect.x - shift.x, y: rect.y - shift.y), stride: other.width
    )
    pixels.withUnsafeMutableBufferPointer { target in
      other.pixels.withUnsafeBufferPointer { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for row in 0..<rect.height {
          let line = target + (to.first + row * to.stride)
          let ink = source + (from.first + row * from.stride)
          for x in 0..<rect.width where ink[x] != 0 {
            line[x] = ink[x] &+ scaled(line[x], by: 255 &- ink[x] &>> 24)
          }
        }
      }
    }
  }
}
