import FudeModel

/// The part of a control's travel that counts as rest, and the part that counts as full.
///
/// For a stick the zone is radial: only the distance from the centre decides, so a diagonal is
/// neither slower nor harder to leave than an axis, and the direction is never bent. What is left
/// is renormalised: leaving the inner edge starts at 0, not at a jump.
public struct DeadZone: Hashable, Sendable {
  /// Where rest ends, as a fraction of full travel, `0..<1`; default 0.12.
  ///
  /// Worn pads rest up to 0.1 off centre. Raise it when the pointer creeps, lower it when small
  /// movements are lost.
  public var inner: Float
  /// Where full travel begins, as a fraction of full travel, above ``inner`` up to 1; default 0.97.
  ///
  /// Some sticks stop short of their end on the diagonals. Lower it when full speed is not reached.
  public var outer: Float

  /// A dead zone; edges out of range or out of order are moved to the nearest that makes sense.
  public init(inner: Float = 0.12, outer: Float = 0.97) {
    let inner = inner == inner ? max(0, min(0.95, inner)) : 0.12
    self.inner = inner
    self.outer = outer == outer ? max(inner + 0.01, min(1, outer)) : 1
  }

  /// A stick's deflection with the zone taken out: the same direction, a length in `0...1`.
  public func apply(to stick: SIMD2<Float>) -> SIMD2<Float> {
    let length = stick.length
    let scaled = apply(to: length)
    return scaled > 0 ? stick * (scaled / length) : .zero
  }

  /// A trigger's travel, or a length, with the zone taken out; `0...1`.
  public func apply(to travel: Float) -> Float {
    guard travel > inner else { return 0 }
    return min(1, (travel - inner) / (outer - inner))
  }
}

extension SIMD2<Float> {
  /// The vector's length; 0 if it is not a number.
  var length: Float {
    let square = Double(x) * Double(x) + Double(y) * Double(y)
    return square > 0 && square < .infinity ? Float(Maths.squareRoot(square)) : 0
  }
}
