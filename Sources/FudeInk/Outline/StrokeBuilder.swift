public import FudeModel

/// A stroke while it is drawn: samples in, middle line and outline out.
///
/// Knots and polygons before the tail never change again; those of the tail do with each sample.
/// The cost of a sample does not depend on the stroke's length.
public struct StrokeBuilder: Sendable {
  /// The pen in use.
  public let brush: Brush
  /// The smoothed points.
  public private(set) var model: StrokeModel
  /// Settled knots, oldest first, in millimetres.
  public private(set) var knots: [Knot] = []
  /// Knots that may still change, oldest first.
  public private(set) var tail: [Knot] = []
  private var builder: OutlineBuilder
  private let hasOutline: Bool

  /// A stroke that has not begun.
  ///
  /// - Parameters:
  ///   - brush: The pen.
  ///   - settings: How to smooth.
  ///   - tolerance: How far the outline may be from the true curve, in millimetres; a tenth of a
  ///     pixel is invisible. `nil` makes no outline.
  public init(
    brush: Brush, settings: ModelSettings = ModelSettings(), tolerance: Double? = 0.01
  ) {
    self.brush = brush
    model = StrokeModel(settings: settings)
    hasOutline = tolerance != nil
    builder = OutlineBuilder(
      tolerance: Float(max(1e-4, tolerance ?? 1)), ends: brush.ends)
  }

  /// Sets memory aside for a stroke of `count` samples.
  public mutating func reserve(_ count: Int) {
    model.reserve(count)
    knots.reserveCapacity(count)
    tail.reserveCapacity(64)
    if hasOutline { builder.reserve(count * 10) }
  }

  /// The outline so far, tail included.
  public var outline: Polygons { builder.polygons }
  /// How many polygons at the beginning of ``outline`` will never change.
  public var settledPolygons: Int { model.isFinished ? outline.count : builder.settledCount }

  /// Takes the next sample.
  public mutating func append(_ sample: InkSample) {
    model.append(sample)
    update()
  }

  /// Corrects the force of an earlier sample; see ``StrokeModel/revise(at:pressure:)``.
  @discardableResult
  public mutating func revise(at time: Timestamp, pressure: Float?) -> Bool {
    guard model.revise(at: time, pressure: pressure) else { return false }
    update()
    return true
  }

  /// Ends the stroke: everything settles.
  public mutating func finish() {
    model.finish()
    update()
  }

  private mutating func update() {
    let first = knots.count
    for index in first..<model.settled.count { knots.append(knot(model.settled[index])) }
    if model.isFinished, brush.ends == .tapered { taper(from: first) }
    tail.removeAll(keepingCapacity: true)
    for point in model.tail { tail.append(knot(point)) }
    guard hasOutline else { return }
    builder.rollBack()
    for index in first..<knots.count { builder.add(knots[index]) }
    if knots.count > first { builder.settle() }
    for knot in tail { builder.add(knot) }
    builder.finish()
  }

  private func knot(_ point: ModelPoint) -> Knot {
    Knot(
      position: point.position, velocity: point.velocity, radius: brush.radius(point),
      time: point.time)
  }

  /// Thins the end towards a point, over two widths but only where knots were not settled yet.
  private mutating func taper(from first: Int) {
    guard var last = knots.last?.position else { return }
    var length: Float = 0
    for index in knots.indices.dropFirst() where length < Float(brush.width) * 2 {
      length += (knots[index].position - knots[index - 1].position).length
    }
    guard length >= Float(brush.width) * 2 else { return }  // a dot has no end to thin
    var travelled: Float = 0
    var index = knots.count - 1
    while index >= first, travelled < length {
      travelled += (last - knots[index].position).length
      last = knots[index].position
      knots[index].radius *= 0.15 + 0.85 * min(1, travelled / length)
      index -= 1
    }
  }
}
