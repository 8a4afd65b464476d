/// How deflection becomes speed: `share · x + (1 - share) · x³`.
///
/// A pure cube leaves the middle of the stick's travel dead, a straight line leaves no fine
/// control; the blend has slope `share` at rest and reaches 1 at full deflection.
public struct ResponseCurve: Hashable, Sendable {
  /// The straight part, `0...1`; default 0.35.
  ///
  /// Raise it when small deflections are too slow, lower it when they are too coarse.
  public var linearShare: Float

  /// A curve; a share out of range is clamped.
  public init(linearShare: Float = 0.35) {
    self.linearShare = linearShare == linearShare ? max(0, min(1, linearShare)) : 1
  }

  /// A deflection that is its own speed.
  public static var straight: ResponseCurve { ResponseCurve(linearShare: 1) }

  /// The speed of a deflection, both as fractions of full, `0...1`.
  public func apply(to deflection: Float) -> Float {
    deflection * (linearShare + (1 - linearShare) * deflection * deflection)
  }

  /// A stick's deflection bent along its length; its direction stays.
  public func apply(to stick: SIMD2<Float>) -> SIMD2<Float> {
    let length = stick.length
    return length > 0 ? stick * (apply(to: length) / length) : .zero
  }
}
