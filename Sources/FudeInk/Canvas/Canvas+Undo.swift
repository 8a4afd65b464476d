public import FudeModel

extension Canvas {
  /// One step that can be undone: what appeared, what disappeared, what moved.
  struct Change: Sendable {
    var shown: [StrokeID] = []
    var hidden: [StrokeID] = []
    var moved: [StrokeID] = []
    var distance: SIMD2<Float> = .zero
  }

  /// Whether ``undo()`` would change something.
  public var canUndo: Bool { !undoable.isEmpty }
  /// Whether ``redo()`` would change something.
  public var canRedo: Bool { !redoable.isEmpty }

  /// Takes the last step back; false if there is none. Strokes being drawn are not touched.
  @discardableResult
  public mutating func undo() -> Bool {
    guard let change = undoable.popLast() else { return false }
    apply(show: change.hidden, hide: change.shown, move: change.moved, by: -change.distance)
    redoable.append(change)
    journal?.append(.undone)
    return true
  }

  /// Does the last undone step again; false if there is none.
  @discardableResult
  public mutating func redo() -> Bool {
    guard let change = redoable.popLast() else { return false }
    apply(show: change.shown, hide: change.hidden, move: change.moved, by: change.distance)
    undoable.append(change)
    journal?.append(.redone)
    return true
  }

  /// Gathers what follows into one step, until ``endStep()``: an eraser's path is undone at once.
  public mutating func beginStep() {
    endStep()
    open = Change()
  }

  /// Ends what ``beginStep()`` began. A step that changed nothing leaves no trace.
  public mutating func endStep() {
    guard let change = open else { return }
    open = nil
    if !change.shown.isEmpty || !change.hidden.isEmpty { record(change) }
  }

  mutating func record(_ change: Change) {
    if var gathered = open, change.moved.isEmpty {
      // What appeared and disappeared within the step never was.
      for id in change.hidden {
        if let index = gathered.shown.firstIndex(of: id) {
          gathered.shown.remove(at: index)
        } else {
          gathered.hidden.append(id)
        }
      }
      gathered.shown.append(contentsOf: change.shown)
      open = gathered
      return
    }
    undoable.append(change)
    redoable.removeAll()
    note(change)
  }

  mutating func apply(
    show: [StrokeID], hide: [StrokeID], move: [StrokeID], by distance: SIMD2<Float>
  ) {
    for id in show { set(id, .committed) }
    for id in hide { set(id, .hidden) }
    shift(move, by: distance)
  }

  mutating func set(_ id: StrokeID, _ standing: Stroke.Standing) {
    strokes[id.rawValue].standing = standing
    touch(strokes[id.rawValue].bounds)
  }

  /// Moves strokes by a distance in millimetres, as one step. Raw samples move with them.
  public mutating func move(_ ids: [StrokeID], by distance: Point) {
    lower()
    let known = ids.filter {
      strokes.indices.contains($0.rawValue) && strokes[$0.rawValue].standing == .committed
    }
    let way = SIMD2(Float(distance.x), Float(distance.y))
    guard !known.isEmpty, way != .zero, way.x.isFinite, way.y.isFinite else { return }
    shift(known, by: way)
    record(Change(moved: known, distance: way))
  }

  private mutating func shift(_ ids: [StrokeID], by way: SIMD2<Float>) {
    for id in ids {
      let place = id.rawValue
      touch(strokes[place].bounds)
      strokes[place].shift(by: way)
      index.update(place, strokes[place].bounds.grown(by: Canvas.margin))
      touch(strokes[place].bounds)
    }
  }
}
