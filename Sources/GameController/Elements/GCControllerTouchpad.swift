import Foundation

/// What is called on touches: the touchpad, the place's x and y value, how far the touchpad's
/// button is pressed, and whether it is pressed.
public typealias GCControllerTouchpadHandler =
  (GCControllerTouchpad, Float, Float, Float, Bool) -> Void

/// A touchpad that can be pressed.
public class GCControllerTouchpad: GCControllerElement, @unchecked Sendable {
  /// Whether a finger is on the touchpad.
  public enum TouchState: Int, Sendable {
    /// No finger.
    case up = 0
    /// A finger came down.
    case down
    /// The finger moves.
    case moving
  }

  /// The touchpad's button.
  public let button: GCControllerButtonInput
  /// Where the finger is: `-1...1`, right and up positive; (0, 0) without a finger.
  public let touchSurface: GCControllerDirectionPad
  /// Called when a finger comes down.
  public var touchDown: GCControllerTouchpadHandler? {
    get {
      lock.lock()
      defer { lock.unlock() }
      return onDown
    }
    set { lock.withLock { onDown = newValue } }
  }
  /// Called when the finger moves.
  public var touchMoved: GCControllerTouchpadHandler? {
    get {
      lock.lock()
      defer { lock.unlock() }
      return onMoved
    }
    set { lock.withLock { onMoved = newValue } }
  }
  /// Called when the finger leaves.
  public var touchUp: GCControllerTouchpadHandler? {
    get {
      lock.lock()
      defer { lock.unlock() }
      return onUp
    }
    set { lock.withLock { onUp = newValue } }
  }
  /// What the finger is doing.
  public var touchState: TouchState { lock.withLock { state } }
  /// Always true: places are reported as they are, not from where the finger came down.
  public var reportsAbsoluteTouchSurfaceValues: Bool {
    get { true }
    set { _ = newValue }
  }

  private var state = TouchState.up
  private var isStagedDown = false
  private var onDown: GCControllerTouchpadHandler?
  private var onMoved: GCControllerTouchpadHandler?
  private var onUp: GCControllerTouchpadHandler?

  override init(_ design: ElementDesign) {
    button = GCControllerButtonInput(design.part("Button"))
    touchSurface = GCControllerDirectionPad(design.part("Surface"))
    super.init(design)
    button.collection = self
    touchSurface.collection = self
  }

  /// Sets all values of a snapshot's touchpad and calls the handlers.
  ///
  /// Without effect on a controller that is really there.
  public func setValueForXAxis(
    _ xAxis: Float, yAxis: Float, touchDown: Bool, buttonValue: Float
  ) {
    guard isWritable else { return }
    stage(x: xAxis, y: yAxis, isDown: touchDown, button: buttonValue)
    _ = notify()
  }

  func stage(x: Float, y: Float, isDown: Bool, button value: Float) {
    button.stage(value)
    touchSurface.stage(x: isDown ? x : 0, y: isDown ? y : 0)
    isStagedDown = isDown
  }

  override func notify() -> Bool {
    var hasChanged = button.notify()
    // When the finger leaves, its last place is told with it.
    let hasMoved = touchSurface.notify()
    let before = touchState
    let now: TouchState = !isStagedDown ? .up : before == .up ? .down : hasMoved ? .moving : before
    lock.withLock { state = now }
    hasChanged = hasChanged || hasMoved || (before == .up) != (now == .up)
    guard hasChanged else { return false }
    let (x, y) = (touchSurface.xAxis.value, touchSurface.yAxis.value)
    switch (before, now) {
    case (.up, .down): touchDown?(self, x, y, button.value, button.isPressed)
    case (.up, _): break
    case (_, .up): touchUp?(self, x, y, button.value, button.isPressed)
    default: if hasMoved { touchMoved?(self, x, y, button.value, button.isPressed) }
    }
    return true
  }

  override func copyValues(from other: GCControllerElement) {
    guard let other = other as? GCControllerTouchpad else { return }
    button.copyValues(from: other.button)
    touchSurface.copyValues(from: other.touchSurface)
    isStagedDown = other.touchState != .up
    let copied = other.touchState
    lock.withLock { state = copied }
  }
}
