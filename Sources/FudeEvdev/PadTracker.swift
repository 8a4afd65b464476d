import FudeModel

/// Carries a controller's state, by the kernel's gamepad layout.
struct PadTracker: Sendable {
  private var frame: PadFrame
  private var shown: PadFrame
  private var isDirty = false
  private let hasAnalogueTriggers: Bool
  /// Whether BTN_X (0x133) sits on the left and BTN_Y (0x134) on top, as the Xbox drivers number
  /// them, instead of the layout's *north* and *west*.
  ///
  /// Known by capability: those drivers have analogue triggers and no BTN_TL2/BTN_TR2, and sticks
  /// with a signed range.
  let hasXboxNumbering: Bool
  private let axes: [PadAxis]
  private let rest: PadFrame

  init(device: DeviceID, description: DeviceDescription) {
    let hasRightXY = description.axis(ABS.rx) != nil && description.axis(ABS.ry) != nil
    let hasPedals = description.axis(ABS.gas) != nil && description.axis(ABS.brake) != nil
    var axes: [PadAxis] = []
    for axis in description.axes {
      guard let target = Self.target(axis.code, hasRightXY, hasPedals) else { continue }
      axes.append(PadAxis(axis: axis, target: target))
    }
    self.axes = axes
    hasAnalogueTriggers = axes.contains { $0.target == .leftTrigger }
    let hasDigital = description.supports(type: EV.key, code: BTN.tl2)
    let isSigned = (description.axis(ABS.x)?.minimum ?? 0) < 0
    hasXboxNumbering =
      hasAnalogueTriggers && !hasDigital && isSigned && !hasPedals
      && description.supports(type: EV.key, code: BTN.south)
    var frame = PadFrame(time: .zero, device: device)
    // An axis that was described with a value of its own has moved before; the lowest value is what
    // a driver says before the first report (hid-sony), and would be a stick held far left.
    for axis in axes where axis.axis.value != axis.axis.minimum {
      axis.apply(axis.axis.value, to: &frame)
    }
    rest = PadFrame(time: .zero, device: device)
    shown = rest
    self.frame = frame
    self.frame.leftTrigger = 0
    self.frame.rightTrigger = 0
  }

  private static func target(
    _ code: UInt16, _ hasRightXY: Bool, _ hasPedals: Bool
  ) -> PadAxis.Target? {
    switch code {
    case ABS.x: .leftX
    case ABS.y: .leftY
    case ABS.rx: hasRightXY ? .rightX : nil
    case ABS.ry: hasRightXY ? .rightY : nil
    case ABS.z: hasRightXY ? (hasPedals ? nil : .leftTrigger) : .rightX
    case ABS.rz: hasRightXY ? (hasPedals ? nil : .rightTrigger) : .rightY
    case ABS.brake: hasPedals ? .leftTrigger : nil
    case ABS.gas: hasPedals ? .rightTrigger : nil
    case ABS.hat0x: .hatX
    case ABS.hat0y: .hatY
    default: nil
    }
  }

  /// Whether the frame emitted last holds anything; what came since was never emitted.
  var holdsAnything: Bool { shown != resting(at: shown.time) }

  private func resting(at time: Timestamp) -> PadFrame {
    var resting = rest
    resting.time = time
    return resting
  }

  mutating func receive(_ event: RawEvent, notes: inout NoteCounter) {
    if event.type == EV.key {
      key(event, notes: &notes)
    } else if event.type == EV.abs {
      for axis in axes where axis.axis.code == event.code {
        axis.apply(event.value, to: &frame)
        isDirty = true
        return
      }
    }
  }

  private mutating func key(_ event: RawEvent, notes: inout NoteCounter) {
    guard event.value != 2 else { return }
    let isDown = event.value != 0
    if event.code == BTN.tl2 || event.code == BTN.tr2 {
      // Triggers come twice: the analogue value counts where there is one.
      guard !hasAnalogueTriggers else { return }
      if event.code == BTN.tl2 { frame.leftTrigger = isDown ? 1 : 0 }
      if event.code == BTN.tr2 { frame.rightTrigger = isDown ? 1 : 0 }
      isDirty = true
      return
    }
    guard let button = button(event.code) else {
      notes.add(.unmappedButton, at: event.time)
      return
    }
    if isDown { frame.buttons.insert(button) } else { frame.buttons.remove(button) }
    isDirty = true
  }

  private func button(_ code: UInt16) -> PadButtons? {
    switch code {
    case BTN.south: .south
    case BTN.east: .east
    case BTN.north: hasXboxNumbering ? .west : .north
    case BTN.west: hasXboxNumbering ? .north : .west
    case BTN.tl: .leftShoulder
    case BTN.tr: .rightShoulder
    case BTN.select: .options
    case BTN.start: .menu
    case BTN.mode: .home
    case BTN.thumbL: .leftStick
    case BTN.thumbR: .rightStick
    case BTN.dpadUp: .up
    case BTN.dpadDown: .down
    case BTN.dpadLeft: .left
    case BTN.dpadRight: .right
    default: nil
    }
  }

  mutating func commit(at time: Timestamp, emit: (InputEvent) -> Void) {
    guard isDirty else { return }
    isDirty = false
    frame.time = time
    shown = frame
    emit(.pad(frame))
  }

  /// After an overflow: everything counts as released until it is told again.
  mutating func forget() {
    frame = resting(at: frame.time)
    shown = frame
    isDirty = false
  }
}

/// One axis of a controller and what it moves.
struct PadAxis: Sendable {
  enum Target: UInt8, Sendable {
    case leftX, leftY, rightX, rightY, leftTrigger, rightTrigger, hatX, hatY
  }

  let axis: AxisDescription
  let target: Target

  func apply(_ value: Int32, to frame: inout PadFrame) {
    switch target {
    case .leftX: frame.leftStick.x = stick(value)
    case .leftY: frame.leftStick.y = -stick(value)
    case .rightX: frame.rightStick.x = stick(value)
    case .rightY: frame.rightStick.y = -stick(value)
    case .leftTrigger: frame.leftTrigger = Float(axis.fraction(of: value))
    case .rightTrigger: frame.rightTrigger = Float(axis.fraction(of: value))
    case .hatX: hat(value, .left, .right, &frame)
    case .hatY: hat(value, .up, .down, &frame)
    }
  }

  /// A stick's deflection in -1…1. The middle of an even count of values is the upper one (128 of
  /// 0…255, 0 of -32768…32767), as drivers report a stick at rest.
  private func stick(_ value: Int32) -> Float {
    let low = Double(axis.minimum)
    let high = Double(axis.maximum)
    guard high > low else { return 0 }
    let middle = ((low + high) / 2).rounded(.up)
    let distance = Double(value) - middle
    let reach = distance < 0 ? middle - low : high - middle
    guard reach > 0 else { return 0 }
    return Float(max(-1, min(1, distance / reach)))
  }

  private func hat(
    _ value: Int32, _ negative: PadButtons, _ positive: PadButtons, _ frame: inout PadFrame
  ) {
    frame.buttons.remove([negative, positive])
    if value < 0 { frame.buttons.insert(negative) }
    if value > 0 { frame.buttons.insert(positive) }
  }
}
