import FudeModel
import FudePad
import FudePadSources

/// The values of all controls at one moment, and when each last changed. Nothing here is allocated.
struct InputValues {
  static let buttonCount = 19
  static let padCount = 5

  /// Which button of a frame each place is; the two triggers have no bit.
  static let masks: [PadButtons] = [
    .south, .east, .west, .north, .leftShoulder, .rightShoulder, [], [], .leftStick, .rightStick,
    .menu, .options, .home, .touchpad, .share, .paddle1, .paddle2, .paddle3, .paddle4,
  ]
  static let buttonNames = [
    GCInputButtonA, GCInputButtonB, GCInputButtonX, GCInputButtonY, GCInputLeftShoulder,
    GCInputRightShoulder, GCInputLeftTrigger, GCInputRightTrigger, GCInputLeftThumbstickButton,
    GCInputRightThumbstickButton, GCInputButtonMenu, GCInputButtonOptions, GCInputButtonHome,
    GCInputDualShockTouchpadButton, GCInputButtonShare, GCInputXboxPaddleOne,
    GCInputXboxPaddleTwo, GCInputXboxPaddleThree, GCInputXboxPaddleFour,
  ]
  static let padNames = [
    GCInputDirectionPad, GCInputLeftThumbstick, GCInputRightThumbstick,
    GCInputDualShockTouchpadOne, GCInputDualShockTouchpadTwo,
  ]
  static let leftTrigger = 6
  static let rightTrigger = 7

  var buttons = InlineArray<19, Float>(repeating: 0)
  var pads = InlineArray<5, SIMD2<Float>>(repeating: .zero)
  var buttonTimes = InlineArray<19, Double>(repeating: 0)
  var padTimes = InlineArray<5, Double>(repeating: 0)
  var time = 0.0

  /// Takes a report's values and returns which places changed: bits of buttons, then of pads.
  mutating func take(_ report: PadReport) -> UInt32 {
    var changed: UInt32 = 0
    time = report.frame.time.seconds
    for place in 0..<InputValues.buttonCount {
      let value: Float =
        switch place {
        case InputValues.leftTrigger: ElementSet.triggerZone.apply(to: report.frame.leftTrigger)
        case InputValues.rightTrigger: ElementSet.triggerZone.apply(to: report.frame.rightTrigger)
        default: report.frame.buttons.isDisjoint(with: InputValues.masks[place]) ? 0 : 1
        }
      guard value != buttons[place] else { continue }
      buttons[place] = value
      buttonTimes[place] = time
      changed |= 1 << UInt32(place)
    }
    let (x, y) = report.frame.buttons.direction
    set(0, SIMD2(x, y), &changed)
    set(1, ElementSet.stickZone.apply(to: report.frame.leftStick), &changed)
    set(2, ElementSet.stickZone.apply(to: report.frame.rightStick), &changed)
    set(3, InputValues.place(of: report.firstTouch), &changed)
    set(4, InputValues.place(of: report.secondTouch), &changed)
    return changed
  }

  private mutating func set(_ pad: Int, _ value: SIMD2<Float>, _ changed: inout UInt32) {
    guard value != pads[pad] else { return }
    pads[pad] = value
    padTimes[pad] = time
    changed |= 1 << UInt32(InputValues.buttonCount + pad)
  }

  private static func place(of touch: PadTouch?) -> SIMD2<Float> {
    touch.map { SIMD2($0.x * 2 - 1, 1 - $0.y * 2) } ?? .zero
  }
}
