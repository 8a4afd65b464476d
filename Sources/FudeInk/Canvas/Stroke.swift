import FudeModel

/// Which stroke; numbered from 0 in the order in which strokes began, never reused.
public struct StrokeID: Hashable, Comparable, Sendable {
  /// The number.
  public var rawValue: Int

  /// The stroke numbered `rawValue`.
  @inlinable
  public init(_ rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Whether `lhs` began before `rhs`.
  @inlinable
  public static func < (lhs: StrokeID, rhs: StrokeID) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// A stroke on a canvas.
public struct Stroke: Sendable {
  /// Which stroke.
  public let id: StrokeID
  /// The pen.
  public var brush: Brush
  /// Raw samples as they came, in canvas millimetres.
  public internal(set) var samples: [InkSample]
  /// The middle line.
  public internal(set) var knots: [Knot]
  /// The device gave a force, and it was 0 throughout: the brush's assumed force was used.
  public internal(set) var isWithoutForce: Bool
  /// The strokes of smaller rank lie below; pieces of a cut stroke keep its rank.
  var rank: Int
  var bounds: Bounds
  var standing: Standing
  /// Whether it is taken up to be moved.
  var isLifted = false
  /// Where each run of 32 knots lies, and the step to the next run.
  private(set) var chunks: [Bounds] = []

  /// Where a stroke stands between the pen and the document.
  enum Standing: UInt8 {
    /// Being drawn.
    case live
    /// Ended, but may be taken back without a trace.
    case provisional
    /// In the document.
    case committed
    /// Not drawn: taken back, erased or undone.
    case hidden
  }

  init(
    id: StrokeID, brush: Brush, samples: [InkSample], knots: [Knot], isWithoutForce: Bool,
    rank: Int, bounds: Bounds, standing: Standing
  ) {
    self.id = id
    self.brush = brush
    self.samples = samples
    self.knots = knots
    self.isWithoutForce = isWithoutForce
    self.rank = rank
    self.bounds = bounds
    self.standing = standing
    measure(from: 0)
  }

  /// Brings ``chunks`` up to date after knots from an index on were added.
  mutating func measure(from first: Int) {
    for index in first..<knots.count {
      let chunk = index / OutlineBuilder.chunk
      if chunk == chunks.count { chunks.append(.nowhere) }
      chunks[chunk].add(knots[index])
      if index % OutlineBuilder.chunk == 0, chunk > 0 { chunks[chunk - 1].add(knots[index]) }
    }
  }

  /// Moves all geometry and the raw samples.
  mutating func shift(by way: SIMD2<Float>) {
    for knot in knots.indices { knots[knot].position += way }
    for sample in samples.indices {
      samples[sample].position.x += Double(way.x)
      samples[sample].position.y += Double(way.y)
    }
    bounds.sides += SIMD4(way.x, way.y, way.x, way.y)
    for chunk in chunks.indices { chunks[chunk].sides += SIMD4(way.x, way.y, way.x, way.y) }
  }
}
