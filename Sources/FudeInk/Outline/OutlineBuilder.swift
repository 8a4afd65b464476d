/// Makes the outline of a stroke, knot by knot.
///
/// The curve is cut into straight steps so fine that neither it nor its edges are off by more than
/// the tolerance. Steps that go on in about the same direction share one polygon; where the line
/// turns so sharply that an edge would run backwards, the polygon ends in a half disc and the next
/// begins with one. So each polygon is simple where it is made, and a stroke that doubles back has
/// no hourglass and no hair. O(steps) a knot.
struct OutlineBuilder: Sendable {
  /// What has been closed so far.
  private(set) var polygons = Polygons()
  /// The two edges of the polygon being made.
  private var left: [SIMD2<Float>] = []
  private var right: [SIMD2<Float>] = []
  private var pen = Pen()
  private var mark = Mark()

  /// The greatest distance between curve and outline, in the knots' unit.
  let tolerance: Float
  let ends: StrokeEnds
  private let isSimple: Bool

  /// Knots after which a polygon is closed and the next begins on the same cut. What comes out for
  /// such a chunk depends on it and the one before only, so a part of a long stroke can be drawn
  /// without the rest and looks the same.
  static let chunk = 32

  /// - Parameters:
  ///   - tolerance: The greatest distance between curve and outline, in the knots' unit.
  ///   - ends: The shape of both ends.
  ///   - isSimple: Whether a sharp turn ends a polygon, so that each is simple where it is made.
  ///     If not, the polygon goes on and lies over itself there: fewer corners, and the same shape
  ///     for all who fill what is wound round at all.
  init(tolerance: Float, ends: StrokeEnds = .round, isSimple: Bool = false) {
    self.tolerance = tolerance
    self.ends = ends
    self.isSimple = isSimple
  }

  /// The state between two knots.
  private struct Pen {
    var knot: Knot?
    /// The last step's end: where, how wide, and the direction of the step that led there.
    var place: SIMD2<Float> = .zero
    var radius: Float = 0
    var direction: SIMD2<Float>?
    /// Where the polygon being made begins: its first entries in `left` and `right`.
    var firstLeft = 0
    var firstRight = 0
    /// The half disc that closes its beginning; `nil` on a straight cut.
    var cap: Cap?
    /// The last point, while it is held back, and the sector of directions that pass all points
    /// held back since the last step.
    var isHolding = false
    var held: SIMD2<Float> = .zero
    var heldRadius: Float = 0
    var low: SIMD2<Float> = .zero
    var high: SIMD2<Float> = .zero
    /// Knots since the first.
    var count = 0
    /// Whether the polygon ends at the next step.
    var isSeam = false
    /// How far the line went so far.
    var travelled: Float = 0
  }

  private struct Cap {
    var center: SIMD2<Float>
    var normal: SIMD2<Float>
  }

  /// What ``rollBack()`` returns to.
  private struct Mark {
    var pen = Pen()
    var left = 0
    var right = 0
    var polygons = 0
    var lastLeft: SIMD2<Float> = .zero
    var lastRight: SIMD2<Float> = .zero
  }

  mutating func reserve(_ points: Int) {
    polygons.reserve(points)
    left.reserveCapacity(512)
    right.reserveCapacity(512)
  }

  mutating func reset() {
    polygons.removeAll()
    left.removeAll(keepingCapacity: true)
    right.removeAll(keepingCapacity: true)
    pen = Pen()
    mark = Mark()
  }

  /// Begins another line beside what was made so far.
  mutating func restart() {
    let (firstLeft, firstRight) = (pen.firstLeft, pen.firstRight)
    pen = Pen()
    pen.firstLeft = firstLeft
    pen.firstRight = firstRight
  }

  /// Continues the stroke to a knot.
  mutating func add(_ knot: Knot) {
    guard let from = pen.knot else {
      pen.knot = knot
      pen.place = knot.position
      pen.radius = knot.radius
      return
    }
    pen.knot = knot
    flatten(from: from, to: knot)
    pen.count += 1
    if pen.count % OutlineBuilder.chunk == 0 {
      release()
      pen.isSeam = true
    }
  }

  /// Ends the stroke.
  mutating func finish() {
    guard let knot = pen.knot else { return }
    release()
    if pen.direction != nil, ends != .flat || pen.travelled > pen.radius {
      close(cap: ends != .flat)
    } else {
      disc(at: knot.position, radius: max(pen.radius, knot.radius))
    }
    pen.knot = nil
  }

  /// What was added so far is settled: ``rollBack()`` returns to here.
  mutating func settle() {
    if pen.firstLeft > 0 || pen.firstRight > 0 {
      left.removeFirst(pen.firstLeft)
      right.removeFirst(pen.firstRight)
      pen.firstLeft = 0
      pen.firstRight = 0
    }
    mark = Mark(
      pen: pen, left: left.count, right: right.count, polygons: polygons.count,
      lastLeft: left.last ?? .zero, lastRight: right.last ?? .zero)
  }

  /// Takes back what was added since the last ``settle()``.
  mutating func rollBack() {
    pen = mark.pen
    left.removeLast(left.count - mark.left)
    right.removeLast(right.count - mark.right)
    if !left.isEmpty { left[left.count - 1] = mark.lastLeft }
    if !right.isEmpty { right[right.count - 1] = mark.lastRight }
    polygons.truncate(to: mark.polygons)
  }

  /// How many polygons are settled.
  var settledCount: Int { mark.polygons }

  // MARK: Steps

  private mutating func flatten(from a: Knot, to b: Knot) {
    let h = b.time - a.time
    let chord = b.position - a.position
    let span = chord.length
    guard span > 0 else {
      pen.radius = max(pen.radius, b.radius)
      return
    }
    var entry = a.velocity * h
    var exit = b.velocity * h
    // A tangent longer than the curve can be, or one that points backwards, makes a loop.
    limit(&entry, chord: chord, span: span)
    limit(&exit, chord: chord, span: span)
    let bend1 = chord * 3 - entry * 2 - exit
    let bend2 = entry + exit - chord * 2
    // Second differences bound the distance between a cubic and its chords.
    let bend = 2 * max(bend1.length, (bend1 + bend2 * 3).length)
    let widest = max(a.radius, b.radius, tolerance)
    // Both as squares: most pieces between two samples need one step only.
    let turn = turning(entry, exit)
    let need = max(bend, turn * widest) / (8 * tolerance)
    let steps = need <= 1 ? 1 : min(64, Int(need.squareRoot() + 0.999))
    for step in 1...steps {
      let t = step == steps ? 1 : Float(step) / Float(steps)
      let place =
        step == steps ? b.position : a.position + (entry + (bend1 + bend2 * t) * t) * t
      advance(to: place, radius: a.radius + (b.radius - a.radius) * t)
    }
  }

  private func limit(_ tangent: inout SIMD2<Float>, chord: SIMD2<Float>, span: Float) {
    let length = tangent.length
    if length > 0, tangent.dot(chord) <= 0.2 * length * span {
      tangent = chord
    } else if length > 2 * span {
      tangent *= 2 * span / length
    }
  }

  /// About the square of the angle between two tangents, in radians².
  private func turning(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Float {
    let lengths = (a.dot(a) * b.dot(b)).squareRoot()
    guard lengths > 0 else { return 0 }
    return max(0, 2 - 2 * a.dot(b) / lengths)
  }

  /// Takes a point of the line; draws only as many steps as it takes to stay within tolerance.
  ///
  /// Points are held back while one straight step passes all of them closely (the sector of
  /// directions that do narrows with each) and its width fits theirs.
  @inline(__always)
  private mutating func advance(to place: SIMD2<Float>, radius: Float) {
    if pen.isHolding, !fits(place, radius) { release() }
    let way = place - pen.place
    let squared = way.dot(way)
    if squared <= tolerance * tolerance {  // too short to have a direction
      if !pen.isHolding { pen.radius = max(pen.radius, radius) }
      return
    }
    let aside = way.turned * (tolerance / squared.squareRoot())
    let (low, high) = (way - aside, way + aside)
    if pen.isHolding {
      if pen.low.cross(low) > 0 { pen.low = low }
      if high.cross(pen.high) > 0 { pen.high = high }
    } else {
      pen.low = low
      pen.high = high
      pen.isHolding = true
    }
    pen.held = place
    pen.heldRadius = radius
  }

  /// Draws to the point held back, if there is one.
  private mutating func release() {
    guard pen.isHolding else { return }
    pen.isHolding = false
    draw(to: pen.held, radius: pen.heldRadius)
  }

  /// Whether a step from the pen's place to here passes the points held back closely enough.
  @inline(__always)
  private func fits(_ place: SIMD2<Float>, _ radius: Float) -> Bool {
    let way = place - pen.place
    guard pen.low.cross(way) >= 0, way.cross(pen.high) >= 0 else { return false }
    let before = pen.held - pen.place
    let length = way.dot(way)
    let reach = before.dot(way)
    guard reach >= 0, length > reach else { return false }
    let expected = pen.radius + (radius - pen.radius) * (reach / length)
    return abs(expected - pen.heldRadius) <= tolerance
  }

  private mutating func draw(to place: SIMD2<Float>, radius: Float) {
    let move = place - pen.place
    let span = move.length
    guard span > 0 else { return }
    let direction = move / span
    let normal = direction.turned
    let l = place - normal * radius
    let r = place + normal * radius
    join(direction, nextLeft: l, nextRight: r)
    left.append(l)
    right.append(r)
    pen.place = place
    pen.radius = radius
    pen.direction = direction
    pen.travelled += span
  }

  /// Prepares the edges for a step in `direction` from the pen's place.
  private mutating func join(
    _ direction: SIMD2<Float>, nextLeft: SIMD2<Float>, nextRight: SIMD2<Float>
  ) {
    guard let before = pen.direction else {
      open(direction, cap: ends != .flat)
      return
    }
    if pen.isSeam { split() }
    let cosine = before.dot(direction)
    let miter = (before + direction).turned * (pen.radius / (1 + max(cosine, 0)))
    let isRightInner = before.cross(direction) > 0
    let inner = isRightInner ? pen.place + miter : pen.place - miter
    // The inner edges meet where both offsets cross; if that is behind either, there is no meeting.
    let previous = isRightInner ? right[right.count - 2] : left[left.count - 2]
    let next = isRightInner ? nextRight : nextLeft
    guard cosine > 0.2, (inner - previous).dot(before) > 0, (next - inner).dot(direction) > 0
    else {
      if isSimple {
        close(cap: true)
        open(direction, cap: true)
      } else {
        pivot(before, direction, isRightInner: isRightInner)
      }
      return
    }
    let outer = isRightInner ? pen.place - miter : pen.place + miter
    let isGentle = pen.radius * (1 - cosine) <= 2 * tolerance
    if isRightInner {
      right[right.count - 1] = inner
      if isGentle { left[left.count - 1] = outer }
    } else {
      left[left.count - 1] = inner
      if isGentle { right[right.count - 1] = outer }
    }
    guard !isGentle else { return }
    let from = (isRightInner ? left[left.count - 1] : right[right.count - 1]) - pen.place
    let to = direction.turned * (isRightInner ? -pen.radius : pen.radius)
    let center = pen.place
    let depth = OutlineBuilder.depth(from: from, to: to, tolerance: tolerance)
    if isRightInner {
      OutlineBuilder.arc(from, to, depth) { left.append(center + $0) }
      left.append(center + to)
    } else {
      OutlineBuilder.arc(from, to, depth) { right.append(center + $0) }
      right.append(center + to)
    }
  }

  /// A sharp turn within one polygon: an arc outside, and inside by way of the pen's place.
  ///
  /// The polygon is then the sum of its steps' quadrilaterals and the arcs' wedges, all of which
  /// turn the same way round, so it has no hole.
  private mutating func pivot(
    _ before: SIMD2<Float>, _ direction: SIMD2<Float>, isRightInner: Bool
  ) {
    let center = pen.place
    let side: Float = isRightInner ? -pen.radius : pen.radius
    let from = before.turned * side
    let to = direction.turned * side
    let tip = before - direction
    let middle = before.dot(direction) < 0 ? tip * (pen.radius / tip.length) : nil
    let tolerance = tolerance
    func turn(_ body: (SIMD2<Float>) -> Void) {
      let first = middle ?? to
      let depth = OutlineBuilder.depth(from: from, to: first, tolerance: tolerance)
      OutlineBuilder.arc(from, first, depth, body)
      if let middle {
        body(middle)
        OutlineBuilder.arc(middle, to, depth, body)
      }
      body(to)
    }
    if isRightInner {
      turn { left.append(center + $0) }
      right.append(center)
      right.append(center - to)
    } else {
      turn { right.append(center + $0) }
      left.append(center)
      left.append(center - to)
    }
  }

  private mutating func open(_ direction: SIMD2<Float>, cap: Bool) {
    let normal = direction.turned * pen.radius
    left.append(pen.place - normal)
    right.append(pen.place + normal)
    pen.cap = cap ? Cap(center: pen.place, normal: normal) : nil
  }

  /// Ends the polygon on a straight cut and begins the next there.
  private mutating func split() {
    let l = left.count
    let r = right.count
    emit(upTo: 1, cap: nil, center: .zero)
    // The cut and the step after it begin the next polygon.
    for index in (l - 2)..<l { left.append(left[index]) }
    for index in (r - 2)..<r { right.append(right[index]) }
    pen.firstLeft = l
    pen.firstRight = r
    pen.cap = nil
    pen.isSeam = false
  }

  private mutating func close(cap: Bool) {
    let normal = (pen.direction ?? SIMD2(1, 0)).turned * pen.radius
    emit(upTo: 0, cap: cap ? normal : nil, center: pen.place)
    pen.firstLeft = left.count
    pen.firstRight = right.count
    pen.direction = nil
  }

  // MARK: Polygons

  /// Writes the polygon out, without the last `leftOut` points of each edge.
  private mutating func emit(upTo leftOut: Int, cap: SIMD2<Float>?, center: SIMD2<Float>) {
    for index in pen.firstLeft..<(left.count - leftOut) { polygons.append(left[index]) }
    if let cap { halfDisc(at: center, from: -cap) }
    var index = right.count - leftOut - 1
    while index >= pen.firstRight {
      polygons.append(right[index])
      index -= 1
    }
    if let cap = pen.cap { halfDisc(at: cap.center, from: cap.normal) }
    polygons.close()
  }

  private mutating func disc(at center: SIMD2<Float>, radius: Float) {
    guard radius > 0 else { return }
    let spoke = SIMD2(radius, 0)
    polygons.append(center + spoke)
    halfDisc(at: center, from: spoke)
    polygons.append(center - spoke)
    halfDisc(at: center, from: -spoke)
    polygons.close()
  }

  /// The inner points of a half disc's edge, clockwise from one end of its diameter.
  private mutating func halfDisc(at center: SIMD2<Float>, from start: SIMD2<Float>) {
    let middle = start.turned
    let depth = OutlineBuilder.depth(from: start, to: middle, tolerance: tolerance)
    OutlineBuilder.arc(start, middle, depth) { polygons.append(center + $0) }
    polygons.append(center + middle)
    OutlineBuilder.arc(middle, -start, depth) { polygons.append(center + $0) }
  }

  /// How often an arc must be halved until its chords are within the tolerance.
  private static func depth(
    from: SIMD2<Float>, to: SIMD2<Float>, tolerance: Float
  ) -> Int {
    let gap = to - from
    let squared = gap.dot(gap)
    // An arc over a chord c of a circle of radius r rises c²/8r above it.
    var rise = squared / (8 * max(from.length, 1e-6))
    var depth = 0
    while rise > tolerance, depth < 7 {
      rise /= 4
      depth += 1
    }
    return depth
  }

  /// The points between two spokes of equal length, found by halving: only sums and roots, so the
  /// same bits everywhere.
  private static func arc(
    _ from: SIMD2<Float>, _ to: SIMD2<Float>, _ depth: Int, _ body: (SIMD2<Float>) -> Void
  ) {
    guard depth > 0 else { return }
    let sum = from + to
    let middle = sum * (from.dot(from) / max(sum.dot(sum), 1e-12)).squareRoot()
    arc(from, middle, depth - 1, body)
    body(middle)
    arc(middle, to, depth - 1, body)
  }
}
