import FudeEngine
public import FudeInk
public import FudeModel

/// Strokes taken together to be moved or taken away.
public struct Selection: Sendable {
  /// The strokes, from the bottom up.
  public internal(set) var strokes: [StrokeID] = []
  /// Where their ink lies, in canvas millimetres; `nil` without strokes.
  public internal(set) var bounds: (from: Point, to: Point)?
  /// The rectangle that is being drawn around strokes, in canvas millimetres.
  public internal(set) var frame: (from: Point, to: Point)?
  /// How far the strokes are being moved, in canvas millimetres.
  public internal(set) var shift: Point?
  var start = Point.zero

  mutating func clear() { self = Selection() }

  func contains(_ place: Point) -> Bool {
    guard let bounds else { return false }
    return place.x >= bounds.from.x && place.x <= bounds.to.x && place.y >= bounds.from.y
      && place.y <= bounds.to.y
  }
}

extension SurfaceSession {
  // MARK: With the selecting tool

  /// Selects nothing; strokes that were being moved are where they were.
  mutating func deselect() {
    engine.canvas.lower()
    stopMoving()
    selection.clear()
  }

  mutating func begin(at place: Point) {
    let spot = engine.view.point(at: place)
    if selection.contains(spot) {
      selection.shift = .zero
      engine.canvas.lift(selection.strokes)
    } else {
      deselect()
      selection.frame = (spot, spot)
    }
    selection.start = spot
    revision += 1
  }

  mutating func go(to place: Point) {
    let spot = engine.view.point(at: place)
    if selection.shift != nil {
      selection.shift = spot - selection.start
    } else {
      selection.frame = (selection.start, spot)
    }
    revision += 1
  }

  mutating func finish() {
    revision += 1
    if let shift = selection.shift {
      engine.canvas.move(selection.strokes, by: shift)
      engine.canvas.lower()
      selection.shift = nil
      measureSelection()
      return
    }
    guard let frame = selection.frame else { return }
    selection.frame = nil
    // A tap takes the topmost stroke; a frame takes what lies within.
    if frame.from.distance(to: frame.to) * engine.view.scale < 3 {
      selection.strokes = engine.canvas.stroke(at: frame.to, within: 2).map { [$0] } ?? []
    } else {
      selection.strokes = engine.canvas.strokes(in: Bounds(from: frame.from, to: frame.to))
    }
    measureSelection()
  }

  mutating func measureSelection() {
    selection.bounds = nil
    for id in selection.strokes {
      guard let stroke = engine.canvas[id] else { continue }
      for knot in stroke.knots {
        let radius = Double(knot.radius) + 1
        let x = Double(knot.position.x)
        let y = Double(knot.position.y)
        let old = selection.bounds ?? (Point(x: x, y: y), Point(x: x, y: y))
        selection.bounds = (
          Point(x: min(old.from.x, x - radius), y: min(old.from.y, y - radius)),
          Point(x: max(old.to.x, x + radius), y: max(old.to.y, y + radius))
        )
      }
    }
  }

  // MARK: With a finger that leaves no ink

  mutating func startWork(at place: Point) {
    if tool == .select {
      begin(at: place)
    } else {
      engine.canvas.beginStep()
      work(from: place, to: place)
    }
  }

  mutating func work(from: Point, to: Point) {
    if tool == .select {
      go(to: to)
      return
    }
    let radius = engine.options.eraserRadius / engine.view.scale
    let path = (engine.view.point(at: from), engine.view.point(at: to))
    switch engine.options.eraser {
    case .parts: engine.canvas.eraseParts(from: path.0, to: path.1, radius: radius)
    case .strokes: engine.canvas.eraseStrokes(from: path.0, to: path.1, radius: radius)
    }
    revision += 1
  }

  mutating func endWork() {
    if tool == .select { finish() } else { engine.canvas.endStep() }
    revision += 1
  }
}
