import Foundation
import Synchronization

/// What is called when an axis changes: the axis and its value.
public typealias GCControllerAxisValueChangedHandler = (GCControllerAxisInput, Float) -> Void

/// One axis of a stick or direction pad.
public class GCControllerAxisInput: GCControllerElement, @unchecked Sendable {
  /// Called whenever the value changes.
  public var valueChangedHandler: GCControllerAxisValueChangedHandler? {
    get {
      lock.lock()
      defer { lock.unlock() }
      return onValue
    }
    set { lock.withLock { onValue = newValue } }
  }

  /// The deflection, `-1...1`: to the right or up is positive; exactly 0 within the dead zone.
  public final var value: Float { Float(bitPattern: bits.load(ordering: .relaxed)) }

  private let bits = Atomic<UInt32>(0)
  private var toldValue: Float = 0
  private var onValue: GCControllerAxisValueChangedHandler?

  /// Sets the value of a snapshot's axis, clamped to `-1...1`, and calls the handlers.
  ///
  /// Without effect on a controller that is really there.
  public func setValue(_ value: Float) {
    guard isWritable else { return }
    stage(value)
    _ = notify()
  }

  func stage(_ value: Float) {
    let value = value == value ? max(-1, min(1, value)) : 0
    // Zero has one bit pattern here: a change of its sign is no change.
    bits.store((value == 0 ? 0 : value).bitPattern, ordering: .relaxed)
  }

  override func notify() -> Bool {
    let value = self.value
    guard value != toldValue else { return false }
    toldValue = value
    valueChangedHandler?(self, value)
    return true
  }

  override func copyValues(from other: GCControllerElement) {
    if let other = other as? GCControllerAxisInput { stage(other.value) }
    toldValue = value
  }
}
