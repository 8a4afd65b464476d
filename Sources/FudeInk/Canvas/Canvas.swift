public import FudeModel

/// A document of strokes: drawn live, taken back, undone, erased, found and painted.
///
/// A stroke may begin *provisional*, while arbitration is not sure that a pen drew it: it is drawn,
/// but only ``commit(_:)`` puts it into the document and on the undo stack; ``revoke(_:)`` takes it
/// back without a trace. Strokes may be drawn at the same time. A call with an unknown id does
/// nothing.
public struct Canvas: Sendable {
  /// All strokes ever begun; hidden ones stay for undo.
  var strokes: [Stroke] = []
  var index = BoundsIndex()
  var undoable: [Change] = []
  var redoable: [Change] = []
  /// Changes gathered between ``beginStep()`` and ``endStep()``.
  var open: Change?
  /// What happened since ``takeJournal()``; `nil` if nothing is noted.
  var journal: [CanvasEntry]?
  /// Where settled ink has changed since ``takeDirty()`` or ``takeChanges()``.
  var dirty = Bounds.nowhere
  /// Where ink that is being drawn has changed since then.
  var liveDirty = Bounds.nowhere
  /// Strokes that ended since then.
  var finished: [StrokeID] = []
  /// Strokes that are taken up to be moved.
  var lifted: [StrokeID] = []
  private var live: [LiveStroke] = []
  /// How to smooth new strokes.
  public var settings = ModelSettings()

  /// An empty canvas.
  public init() {}

  struct LiveStroke: Sendable {
    let id: StrokeID
    var builder: StrokeBuilder
    let isProvisional: Bool
  }

  // MARK: Drawing

  /// Begins a stroke.
  ///
  /// - Parameters:
  ///   - brush: The pen.
  ///   - sample: Its first point.
  ///   - isProvisional: Whether the stroke waits for ``commit(_:)``.
  public mutating func begin(
    brush: Brush, at sample: InkSample, provisional isProvisional: Bool = false
  ) -> StrokeID {
    let id = StrokeID(strokes.count)
    strokes.append(
      Stroke(
        id: id, brush: brush, samples: [], knots: [], isWithoutForce: false,
        rank: strokes.count, bounds: .nowhere, standing: .live))
    index.append(.nowhere)
    live.append(
      LiveStroke(
        id: id, builder: StrokeBuilder(brush: brush, settings: settings, tolerance: nil),
        isProvisional: isProvisional))
    extend(id, with: sample)
    return id
  }

  /// Sets memory aside for `count` samples of a stroke that is being drawn.
  public mutating func reserve(_ count: Int, for id: StrokeID) {
    guard let place = live.firstIndex(where: { $0.id == id }) else { return }
    strokes[id.rawValue].samples.reserveCapacity(count)
    strokes[id.rawValue].knots.reserveCapacity(count)
    live[place].builder.reserve(count)
  }

  /// Draws on to the next point.
  public mutating func extend(_ id: StrokeID, with sample: InkSample) {
    guard let place = live.firstIndex(where: { $0.id == id }) else { return }
    strokes[id.rawValue].samples.append(sample)
    touchTail(place)
    live[place].builder.append(sample)
    settle(place)
    touchTail(place)
  }

  /// Corrects the force of an earlier sample of a live stroke, which a device measured late.
  ///
  /// The raw sample is corrected whatever its age; the line follows where it has not settled yet
  /// (``StrokeModel/revise(at:pressure:)``). A time at which there is no sample changes nothing.
  public mutating func revise(_ id: StrokeID, at time: Timestamp, pressure: Float?) {
    guard let place = live.firstIndex(where: { $0.id == id }),
      let sample = strokes[id.rawValue].samples.lastIndex(where: { $0.time == time })
    else { return }
    strokes[id.rawValue].samples[sample].pressure = pressure
    touchTail(place)
    live[place].builder.revise(at: time, pressure: pressure)
    touchTail(place)
  }

  /// Lifts the pen. A stroke that is not provisional goes into the document.
  public mutating func end(_ id: StrokeID) {
    guard let place = live.firstIndex(where: { $0.id == id }) else { return }
    touchTail(place)
    live[place].builder.finish()
    settle(place)
    strokes[id.rawValue].isWithoutForce = live[place].builder.model.isWithoutForce
    touchLive(strokes[id.rawValue].bounds)
    finished.append(id)
    let isProvisional = live[place].isProvisional
    live.remove(at: place)
    strokes[id.rawValue].standing = .provisional
    if !isProvisional { commit(id) }
  }

  /// Takes a provisional stroke into the document; ends it first if it is still drawn.
  public mutating func commit(_ id: StrokeID) {
    guard strokes.indices.contains(id.rawValue) else { return }
    if strokes[id.rawValue].standing == .live { end(id) }
    guard strokes[id.rawValue].standing == .provisional else { return }
    strokes[id.rawValue].standing = .committed
    record(Change(shown: [id]))
  }

  /// Takes a live or provisional stroke back: it was never drawn, and undo knows nothing of it.
  public mutating func revoke(_ id: StrokeID) {
    guard strokes.indices.contains(id.rawValue) else { return }
    let standing = strokes[id.rawValue].standing
    guard standing == .live || standing == .provisional else { return }
    if let place = live.firstIndex(where: { $0.id == id }) {
      touchTail(place)
      live.remove(at: place)
      touchLive(strokes[id.rawValue].bounds)
    } else {
      touch(strokes[id.rawValue].bounds)
    }
    strokes[id.rawValue].standing = .hidden
    strokes[id.rawValue].samples = []
    strokes[id.rawValue].knots = []
  }

  /// Takes newly settled knots over from the builder.
  private mutating func settle(_ place: Int) {
    let id = live[place].id.rawValue
    let known = strokes[id].knots.count
    let settled = live[place].builder.knots
    guard settled.count > known else { return }
    var grown = strokes[id].bounds
    for index in known..<settled.count {
      strokes[id].knots.append(settled[index])
      grown.add(settled[index])
    }
    strokes[id].bounds = grown
    strokes[id].measure(from: known)
    index.update(id, grown.grown(by: Canvas.margin))
  }

  /// Marks the place of a live stroke's tail as changed.
  private mutating func touchTail(_ place: Int) {
    var area = Bounds.nowhere
    if let last = strokes[live[place].id.rawValue].knots.last { area.add(last) }
    for knot in live[place].builder.tail { area.add(knot) }
    touchLive(area)
  }

  mutating func touch(_ area: Bounds) {
    if !area.isEmpty { dirty.add(area.grown(by: Canvas.margin)) }
  }

  private mutating func touchLive(_ area: Bounds) {
    if !area.isEmpty { liveDirty.add(area.grown(by: Canvas.margin)) }
  }

  /// How far a curve may leave the box of its knots, in millimetres.
  static let margin: Float = 1

  /// Where the pen of a stroke that is being drawn will be, `horizon` after its newest sample.
  ///
  /// For ink drawn ahead and faded; it never becomes part of the stroke. `nil` if the stroke is not
  /// being drawn. See ``StrokeModel/predicted(at:)``.
  public func predicted(_ id: StrokeID, at horizon: TimeSpan) -> Point? {
    for stroke in live where stroke.id == id { return stroke.builder.model.predicted(at: horizon) }
    return nil
  }

  /// What has changed since the last call; `nil` if nothing.
  public mutating func takeDirty() -> Bounds? {
    var all = dirty
    all.add(liveDirty)
    dirty = .nowhere
    liveDirty = .nowhere
    finished.removeAll(keepingCapacity: true)
    return all.isEmpty ? nil : all
  }

  // MARK: Strokes

  /// A stroke; `nil` if it was never begun or is not drawn now. A live one has its settled part.
  public subscript(id: StrokeID) -> Stroke? {
    guard strokes.indices.contains(id.rawValue), strokes[id.rawValue].standing != .hidden else {
      return nil
    }
    return strokes[id.rawValue]
  }

  /// All strokes that are drawn, from the bottom up.
  public var drawn: [StrokeID] {
    var found: [Int] = []
    for stroke in strokes where stroke.standing != .hidden { found.append(stroke.id.rawValue) }
    return ordered(found).map { StrokeID($0) }
  }

  /// How many strokes are drawn.
  public var drawnCount: Int {
    var count = 0
    for stroke in strokes where stroke.standing != .hidden { count += 1 }
    return count
  }

  /// Where all drawn ink lies; `nil` if there is none.
  public var bounds: Bounds? {
    var all = Bounds.nowhere
    for stroke in strokes where stroke.standing != .hidden { all.add(stroke.bounds) }
    return all.isEmpty ? nil : all
  }

  /// Sorts strokes from the bottom up.
  func ordered(_ found: [Int]) -> [Int] {
    if isOrdered(found) { return found }
    return found.sorted { (strokes[$0].rank, $0) < (strokes[$1].rank, $1) }
  }

  func isOrdered(_ found: [Int]) -> Bool {
    var index = 1
    while index < found.count {
      if strokes[found[index - 1]].rank > strokes[found[index]].rank { return false }
      index += 1
    }
    return true
  }

  /// Knots of a live stroke that may still change.
  func tail(of id: StrokeID) -> [Knot] {
    for stroke in live where stroke.id == id { return stroke.builder.tail }
    return []
  }

  /// The outline of a stroke in millimetres, for vector formats.
  ///
  /// - Parameters:
  ///   - id: Which stroke; one that is not drawn has no outline.
  ///   - tolerance: The greatest distance from the true curve, in millimetres.
  public func outline(of id: StrokeID, tolerance: Double = 0.005) -> Polygons {
    guard let stroke = self[id] else { return Polygons() }
    var builder = OutlineBuilder(
      tolerance: Float(max(1e-4, tolerance)), ends: stroke.brush.ends, isSimple: true)
    for knot in stroke.knots { builder.add(knot) }
    for knot in tail(of: id) { builder.add(knot) }
    builder.finish()
    return builder.polygons
  }
}
