import Foundation
import Synchronization

/// What is called when a button changes: the button, its value, and whether it is pressed.
public typealias GCControllerButtonValueChangedHandler =
  (GCControllerButtonInput, Float, Bool) -> Void

/// What is called when a finger comes onto a button or leaves it: the button, its value, whether it
/// is pressed, and whether it is touched.
public typealias GCControllerButtonTouchedChangedHandler =
  (GCControllerButtonInput, Float, Bool, Bool) -> Void

/// A button or a trigger.
public class GCControllerButtonInput: GCControllerElement, @unchecked Sendable {
  /// Called whenever the value changes.
  public var valueChangedHandler: GCControllerButtonValueChangedHandler? {
    get {
      lock.lock()
      defer { lock.unlock() }
      return onValue
    }
    set { lock.withLock { onValue = newValue } }
  }
  /// Called on both edges: when it is pressed, and when it is let go.
  public var pressedChangedHandler: GCControllerButtonValueChangedHandler? {
    get {
      lock.lock()
      defer { lock.unlock() }
      return onPressed
    }
    set { lock.withLock { onPressed = newValue } }
  }
  /// Called when a finger comes or goes, on buttons that feel it; else with the press.
  public var touchedChangedHandler: GCControllerButtonTouchedChangedHandler? {
    get {
      lock.lock()
      defer { lock.unlock() }
      return onTouched
    }
    set { lock.withLock { onTouched = newValue } }
  }

  /// How far it is pressed, `0...1`; 0 is not at all.
  public final var value: Float { Float(bitPattern: bits.load(ordering: .relaxed)) }
  /// Whether it is pressed at all: a value above 0.
  public final var isPressed: Bool { value > 0 }
  /// Whether a finger is on it; a button that cannot feel is touched while it is pressed.
  public final var isTouched: Bool { isPressed }

  private let bits = Atomic<UInt32>(0)
  private var toldValue: Float = 0
  private var onValue: GCControllerButtonValueChangedHandler?
  private var onPressed: GCControllerButtonValueChangedHandler?
  private var onTouched: GCControllerButtonTouchedChangedHandler?

  /// Sets the value of a snapshot's button, clamped to `0...1`, and calls the handlers.
  ///
  /// Without effect on a controller that is really there.
  public func setValue(_ value: Float) {
    guard isWritable else { return }
    stage(value)
    _ = notify()
  }

  /// Takes a value without telling anybody.
  func stage(_ value: Float) {
    let value = value == value ? max(0, min(1, value)) : 0
    bits.store(value.bitPattern, ordering: .relaxed)
  }

  override func notify() -> Bool {
    let value = self.value
    guard value != toldValue else { return false }
    let isPressed = value > 0
    let hasTurned = isPressed != (toldValue > 0)
    toldValue = value
    valueChangedHandler?(self, value, isPressed)
    if hasTurned {
      pressedChangedHandler?(self, value, isPressed)
      touchedChangedHandler?(self, value, isPressed, isPressed)
    }
    return true
  }

  override func copyValues(from other: GCControllerElement) {
    if let other = other as? GCControllerButtonInput { stage(other.value) }
    toldValue = value
  }
}
