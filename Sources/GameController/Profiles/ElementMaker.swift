import FudeModel
import FudePadSources

/// Makes elements with the names that this kind of controller has printed on them.
struct ElementMaker {
  enum Pad { case dpad, left, right, firstTouch, secondTouch }

  let kind: PadTraits.Kind
  let isWritable: Bool

  func digital(_ mask: PadButtons) -> ElementSet.Digital {
    let (name, label, symbol) = names(of: mask)
    // Apple requires face and shoulder buttons to be analogue; no controller has had such since the
    // DualShock 3, and these say what they are.
    let design = ElementDesign(
      name: name, localizedName: label, symbol: symbol, isAnalog: false, isWritable: isWritable)
    return ElementSet.Digital(button: GCControllerButtonInput(design), mask: mask)
  }

  func triggers() -> [GCControllerButtonInput] {
    let isSony = kind == .dualShock || kind == .dualSense
    let left = ElementDesign(
      name: GCInputLeftTrigger, localizedName: isSony ? "L2" : "Left Trigger",
      symbol: isSony ? "l2.rectangle.roundedtop" : "lt.rectangle.roundedtop",
      isWritable: isWritable)
    let right = ElementDesign(
      name: GCInputRightTrigger, localizedName: isSony ? "R2" : "Right Trigger",
      symbol: isSony ? "r2.rectangle.roundedtop" : "rt.rectangle.roundedtop",
      isWritable: isWritable)
    guard kind == .dualSense else {
      return [GCControllerButtonInput(left), GCControllerButtonInput(right)]
    }
    return [GCDualSenseAdaptiveTrigger(left), GCDualSenseAdaptiveTrigger(right)]
  }

  func pad(_ pad: Pad) -> GCControllerDirectionPad {
    let (name, symbol, isAnalog): (String, String, Bool) =
      switch pad {
      case .dpad: (GCInputDirectionPad, "dpad", false)
      case .left: (GCInputLeftThumbstick, "l.joystick", true)
      case .right: (GCInputRightThumbstick, "r.joystick", true)
      case .firstTouch: (GCInputDualShockTouchpadOne, "hand.point.up.left", true)
      case .secondTouch: (GCInputDualShockTouchpadTwo, "hand.point.up.left", true)
      }
    return GCControllerDirectionPad(
      ElementDesign(
        name: name, localizedName: name, symbol: symbol, isAnalog: isAnalog,
        isWritable: isWritable))
  }

  /// A button's name, what is printed on it, and its symbol.
  private func names(of mask: PadButtons) -> (String, String, String) {
    let isSony = kind == .dualShock || kind == .dualSense
    let plain = plainNames(of: mask)
    guard isSony else { return plain }
    let sony: (String, String)? =
      switch mask {
      case .south: ("Cross", "xmark.circle")
      case .east: ("Circle", "circle.circle")
      case .west: ("Square", "square.circle")
      case .north: ("Triangle", "triangle.circle")
      case .leftShoulder: ("L1", "l1.rectangle.roundedbottom")
      case .rightShoulder: ("R1", "r1.rectangle.roundedbottom")
      case .leftStick: ("L3", "l.joystick.press.down")
      case .rightStick: ("R3", "r.joystick.press.down")
      case .menu: ("OPTIONS", "capsule.portrait")
      case .options: (kind == .dualSense ? "Create" : "SHARE", "capsule.portrait")
      case .home: ("PS", "logo.playstation")
      default: nil
      }
    return sony.map { (plain.0, $0.0, $0.1) } ?? plain
  }

  private func plainNames(of mask: PadButtons) -> (String, String, String) {
    switch mask {
    case .south: (GCInputButtonA, "A", "a.circle")
    case .east: (GCInputButtonB, "B", "b.circle")
    case .west: (GCInputButtonX, "X", "x.circle")
    case .north: (GCInputButtonY, "Y", "y.circle")
    case .leftShoulder: (GCInputLeftShoulder, "Left Shoulder", "lb.rectangle.roundedbottom")
    case .rightShoulder: (GCInputRightShoulder, "Right Shoulder", "rb.rectangle.roundedbottom")
    case .leftStick:
      (GCInputLeftThumbstickButton, "Left Thumbstick Button", "l.joystick.press.down")
    case .rightStick:
      (GCInputRightThumbstickButton, "Right Thumbstick Button", "r.joystick.press.down")
    case .menu: (GCInputButtonMenu, "Menu", "line.horizontal.3.circle")
    case .options: (GCInputButtonOptions, "Options", "rectangle.on.rectangle.circle")
    case .home: (GCInputButtonHome, "Home", "house.circle")
    case .touchpad: (GCInputDualShockTouchpadButton, "Touchpad Button", "hand.tap")
    case .paddle1: (GCInputXboxPaddleOne, "Paddle 1", "p1.button.horizontal")
    case .paddle2: (GCInputXboxPaddleTwo, "Paddle 2", "p2.button.horizontal")
    case .paddle3: (GCInputXboxPaddleThree, "Paddle 3", "p3.button.horizontal")
    case .paddle4: (GCInputXboxPaddleFour, "Paddle 4", "p4.button.horizontal")
    default: (GCInputButtonShare, "Share", "square.and.arrow.up")
    }
  }
}
