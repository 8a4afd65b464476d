import FudeModel
import FudePadSources
import Foundation

/// What is called when an element of an extended gamepad changed: the gamepad and the element.
public typealias GCExtendedGamepadValueChangedHandler =
  (GCExtendedGamepad, GCControllerElement) -> Void

/// A controller with two sticks, a direction pad, four face buttons, two shoulder buttons and two
/// triggers.
public class GCExtendedGamepad: GCPhysicalInputProfile, @unchecked Sendable {
  /// The controller that the profile belongs to.
  public var controller: GCController? { device as? GCController }
  /// Called once for each element that changed; a stick or direction pad is told as one element.
  public var valueChangedHandler: GCExtendedGamepadValueChangedHandler? {
    get {
      lock.lock()
      defer { lock.unlock() }
      return onValue
    }
    set { lock.withLock { onValue = newValue } }
  }

  /// The direction pad.
  public final var dpad: GCControllerDirectionPad { elementSet.dpad }
  /// The lower face button: Cross, A.
  public let buttonA: GCControllerButtonInput
  /// The right face button: Circle, B.
  public let buttonB: GCControllerButtonInput
  /// The left face button: Square, X.
  public let buttonX: GCControllerButtonInput
  /// The upper face button: Triangle, Y.
  public let buttonY: GCControllerButtonInput
  /// The menu button: OPTIONS on a DualShock 4, Start.
  public let buttonMenu: GCControllerButtonInput
  /// The secondary menu button: SHARE on a DualShock 4, Back; `nil` if there is none.
  public let buttonOptions: GCControllerButtonInput?
  /// The home button: PS, Guide; `nil` if there is none.
  public let buttonHome: GCControllerButtonInput?
  /// The left stick.
  public let leftThumbstick: GCControllerDirectionPad
  /// The right stick.
  public let rightThumbstick: GCControllerDirectionPad
  /// The left shoulder button.
  public let leftShoulder: GCControllerButtonInput
  /// The right shoulder button.
  public let rightShoulder: GCControllerButtonInput
  /// The left trigger.
  public var leftTrigger: GCControllerButtonInput { elementSet.leftTrigger ?? buttonA }
  /// The right trigger.
  public var rightTrigger: GCControllerButtonInput { elementSet.rightTrigger ?? buttonA }
  /// A press on the left stick; `nil` if it cannot be pressed.
  public let leftThumbstickButton: GCControllerButtonInput?
  /// A press on the right stick; `nil` if it cannot be pressed.
  public let rightThumbstickButton: GCControllerButtonInput?

  private var onValue: GCExtendedGamepadValueChangedHandler?

  required init(elementSet: ElementSet, traits: PadTraits, isSnapshot: Bool) {
    func button(_ mask: PadButtons) -> GCControllerButtonInput {
      // Every extended set is made with these.
      elementSet.button(mask) ?? GCControllerButtonInput(ElementDesign(name: nil))
    }
    buttonA = button(.south)
    buttonB = button(.east)
    buttonX = button(.west)
    buttonY = button(.north)
    buttonMenu = button(.menu)
    leftShoulder = button(.leftShoulder)
    rightShoulder = button(.rightShoulder)
    buttonOptions = elementSet.button(.options)
    buttonHome = elementSet.button(.home)
    leftThumbstickButton = elementSet.button(.leftStick)
    rightThumbstickButton = elementSet.button(.rightStick)
    leftThumbstick = elementSet.leftStick ?? elementSet.dpad
    rightThumbstick = elementSet.rightStick ?? elementSet.dpad
    super.init(elementSet: elementSet, traits: traits, isSnapshot: isSnapshot)
  }

  /// Takes over another gamepad's state; without effect if this is no snapshot.
  public func setStateFromExtendedGamepad(_ extendedGamepad: GCExtendedGamepad) {
    setStateFromPhysicalInput(extendedGamepad)
  }

  override func elementChanged(_ element: GCControllerElement) {
    valueChangedHandler?(self, element)
  }
}

/// A Sony DualShock 4.
public class GCDualShockGamepad: GCExtendedGamepad, @unchecked Sendable {
  /// A press on the touchpad.
  public final var touchpadButton: GCControllerButtonInput {
    elementSet.button(.touchpad) ?? buttonA
  }
  /// The first finger on the touchpad: `-1...1`, right and up positive; (0, 0) without a finger.
  public final var touchpadPrimary: GCControllerDirectionPad { elementSet.firstTouch ?? dpad }
  /// The second finger on the touchpad.
  public final var touchpadSecondary: GCControllerDirectionPad { elementSet.secondTouch ?? dpad }
}

/// A Sony DualSense.
public class GCDualSenseGamepad: GCExtendedGamepad, @unchecked Sendable {
  /// The left trigger, which can resist.
  public override final var leftTrigger: GCDualSenseAdaptiveTrigger { left }
  /// The right trigger, which can resist.
  public override final var rightTrigger: GCDualSenseAdaptiveTrigger { right }
  /// A press on the touchpad.
  public final var touchpadButton: GCControllerButtonInput {
    elementSet.button(.touchpad) ?? buttonA
  }
  /// The first finger on the touchpad: `-1...1`, right and up positive; (0, 0) without a finger.
  public final var touchpadPrimary: GCControllerDirectionPad { elementSet.firstTouch ?? dpad }
  /// The second finger on the touchpad.
  public final var touchpadSecondary: GCControllerDirectionPad { elementSet.secondTouch ?? dpad }

  private let left: GCDualSenseAdaptiveTrigger
  private let right: GCDualSenseAdaptiveTrigger

  required init(elementSet: ElementSet, traits: PadTraits, isSnapshot: Bool) {
    func trigger(_ button: GCControllerButtonInput?) -> GCDualSenseAdaptiveTrigger {
      // A DualSense's set is made with these.
      button as? GCDualSenseAdaptiveTrigger ?? GCDualSenseAdaptiveTrigger(ElementDesign(name: nil))
    }
    left = trigger(elementSet.leftTrigger)
    right = trigger(elementSet.rightTrigger)
    super.init(elementSet: elementSet, traits: traits, isSnapshot: isSnapshot)
  }
}

/// A Microsoft Xbox controller.
public class GCXboxGamepad: GCExtendedGamepad, @unchecked Sendable {
  /// The share button; `nil` if there is none.
  public final var buttonShare: GCControllerButtonInput? { elementSet.button(.share) }
  /// The upper right paddle; `nil` if there is none.
  public final var paddleButton1: GCControllerButtonInput? { elementSet.button(.paddle1) }
  /// The lower right paddle; `nil` if there is none.
  public final var paddleButton2: GCControllerButtonInput? { elementSet.button(.paddle2) }
  /// The upper left paddle; `nil` if there is none.
  public final var paddleButton3: GCControllerButtonInput? { elementSet.button(.paddle3) }
  /// The lower left paddle; `nil` if there is none.
  public final var paddleButton4: GCControllerButtonInput? { elementSet.button(.paddle4) }
}
