public import FudeModel

/// One of a controller's two sticks.
public enum PadStick: UInt8, Hashable, Sendable, CaseIterable {
  /// The left stick.
  case left
  /// The right stick.
  case right
}

extension PadFrame {
  /// A stick's deflection, raw.
  public func deflection(of stick: PadStick) -> SIMD2<Float> {
    stick == .left ? leftStick : rightStick
  }

  /// The frame with every value inside its documented range; what is not a number is at rest.
  public var sanitised: PadFrame {
    var frame = self
    frame.leftStick = .init(clamped(leftStick.x, -1), clamped(leftStick.y, -1))
    frame.rightStick = .init(clamped(rightStick.x, -1), clamped(rightStick.y, -1))
    frame.leftTrigger = clamped(leftTrigger, 0)
    frame.rightTrigger = clamped(rightTrigger, 0)
    return frame
  }

  /// The controller at rest.
  public static func rest(of device: DeviceID, at time: Timestamp) -> PadFrame {
    PadFrame(time: time, device: device)
  }

  /// Whether somebody is doing something: a button, a trigger, or a stick far from its centre.
  ///
  /// Half the travel, so that a drifting pad on the shelf does not take over.
  public var isActive: Bool {
    !buttons.isEmpty || leftTrigger > 0.5 || rightTrigger > 0.5 || leftStick.length > 0.5
      || rightStick.length > 0.5
  }
}

private func clamped(_ value: Float, _ low: Float) -> Float {
  value == value ? max(low, min(1, value)) : 0
}
