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
}
