import FudeModel
import FudePad
import FudePadSources

/// The elements of one profile, how a report sets them, and the order in which they are told.
///
/// Order of handlers, ours because none is documented: face buttons, shoulders, triggers, direction
/// pad, left stick, right stick, stick buttons, menu buttons, touchpad, extras; within a direction
/// pad the axes, then up, down, left and right, then the pad. All values of a report are in place
/// before the first handler runs.
struct ElementSet {
  /// A button that is one bit of the frame.
  struct Digital {
    let button: GCControllerButtonInput
    let mask: PadButtons
    /// Its bit among what changed; set once the order is known.
    var bit: UInt64 = 0
  }

  /// The bits of what is no button of the frame, among what changed.
  private struct Bits {
    var leftTrigger: UInt64 = 0
    var rightTrigger: UInt64 = 0
    var dpad: UInt64 = 0
    var leftStick: UInt64 = 0
    var rightStick: UInt64 = 0
    var firstTouch: UInt64 = 0
    var secondTouch: UInt64 = 0
  }

  /// Dead zones: what Apple's are is not documented, so these are ours.
  static let stickZone = DeadZone()
  /// Triggers rest within 5 of 255.
  static let triggerZone = DeadZone(inner: 0.02, outer: 0.99)

  let digital: [Digital]
  private let bits: Bits
  let leftTrigger: GCControllerButtonInput?
  let rightTrigger: GCControllerButtonInput?
  let dpad: GCControllerDirectionPad
  let leftStick: GCControllerDirectionPad?
  let rightStick: GCControllerDirectionPad?
  let firstTouch: GCControllerDirectionPad?
  let secondTouch: GCControllerDirectionPad?
  /// All that stand alone, in the order in which they are told.
  let ordered: [GCControllerElement]
  let byName: [String: GCControllerElement]

  /// The elements of a controller with the usual layout.
  static func extended(_ traits: PadTraits, isWritable: Bool) -> ElementSet {
    let maker = ElementMaker(kind: traits.kind, isWritable: isWritable)
    let early: [PadButtons] = [.south, .east, .west, .north, .leftShoulder, .rightShoulder]
    // These three are always there: an app asks for them without asking whether.
    let late = ([.leftStick, .rightStick, .menu, .options, .home] as [PadButtons])
      .filter { traits.buttons.isSuperset(of: $0) || $0 == .menu }
    let extra = ([.share, .paddle1, .paddle2, .paddle3, .paddle4] as [PadButtons])
      .filter { traits.buttons.isSuperset(of: $0) }
    let hasTouchpad = traits.kind == .dualShock || traits.kind == .dualSense
    return ElementSet(
      early: early.map(maker.digital), triggers: maker.triggers(), dpad: maker.pad(.dpad),
      sticks: [maker.pad(.left), maker.pad(.right)], late: late.map(maker.digital),
      touchpad: hasTouchpad ? maker.digital(.touchpad) : nil,
      touches: hasTouchpad ? [maker.pad(.firstTouch), maker.pad(.secondTouch)] : [],
      extra: extra.map(maker.digital))
  }

  /// The elements of the smallest profile.
  static func micro(_ traits: PadTraits, isWritable: Bool) -> ElementSet {
    let maker = ElementMaker(kind: traits.kind, isWritable: isWritable)
    return ElementSet(
      early: [maker.digital(.south), maker.digital(.west)], triggers: [], dpad: maker.pad(.dpad),
      sticks: [], late: [maker.digital(.menu)], touchpad: nil, touches: [], extra: [])
  }

  private init(
    early: [Digital], triggers: [GCControllerButtonInput], dpad: GCControllerDirectionPad,
    sticks: [GCControllerDirectionPad], late: [Digital], touchpad: Digital?,
    touches: [GCControllerDirectionPad], extra: [Digital]
  ) {
    leftTrigger = triggers.first
    rightTrigger = triggers.last
    self.dpad = dpad
    leftStick = sticks.first
    rightStick = sticks.last
    firstTouch = touches.first
    secondTouch = touches.last
    var ordered: [GCControllerElement] = early.map { $0.button } + triggers
    ordered += [dpad] + sticks + late.map { $0.button }
    ordered += (touchpad.map { [$0.button] } ?? []) + touches + extra.map { $0.button }
    self.ordered = ordered
    func bit(_ element: GCControllerElement?) -> UInt64 {
      ordered.firstIndex { $0 === element }.map { 1 << UInt64($0) } ?? 0
    }
    digital = (early + late + (touchpad.map { [$0] } ?? []) + extra).map {
      Digital(button: $0.button, mask: $0.mask, bit: bit($0.button))
    }
    bits = Bits(
      leftTrigger: bit(triggers.first), rightTrigger: bit(triggers.last), dpad: bit(dpad),
      leftStick: bit(sticks.first), rightStick: bit(sticks.last), firstTouch: bit(touches.first),
      secondTouch: bit(touches.last))
    var names: [String: GCControllerElement] = [:]
    for element in ordered { for name in element.aliases { names[name] = element } }
    byName = names
  }

  func button(_ mask: PadButtons) -> GCControllerButtonInput? {
    digital.first { $0.mask == mask }?.button
  }

  /// Puts a report's values in place without telling anybody, and returns which of ``ordered`` may
  /// have changed since the report before: a bit each. The others are not even looked at.
  func stage(_ report: PadReport, after last: PadReport) -> UInt64 {
    let frame = report.frame
    let before = last.frame
    var changed: UInt64 = 0
    let turned = frame.buttons.symmetricDifference(before.buttons)
    if !turned.isEmpty {
      for item in digital where !turned.isDisjoint(with: item.mask) {
        item.button.stage(frame.buttons.isDisjoint(with: item.mask) ? 0 : 1)
        changed |= item.bit
      }
      let (x, y) = frame.buttons.direction
      dpad.stage(x: x, y: y)
      changed |= bits.dpad
    }
    if frame.leftTrigger != before.leftTrigger {
      leftTrigger?.stage(ElementSet.triggerZone.apply(to: frame.leftTrigger))
      changed |= bits.leftTrigger
    }
    if frame.rightTrigger != before.rightTrigger {
      rightTrigger?.stage(ElementSet.triggerZone.apply(to: frame.rightTrigger))
      changed |= bits.rightTrigger
    }
    if frame.leftStick != before.leftStick {
      stage(frame.leftStick, on: leftStick)
      changed |= bits.leftStick
    }
    if frame.rightStick != before.rightStick {
      stage(frame.rightStick, on: rightStick)
      changed |= bits.rightStick
    }
    if report.firstTouch != last.firstTouch {
      stage(report.firstTouch, on: firstTouch)
      changed |= bits.firstTouch
    }
    if report.secondTouch != last.secondTouch {
      stage(report.secondTouch, on: secondTouch)
      changed |= bits.secondTouch
    }
    return changed
  }

  private func stage(_ stick: SIMD2<Float>, on pad: GCControllerDirectionPad?) {
    guard let pad else { return }
    let shaped = ElementSet.stickZone.apply(to: stick)
    pad.stage(x: shaped.x, y: shaped.y)
  }

  private func stage(_ touch: PadTouch?, on pad: GCControllerDirectionPad?) {
    pad?.stage(x: touch.map { $0.x * 2 - 1 } ?? 0, y: touch.map { 1 - $0.y * 2 } ?? 0)
  }
}

extension PadButtons {
  /// The direction pad as a vector; opposite directions cancel each other.
  var direction: (x: Float, y: Float) {
    let x: Float = (contains(.right) ? 1 : 0) - (contains(.left) ? 1 : 0)
    let y: Float = (contains(.up) ? 1 : 0) - (contains(.down) ? 1 : 0)
    return (x, y)
  }
}
