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

  /// Steps after which a polygon is closed and the next begins on the same cut, so that a part of
  /// a long stroke can be drawn without the rest.
  private static let longest = 96

  init(tolerance: Float, ends: StrokeEnds = .round) {
    self.tolerance = tolerance
    self.ends = ends
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
  }

  /// Ends the stroke.
  mutating func finish() {
    guard let knot = pen.knot else { return }
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
    let fine = (bend / (8 * tolerance)).squareRoot()
    let round = turning(entry, exit) * (widest / (8 * tolerance)).squareRoot()
    let steps = max(1, min(64, Int(max(fine, round) + 0.999)))
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

  /// About the angle between two tangents, in radians.
  private func turning(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Float {
    let lengths = (a.dot(a) * b.dot(b)).squareRoot()
    guard lengths > 0 else { return 0 }
    let cosine = max(-1, min(1, a.dot(b) / lengths))
    return (2 - 2 * cosine).squareRoot()
  }

  private mutating func advance(to place: SIMD2<Float>, radius: Float) {
    let move = place - pen.place
    let span = move.length
    if span <= tolerance {  // too short to have a direction: the next step covers it
      pen.radius = max(pen.radius, radius)
      return
    }
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
    if left.count - pen.firstLeft > OutlineBuilder.longest { split() }
    let cosine = before.dot(direction)
    let miter = (before + direction).turned * (pen.radius / (1 + max(cosine, 0)))
    let isRightInner = before.cross(direction) > 0
    let inner = isRightInner ? pen.place + miter : pen.place - miter
    // The inner edges meet where both offsets cross; if that is behind either, there is no meeting.
    let previous = isRightInner ? right[right.count - 2] : left[left.count - 2]
    let next = isRightInner ? nextRight : nextLeft
    guard cosine > 0.2, (inner - previous).dot(before) > 0, (next - inner).dot(direction) > 0
    else {
      close(cap: true)
      open(direction, cap: true)
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
    let depth = depth(from: from, to: to)
    if isRightInner {
      OutlineBuilder.arc(from, to, depth) { left.append(center + $0) }
      left.append(center + to)
    } else {
      OutlineBuilder.arc(from, to, depth) { right.append(center + $0) }
      right.append(center + to)
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
    let depth = depth(from: start, to: middle)
    OutlineBuilder.arc(start, middle, depth) { polygons.append(center + $0) }
    polygons.append(center + middle)
    OutlineBuilder.arc(middle, -start, depth) { polygons.append(center + $0) }
  }

  /// How often an arc must be halved until its chords are within the tolerance.
  private func depth(from: SIMD2<Float>, to: SIMD2<Float>) -> Int {
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
