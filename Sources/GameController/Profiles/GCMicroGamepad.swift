import FudePadSources
import Foundation

/// What is called when an element of a micro gamepad changed: the gamepad and the element.
public typealias GCMicroGamepadValueChangedHandler = (GCMicroGamepad, GCControllerElement) -> Void

/// The smallest profile: a direction pad and three buttons. Every controller has it.
public class GCMicroGamepad: GCPhysicalInputProfile, @unchecked Sendable {
  /// The controller that the profile belongs to.
  public var controller: GCController? { device as? GCController }
  /// Called once for each element that changed.
  public var valueChangedHandler: GCMicroGamepadValueChangedHandler? {
    get {
      lock.lock()
      defer { lock.unlock() }
      return onValue
    }
    set { lock.withLock { onValue = newValue } }
  }
  /// The direction pad.
  public final var dpad: GCControllerDirectionPad { elementSet.dpad }
  /// The lower face button.
  public let buttonA: GCControllerButtonInput
  /// The left face button.
  public let buttonX: GCControllerButtonInput
  /// The menu button.
  public let buttonMenu: GCControllerButtonInput
  /// Kept, without effect: a direction pad has no place to come down on.
  public var reportsAbsoluteDpadValues: Bool {
    get { lock.withLock { isAbsolute } }
    set { lock.withLock { isAbsolute = newValue } }
  }
  /// Kept, without effect: controllers on Linux are held one way.
  public var allowsRotation: Bool {
    get { lock.withLock { mayRotate } }
    set { lock.withLock { mayRotate = newValue } }
  }

  private var onValue: GCMicroGamepadValueChangedHandler?
  private var isAbsolute = false
  private var mayRotate = false

  required init(elementSet: ElementSet, traits: PadTraits, isSnapshot: Bool) {
    func button(_ name: String) -> GCControllerButtonInput {
      // Every micro set is made with these three.
      elementSet.byName[name] as? GCControllerButtonInput
        ?? GCControllerButtonInput(ElementDesign(name: nil))
    }
    buttonA = button(GCInputButtonA)
    buttonX = button(GCInputButtonX)
    buttonMenu = button(GCInputButtonMenu)
    super.init(elementSet: elementSet, traits: traits, isSnapshot: isSnapshot)
  }

  override class func make(_ traits: PadTraits, isSnapshot: Bool) -> Self {
    Self(elementSet: .micro(traits, isWritable: isSnapshot), traits: traits, isSnapshot: isSnapshot)
  }

  /// Takes over another gamepad's state; without effect if this is no snapshot.
  public func setStateFromMicroGamepad(_ microGamepad: GCMicroGamepad) {
    setStateFromPhysicalInput(microGamepad)
  }

  override func elementChanged(_ element: GCControllerElement) {
    valueChangedHandler?(self, element)
  }
}
