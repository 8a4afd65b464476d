public import FudeModel

/// When gestures of fingers are best off: while a pen writes, and shortly after.
///
/// A fast next stroke keeps them off: the delay runs from the last stroke's end.
public struct GestureSuggester: Hashable, Sendable {
  /// How long after the last stroke gestures are suggested again, ≥ 0.
  public var delay: TimeSpan
  /// Whether gestures are suggested now.
  public private(set) var areEnabled = true
  private var strokes = 0
  /// When they will be suggested again, if nothing is written until then.
  public private(set) var deadline: Timestamp?

  /// Gestures are on at first.
  public init(delay: TimeSpan) {
    self.delay = delay
  }

  /// A stroke began; returns the new suggestion if it changed.
  public mutating func strokeBegan() -> Bool? {
    strokes += 1
    deadline = nil
    guard areEnabled else { return nil }
    areEnabled = false
    return false
  }

  /// A stroke ended or was cancelled; returns the new suggestion if it changed.
  public mutating func strokeEnded(at time: Timestamp) -> Bool? {
    strokes = max(0, strokes - 1)
    guard strokes == 0, !areEnabled else { return nil }
    guard delay > .zero else {
      areEnabled = true
      return true
    }
    deadline = time + delay
    return nil
  }

  /// Time passed; returns the new suggestion if it changed.
  public mutating func advance(to time: Timestamp) -> Bool? {
    guard let due = deadline, due <= time else { return nil }
    deadline = nil
    areEnabled = true
    return true
  }
}
