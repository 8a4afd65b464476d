public import FudeModel

/// What a device is for, told from what it can do.
///
/// Names lie: the same node is called *Pen*, *Stylus* or *Mouse* by different makers. Capabilities
/// are what the kernel's driver acts on.
public enum DeviceRole: UInt8, Hashable, Sendable, CaseIterable {
  /// A digitiser pen: position and pressure.
  case pen
  /// A touchscreen, or a tablet's touch layer that shares its surface with a pen.
  case touch
  /// A touchpad: it moves a pointer and shares no surface with what is seen.
  case touchpad
  /// A game controller.
  case pad
  /// The buttons, rings and strips of a drawing tablet.
  case tabletPad
  /// A keyboard, or a pen's tail button that pretends to be one.
  case keyboard
  /// A mouse.
  case mouse
  /// Accelerometers and gyroscopes.
  case motion
  /// It calls itself a pen but measures no pressure: a ring or a presenter. It does not ink unless
  /// asked to.
  case penLikeRemote
  /// None of these.
  case other

  /// The role of a described device.
  ///
  /// Cost: linear in the description; allocates nothing.
  public init(of device: DeviceDescription) {
    self = Capabilities(device).role
  }

  /// The role in one or two words, for people.
  public var label: String {
    switch self {
    case .pen: "pen"
    case .touch: "touch"
    case .touchpad: "touchpad"
    case .pad: "controller"
    case .tabletPad: "tablet buttons"
    case .keyboard: "keyboard"
    case .mouse: "mouse"
    case .motion: "motion sensor"
    case .penLikeRemote: "pen-like remote"
    case .other: "other"
    }
  }
}

/// The answers that a role is made of.
struct Capabilities {
  var hasPosition = false
  var hasPressure = false
  var hasMultitouch = false
  var hasPenTool = false
  var hasStylusButton = false
  var hasTouchButton = false
  var hasFingerTool = false
  var hasGamepadButton = false
  var hasTabletButton = false
  var hasWheelAxis = false
  var hasMouseButton = false
  var hasRelativeMotion = false
  var hasKeys = false
  var hasHat = false
  var isDirect = false
  var isPointer = false
  var isAccelerometer = false
  var positionSpan: Int64 = 0

  init(_ device: DeviceDescription) {
    for property in device.properties {
      if property == INPUTPROP.direct { isDirect = true }
      if property == INPUTPROP.pointer { isPointer = true }
      if property == INPUTPROP.accelerometer { isAccelerometer = true }
    }
    for item in device.codes {
      if item.type == EV.key { note(key: item.code) }
      if item.type == EV.rel, item.code == REL.x { hasRelativeMotion = true }
    }
    readAxes(device)
  }

  private mutating func note(key code: UInt16) {
    switch code {
    case BTN.toolPen, BTN.toolRubber, BTN.toolBrush, BTN.toolPencil, BTN.toolAirbrush:
      hasPenTool = true
    case BTN.stylus, BTN.stylus2, BTN.stylus3: hasStylusButton = true
    case BTN.touch: hasTouchButton = true
    case BTN.toolFinger, BTN.toolDoubletap: hasFingerTool = true
    case BTN.south, BTN.dpadUp, BTN.trigger: hasGamepadButton = true
    case BTN.number0, BTN.number1: hasTabletButton = true
    case BTN.left: hasMouseButton = true
    case 1...248: hasKeys = true
    default: break
    }
  }

  private mutating func readAxes(_ device: DeviceDescription) {
    var hasX = false
    var hasY = false
    var hasSlot = false
    var hasMTX = false
    var hasSlotMinusOne = false
    for axis in device.axes {
      switch axis.code {
      case ABS.x:
        hasX = true
        positionSpan = Int64(axis.maximum) - Int64(axis.minimum)
      case ABS.y: hasY = true
      case ABS.pressure: hasPressure = axis.maximum > axis.minimum
      case ABS.wheel: hasWheelAxis = true
      case ABS.hat0x: hasHat = true
      case ABS.mtSlot: hasSlot = true
      case ABS.mtSlot - 1: hasSlotMinusOne = true
      case ABS.mtPositionX: hasMTX = true
      default: break
      }
    }
    hasPosition = hasX && hasY
    // Pads with more axes than the kernel has names for run into the multitouch codes (the
    // PlayStation 3 pad does); a real touch device never has the code before ABS_MT_SLOT.
    hasMultitouch = hasMTX && !(hasSlot && hasSlotMinusOne)
  }

  var role: DeviceRole {
    if isAccelerometer { return .motion }
    // A tablet's buttons carry BTN_STYLUS and a position of 0…1, so that old drivers accept them.
    let isPad = hasTabletButton && !hasPenTool && !hasPressure && !hasMultitouch
    if isPad || (hasWheelAxis && positionSpan <= 1 && !hasPenTool) { return .tabletPad }
    if hasPosition && (hasPenTool || (hasStylusButton && !hasFingerTool && !hasMultitouch)) {
      return hasPressure ? .pen : .penLikeRemote
    }
    if hasGamepadButton && (hasPosition || hasHat) && !hasTouchButton { return .pad }
    if hasMultitouch || (hasTouchButton && hasPosition) {
      return hasFingerTool && !isDirect && (isPointer || hasMouseButton) ? .touchpad : .touch
    }
    if hasRelativeMotion && hasMouseButton { return .mouse }
    if hasPosition && hasMouseButton { return .mouse }
    return hasKeys ? .keyboard : .other
  }
}
