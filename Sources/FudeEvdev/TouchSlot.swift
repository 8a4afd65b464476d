import FudeModel

/// What the kernel keeps of one contact.
struct TouchSlot: Sendable {
  var contact: ContactID?
  /// Whether the contact's landing was emitted.
  var isShown = false
  /// Whether it is unknown if the slot holds a contact.
  var isUnknown = true
  var trackingID: Int32 = -1
  private(set) var x: Int32 = 0
  private(set) var y: Int32 = 0
  private(set) var hasX = false
  private(set) var hasY = false
  var touchMajor: Int32 = 0
  var touchMinor: Int32 = 0
  var widthMajor: Int32 = 0
  var widthMinor: Int32 = 0
  var orientation: Int32 = 0
  var pressure: Int32 = 0
  var toolType: Int32 = 0

  mutating func setX(_ value: Int32) {
    x = value
    hasX = true
  }

  mutating func setY(_ value: Int32) {
    y = value
    hasY = true
  }

  /// Sets an axis; false if a contact has no such axis.
  mutating func set(_ code: UInt16, _ value: Int32) -> Bool {
    switch code {
    case ABS.mtPositionX: setX(value)
    case ABS.mtPositionY: setY(value)
    case ABS.mtTouchMajor: touchMajor = value
    case ABS.mtTouchMinor: touchMinor = value
    case ABS.mtWidthMajor: widthMajor = value
    case ABS.mtWidthMinor: widthMinor = value
    case ABS.mtOrientation: orientation = value
    case ABS.mtPressure: pressure = value
    case ABS.mtToolType: toolType = value
    case ABS.mtTrackingID: trackingID = value
    default: return false
    }
    return true
  }

  /// Takes over a point's values, keeping the contact.
  mutating func take(_ point: TouchSlot) {
    let contact = contact
    let isShown = isShown
    self = point
    self.contact = contact
    self.isShown = isShown
    isUnknown = false
  }
}

/// How a touch device's numbers become millimetres, fractions and radians.
struct TouchAxes: Sendable {
  /// How far a contact without identity may move between two frames, in millimetres.
  ///
  /// A fast swipe covers 40 mm in a 10 ms frame; two fingers side by side are 15 mm apart.
  static var reach: Double { 40 }

  let hasTouchButton: Bool
  private let scale: PositionScale
  private let pressure: AxisDescription?
  private let orientationMaximum: Double
  private let hasTouchMajor: Bool
  private let hasTouchMinor: Bool
  private let hasWidthMajor: Bool
  private let hasWidthMinor: Bool

  init(description: DeviceDescription, size: Size) {
    let isMultitouch = description.axis(ABS.mtPositionX) != nil
    scale = PositionScale(
      x: description.horizontalAxis, y: description.verticalAxis, size: size)
    pressure = description.axis(isMultitouch ? ABS.mtPressure : ABS.pressure)
      .flatMap { $0.maximum > $0.minimum ? $0 : nil }
    orientationMaximum = Double(description.axis(ABS.mtOrientation)?.maximum ?? 0)
    hasTouchMajor = description.axis(ABS.mtTouchMajor) != nil
    hasTouchMinor = description.axis(ABS.mtTouchMinor) != nil
    hasWidthMajor = description.axis(ABS.mtWidthMajor) != nil
    hasWidthMinor = description.axis(ABS.mtWidthMinor) != nil
    hasTouchButton = description.supports(type: EV.key, code: BTN.touch)
  }

  func contact(_ id: ContactID, _ phase: ContactPhase, _ slot: TouchSlot) -> Contact {
    Contact(
      id: id, phase: phase, position: scale.point(slot.x, slot.y), size: size(slot),
      pressure: pressure.map { Float($0.fraction(of: slot.pressure)) },
      isPalmByDevice: slot.toolType == MTTool.palm)
  }

  private func size(_ slot: TouchSlot) -> ContactSize? {
    guard hasTouchMajor || hasWidthMajor else { return nil }
    let useWidth = !hasTouchMajor
    let major = max(0, useWidth ? slot.widthMajor : slot.touchMajor)
    guard major > 0 else { return nil }
    let hasMinor = useWidth ? hasWidthMinor : hasTouchMinor
    let minor = max(0, useWidth ? slot.widthMinor : slot.touchMinor)
    return ContactSize(
      major: Float(max(major, minor)), minor: Float(hasMinor ? min(major, minor) : major),
      orientation: orientation(slot))
  }

  /// The kernel's value is signed, clockwise from the vertical, with the axis's maximum at a quarter
  /// turn. A maximum of 1 only tells upright from across.
  private func orientation(_ slot: TouchSlot) -> Float? {
    guard orientationMaximum > 0 else { return nil }
    let quarter = max(-1, min(1, Double(slot.orientation) / orientationMaximum))
    return Float(quarter * Maths.pi / 2)
  }

  /// For each point the slot whose contact it continues, or -1.
  ///
  /// By identity where the device gives one, else the nearest pairs first. Quadratic in the points.
  func match(_ points: [TouchSlot], to slots: [TouchSlot]) -> [Int] {
    var result = [Int](repeating: -1, count: points.count)
    var used: UInt64 = 0
    for (index, point) in points.enumerated() where point.trackingID >= 0 {
      for slot in slots.indices
      where slots[slot].contact != nil && slots[slot].trackingID == point.trackingID
        && used & (1 << UInt64(slot)) == 0
      {
        result[index] = slot
        used |= 1 << UInt64(slot)
        break
      }
    }
    while let pair = nearest(points, slots, result, used) {
      result[pair.point] = pair.slot
      used |= 1 << UInt64(pair.slot)
    }
    return result
  }

  private func nearest(
    _ points: [TouchSlot], _ slots: [TouchSlot], _ taken: [Int], _ used: UInt64
  ) -> (point: Int, slot: Int)? {
    var best: (point: Int, slot: Int)?
    var shortest = Self.reach
    for (index, point) in points.enumerated() where taken[index] < 0 && point.trackingID < 0 {
      let place = scale.point(point.x, point.y)
      for slot in slots.indices
      where slots[slot].contact != nil && used & (1 << UInt64(slot)) == 0 {
        let distance = place.distance(to: scale.point(slots[slot].x, slots[slot].y))
        if distance < shortest {
          shortest = distance
          best = (index, slot)
        }
      }
    }
    return best
  }
}
