import Foundation

/// What is called when a direction pad changes: the pad, its x value and its y value.
public typealias GCControllerDirectionPadValueChangedHandler =
  (GCControllerDirectionPad, Float, Float) -> Void

/// A direction pad or a stick: two axes, and four buttons that show the same as the axes.
///
/// Left and right exclude each other, as do up and down.
public class GCControllerDirectionPad: GCControllerElement, @unchecked Sendable {
  /// Called once when any of its parts changed, after the parts' own handlers.
  public var valueChangedHandler: GCControllerDirectionPadValueChangedHandler? {
    get {
      lock.lock()
      defer { lock.unlock() }
      return onValue
    }
    set { lock.withLock { onValue = newValue } }
  }

  /// To the right is positive.
  public let xAxis: GCControllerAxisInput
  /// Up is positive.
  public let yAxis: GCControllerAxisInput
  /// The positive part of ``yAxis``.
  public let up: GCControllerButtonInput
  /// The negative part of ``yAxis``, as a positive value.
  public let down: GCControllerButtonInput
  /// The negative part of ``xAxis``, as a positive value.
  public let left: GCControllerButtonInput
  /// The positive part of ``xAxis``.
  public let right: GCControllerButtonInput

  private var onValue: GCControllerDirectionPadValueChangedHandler?

  override init(_ design: ElementDesign) {
    xAxis = GCControllerAxisInput(design.part("X Axis"))
    yAxis = GCControllerAxisInput(design.part("Y Axis"))
    up = GCControllerButtonInput(design.part("Up"))
    down = GCControllerButtonInput(design.part("Down"))
    left = GCControllerButtonInput(design.part("Left"))
    right = GCControllerButtonInput(design.part("Right"))
    super.init(design)
    for part in parts { part.collection = self }
  }

  /// Sets both values of a snapshot's pad, each clamped to `-1...1`, and calls the handlers.
  ///
  /// Without effect on a controller that is really there.
  public func setValueForXAxis(_ xAxis: Float, yAxis: Float) {
    guard isWritable else { return }
    stage(x: xAxis, y: yAxis)
    _ = notify()
  }

  var parts: [GCControllerElement] { [xAxis, yAxis, up, down, left, right] }

  func stage(x: Float, y: Float) {
    xAxis.stage(x)
    yAxis.stage(y)
    up.stage(yAxis.value)
    down.stage(-yAxis.value)
    left.stage(-xAxis.value)
    right.stage(xAxis.value)
  }

  override func notify() -> Bool {
    var hasChanged = xAxis.notify()
    hasChanged = yAxis.notify() || hasChanged
    hasChanged = up.notify() || hasChanged
    hasChanged = down.notify() || hasChanged
    hasChanged = left.notify() || hasChanged
    hasChanged = right.notify() || hasChanged
    if hasChanged { valueChangedHandler?(self, xAxis.value, yAxis.value) }
    return hasChanged
  }

  override func copyValues(from other: GCControllerElement) {
    guard let other = other as? GCControllerDirectionPad else { return }
    for (part, source) in zip(parts, other.parts) { part.copyValues(from: source) }
  }
}
