public import FudeModel

/// One measured point of a stroke, as it came from the device.
public struct InkSample: Hashable, Sendable {
  /// When it was measured.
  public var time: Timestamp
  /// Where, in millimetres on the canvas.
  public var position: Point
  /// Force as a fraction of full scale, `0...1`; `nil` if the device measures none.
  public var pressure: Float?
  /// The pen's lean; `nil` if not measured.
  public var tilt: Tilt?
  /// Rotation about the pen's axis in radians, `0..<2π`; `nil` if not measured.
  public var twist: Float?

  /// A measured point; what is left out was not measured.
  @inlinable
  public init(
    time: Timestamp, position: Point, pressure: Float? = nil, tilt: Tilt? = nil,
    twist: Float? = nil
  ) {
    self.time = time
    self.position = position
    self.pressure = pressure
    self.tilt = tilt
    self.twist = twist
  }
}
