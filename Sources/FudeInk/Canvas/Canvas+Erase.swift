public import FudeModel

extension Canvas {
  /// The topmost committed stroke whose ink comes within `radius` millimetres of a place.
  public func stroke(at place: Point, within radius: Double = 0) -> StrokeID? {
    let spot = SIMD2(Float(place.x), Float(place.y))
    return found(from: spot, to: spot, radius: Float(radius)).last.map { StrokeID($0) }
  }

  /// The committed strokes that lie wholly within an area, from the bottom up.
  public func strokes(in area: Bounds) -> [StrokeID] {
    var found: [Int] = []
    index.forEach(in: area) { place in
      let inner = strokes[place].bounds
      if strokes[place].standing == .committed, area.contains(inner.sides.lowHalf),
        area.contains(inner.sides.highHalf)
      {
        found.append(place)
      }
    }
    return ordered(found).map { StrokeID($0) }
  }

  /// Erases whole strokes that an eraser's path touches; returns them.
  ///
  /// - Parameters:
  ///   - from: Where the path begins, in millimetres.
  ///   - to: Where it ends.
  ///   - radius: Half the eraser's width in millimetres.
  @discardableResult
  public mutating func eraseStrokes(from: Point, to: Point, radius: Double) -> [StrokeID] {
    let hits = found(
      from: SIMD2(Float(from.x), Float(from.y)), to: SIMD2(Float(to.x), Float(to.y)),
      radius: Float(radius)
    ).map { StrokeID($0) }
    guard !hits.isEmpty else { return [] }
    for id in hits { set(id, .hidden) }
    record(Change(hidden: hits))
    return hits
  }

  /// Erases what an eraser's path covers and leaves the rest of each stroke as strokes of their
  /// own; returns the strokes that were cut. Parameters as for ``eraseStrokes(from:to:radius:)``.
  @discardableResult
  public mutating func eraseParts(from: Point, to: Point, radius: Double) -> [StrokeID] {
    let path = Segment(
      from: SIMD2(Float(from.x), Float(from.y)), to: SIMD2(Float(to.x), Float(to.y)))
    let hits = found(from: path.from, to: path.to, radius: Float(radius))
    guard !hits.isEmpty else { return [] }
    var change = Change()
    for place in hits {
      let id = StrokeID(place)
      // Ink beside a line's middle counts only with the middle.
      guard let pieces = strokes[place].remains(path, radius: Float(radius)) else { continue }
      change.hidden.append(id)
      set(id, .hidden)
      for knots in pieces { change.shown.append(insert(knots, of: place)) }
    }
    if !change.hidden.isEmpty { record(change) }
    return change.hidden
  }

  /// A new stroke from a part of an old one.
  private mutating func insert(_ knots: [Knot], of place: Int) -> StrokeID {
    var piece = strokes[place]
    let id = StrokeID(strokes.count)
    var bounds = Bounds.nowhere
    for knot in knots { bounds.add(knot) }
    let first = knots.first?.time ?? 0
    let last = knots.last?.time ?? 0
    let start = piece.samples.first?.time ?? .zero
    piece.samples.removeAll { sample in
      let time = Float((sample.time - start).seconds)
      return time < first || time > last
    }
    strokes.append(
      Stroke(
        id: id, brush: piece.brush, samples: piece.samples, knots: knots,
        isWithoutForce: piece.isWithoutForce, rank: piece.rank, bounds: bounds,
        standing: .committed))
    index.append(bounds.grown(by: Canvas.margin))
    return id
  }

  /// Committed strokes whose ink comes within `radius` of a path, from the bottom up.
  private func found(from: SIMD2<Float>, to: SIMD2<Float>, radius: Float) -> [Int] {
    let path = Segment(from: from, to: to)
    let reach = max(0, radius)
    let area = Bounds(
      sides: SIMD4(
        lowHalf: pointwiseMin(from, to) - reach, highHalf: pointwiseMax(from, to) + reach))
    guard area.sides.x.isFinite, area.sides.w.isFinite else { return [] }
    var found: [Int] = []
    index.forEach(in: area) { place in
      if strokes[place].standing == .committed, strokes[place].meets(path, radius: reach) {
        found.append(place)
      }
    }
    return ordered(found)
  }
}

/// A straight line between two places.
struct Segment {
  var from: SIMD2<Float>
  var to: SIMD2<Float>

  /// The shortest distance to another segment.
  func distance(to other: Segment) -> Float {
    let a = to - from
    let b = other.to - other.from
    let across = a.cross(b)
    if across != 0 {
      let gap = other.from - from
      let s = gap.cross(b) / across
      let t = gap.cross(a) / across
      if s >= 0, s <= 1, t >= 0, t <= 1 { return 0 }
    }
    return min(
      min(distance(to: other.from), distance(to: other.to)),
      min(other.distance(to: from), other.distance(to: to)))
  }

  /// The shortest distance to a place.
  func distance(to place: SIMD2<Float>) -> Float {
    let way = to - from
    let square = way.dot(way)
    let t = square > 0 ? max(0, min(1, (place - from).dot(way) / square)) : 0
    return (place - from - way * t).length
  }
}

extension Stroke {
  /// Whether the ink comes within `radius` of a path.
  func meets(_ path: Segment, radius: Float) -> Bool {
    guard let first = knots.first else { return false }
    var from = first
    for knot in knots {
      let way = Segment(from: from.position, to: knot.position)
      if path.distance(to: way) <= radius + max(from.radius, knot.radius) { return true }
      from = knot
    }
    return false
  }

  /// What an eraser leaves of the middle line, as runs of knots; `nil` if that is all of it.
  ///
  /// Knots are first set so close that a cut is never off by more than a quarter of the radius. What
  /// is left between two cuts and shorter than half the radius goes, too: where a line runs along
  /// the eraser's edge, no crumbs stay.
  func remains(_ path: Segment, radius: Float) -> [[Knot]]? {
    var runs: [[Knot]] = []
    var run: [Knot] = []
    var isCut = false
    func close() {
      defer { (run, isCut) = ([], true) }
      guard !run.isEmpty else { return }
      var length: Float = 0
      for (from, to) in zip(run, run.dropFirst()) { length += (to.position - from.position).length }
      if !isCut || length >= radius / 2 { runs.append(run) }
    }
    let step = max(0.05, radius / 4)
    var before: Knot?
    for knot in knots {
      if let before, path.distance(to: Segment(from: before.position, to: knot.position)) <= radius
      {
        let count = max(1, min(256, Int((knot.position - before.position).length / step) + 1))
        for part in 1..<max(2, count) where count > 1 {
          let middle = before.between(knot, Float(part) / Float(count))
          if path.distance(to: middle.position) <= radius { close() } else { run.append(middle) }
        }
      }
      if path.distance(to: knot.position) <= radius { close() } else { run.append(knot) }
      before = knot
    }
    if !run.isEmpty { runs.append(run) }
    return isCut ? runs : nil
  }
}

extension Knot {
  /// The knot at a fraction of the way to the next, on the curve between the two.
  func between(_ next: Knot, _ t: Float) -> Knot {
    let h = next.time - time
    let chord = next.position - position
    let entry = velocity * h
    let exit = next.velocity * h
    let bend1 = chord * 3 - entry * 2 - exit
    let bend2 = entry + exit - chord * 2
    return Knot(
      position: position + (entry + (bend1 + bend2 * t) * t) * t,
      velocity: h > 0 ? (entry + (bend1 * 2 + bend2 * 3 * t) * t) / h : velocity,
      radius: radius + (next.radius - radius) * t, time: time + h * t)
  }
}
