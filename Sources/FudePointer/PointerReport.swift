public import FudeModel

/// One pointer event of a browser, as it came.
public struct PointerReport: Hashable, Sendable {
  /// When: the event's `timeStamp`.
  public var time: Timestamp
  /// What happened.
  public var phase: Phase
  /// `pointerType`.
  public var kind: Kind
  /// `pointerId`; browsers use a number again, even for another kind of pointer.
  public var pointer: Int32
  /// Where, in millimetres on the page at 96 CSS pixels an inch.
  public var position: Point
  /// `pressure`, `0...1`.
  public var pressure: Float
  /// `tiltX` and `tiltY` in degrees, `-90...90`.
  public var tilt: SIMD2<Float>
  /// `twist` in degrees, `0..<360`.
  public var twist: Float
  /// `width` and `height` in CSS pixels.
  public var size: SIMD2<Float>
  /// `buttons`: 1 tip or left, 2 barrel or right, 4 middle, 32 eraser.
  public var buttons: UInt16

  /// An event; what is left out is at rest.
  public init(
    time: Timestamp, phase: Phase, kind: Kind, pointer: Int32, position: Point,
    pressure: Float = 0, tilt: SIMD2<Float> = .zero, twist: Float = 0,
    size: SIMD2<Float> = .one, buttons: UInt16 = 0
  ) {
    self.time = time
    self.phase = phase
    self.kind = kind
    self.pointer = pointer
    self.position = position
    self.pressure = pressure
    self.tilt = tilt
    self.twist = twist
    self.size = size
    self.buttons = buttons
  }

  /// What a pointer event tells.
  public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
    /// `pointerdown`.
    case down
    /// `pointermove` or `pointerrawupdate`, or one of their coalesced events.
    case move
    /// `pointerup`.
    case up
    /// `pointercancel`, or a capture that was lost while the pointer was down.
    case cancel
    /// `pointerleave` or `pointerout` of the page: a pen went out of range.
    case leave
  }

  /// What kind of thing points.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// A pen.
    case pen
    /// A finger, or whatever touches.
    case touch
    /// A mouse.
    case mouse
  }
}

extension PointerReport {
  /// The report with its values on the grid that recordings have, so that what was recorded and what
  /// was drawn are the same numbers: 0.1 µm, a millionth of full pressure, a hundredth of a degree.
  /// Values that are not finite become 0, others are held in their ranges.
  public var settled: PointerReport {
    var report = self
    report.position = Point(x: grid(position.x, 1e4, 1e6), y: grid(position.y, 1e4, 1e6))
    report.pressure = Float(max(0, grid(Double(pressure), 1e6, 1)))
    report.tilt = SIMD2(Float(grid(Double(tilt.x), 100, 90)), Float(grid(Double(tilt.y), 100, 90)))
    report.twist = Float(max(0, grid(Double(twist), 100, 360)))
    report.size = SIMD2(
      Float(max(0, grid(Double(size.x), 1000, 1e6))), Float(max(0, grid(Double(size.y), 1000, 1e6)))
    )
    return report
  }
}

private func grid(_ value: Double, _ steps: Double, _ limit: Double) -> Double {
  guard value == value else { return 0 }
  return (max(-limit, min(limit, value)) * steps).rounded() / steps
}
