public import FudeModel

/// Names a registered view.
public struct StylusViewID: Hashable, Sendable {
  /// The number.
  public var rawValue: UInt64

  /// The view numbered `rawValue`.
  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

/// A part of the surface that takes strokes.
public protocol StylusView: AnyObject, Sendable {
  /// Whether a place on the surface, in millimetres, is inside.
  func contains(_ place: Point) -> Bool
}
