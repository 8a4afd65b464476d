package import FudeModel

extension DeviceDescription {
  /// The axis that places a tool horizontally: the contact's own on a multitouch device.
  package var horizontalAxis: AxisDescription? {
    axis(ABS.mtPositionX) ?? axis(ABS.x)
  }

  /// The axis that places a tool vertically.
  package var verticalAxis: AxisDescription? {
    axis(ABS.mtPositionY) ?? axis(ABS.y)
  }
}

/// The size of the surface that a device's axes span; `nil` if it has no position or an empty one.
///
/// With a resolution on both axes the size is the device's own. Without, the longer side is called
/// ``Surface/nominalLongSide`` and the ratio of the ranges is taken for the ratio of the sides.
package func surfaceSize(of device: DeviceDescription) -> (size: Size, isMetric: Bool)? {
  guard let x = device.horizontalAxis, let y = device.verticalAxis else { return nil }
  let width = Double(x.maximum) - Double(x.minimum)
  let height = Double(y.maximum) - Double(y.minimum)
  guard width > 0, height > 0 else { return nil }
  // Some drivers give a contact's axes no resolution but the pointer's axes one over the same range.
  let resolutionX = x.resolution > 0 ? x.resolution : sameRange(device.axis(ABS.x), x)
  let resolutionY = y.resolution > 0 ? y.resolution : sameRange(device.axis(ABS.y), y)
  if resolutionX > 0, resolutionY > 0 {
    let size = Size(width: width / Double(resolutionX), height: height / Double(resolutionY))
    return (size, true)
  }
  let scale = Surface.nominalLongSide / max(width, height)
  return (Size(width: width * scale, height: height * scale), false)
}

/// The resolution of `other` if it covers the range of `axis`; else 0.
private func sameRange(_ other: AxisDescription?, _ axis: AxisDescription) -> Int32 {
  guard let other, other.minimum == axis.minimum, other.maximum == axis.maximum else { return 0 }
  return max(0, other.resolution)
}

/// The linear map from a device's units to millimetres on its surface.
struct PositionScale: Hashable, Sendable {
  private var minimumX = 0.0
  private var minimumY = 0.0
  private var perUnitX = 0.0
  private var perUnitY = 0.0

  /// Maps the ranges of two axes onto `size`; an empty range maps to 0.
  init(x: AxisDescription?, y: AxisDescription?, size: Size) {
    if let x, x.maximum > x.minimum {
      minimumX = Double(x.minimum)
      perUnitX = size.width / (Double(x.maximum) - Double(x.minimum))
    }
    if let y, y.maximum > y.minimum {
      minimumY = Double(y.minimum)
      perUnitY = size.height / (Double(y.maximum) - Double(y.minimum))
    }
  }

  /// The place of a pair of values. Values outside the range are not clamped: some pens report a
  /// little beyond it.
  func point(_ x: Int32, _ y: Int32) -> Point {
    Point(x: (Double(x) - minimumX) * perUnitX, y: (Double(y) - minimumY) * perUnitY)
  }
}
