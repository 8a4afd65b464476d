public import Dispatch
public import Foundation

/// One control, in the input-state API.
public protocol GCPhysicalInputElement: NSObjectProtocol {
  /// The name of a symbol that shows it.
  var sfSymbolsName: String? { get }
  /// The name to show.
  var localizedName: String? { get }
  /// The names by which it is found.
  var aliases: Set<String> { get }
}

/// A value between two ends.
public protocol GCLinearInput: NSObjectProtocol {
  /// Called when the value changed: the element, this input, the value.
  var valueDidChangeHandler: ((any GCPhysicalInputElement, any GCLinearInput, Float) -> Void)? {
    get set
  }
  /// The value, `0...1`.
  var value: Float { get }
  /// Whether it gives values between its ends.
  var isAnalog: Bool { get }
  /// Whether its ends touch.
  var canWrap: Bool { get }
  /// When the value last changed, in seconds.
  var lastValueTimestamp: TimeInterval { get }
  /// How long ago that was, at least.
  var lastValueLatency: TimeInterval { get }
}

/// Pressed or not.
public protocol GCPressedStateInput: NSObjectProtocol {
  /// Called on both edges: the element, this input, whether it is pressed.
  var pressedDidChangeHandler:
    ((any GCPhysicalInputElement, any GCPressedStateInput, Bool) -> Void)?
  { get set }
  /// Whether it is pressed.
  var isPressed: Bool { get }
  /// When that last changed, in seconds.
  var lastPressedStateTimestamp: TimeInterval { get }
  /// How long ago that was, at least.
  var lastPressedStateLatency: TimeInterval { get }
}

/// Touched or not.
public protocol GCTouchedStateInput: NSObjectProtocol {
  /// Called when a finger comes or goes.
  var touchedDidChangeHandler:
    ((any GCPhysicalInputElement, any GCTouchedStateInput, Bool) -> Void)?
  { get set }
  /// Whether a finger is on it.
  var isTouched: Bool { get }
  /// When that last changed, in seconds.
  var lastTouchedStateTimestamp: TimeInterval { get }
  /// How long ago that was, at least.
  var lastTouchedStateLatency: TimeInterval { get }
}

/// A deflection to both sides.
public protocol GCAxisInput: NSObjectProtocol {
  /// Called when the value changed: the element, this input, the value.
  var valueDidChangeHandler: ((any GCPhysicalInputElement, any GCAxisInput, Float) -> Void)? {
    get set
  }
  /// The deflection, `-1...1`.
  var value: Float { get }
  /// Whether it gives values between its ends.
  var isAnalog: Bool { get }
  /// Whether its ends touch.
  var canWrap: Bool { get }
  /// When the value last changed, in seconds.
  var lastValueTimestamp: TimeInterval { get }
  /// How long ago that was, at least.
  var lastValueLatency: TimeInterval { get }
}

/// A switch with numbered positions.
public protocol GCSwitchPositionInput: NSObjectProtocol {
  /// Called when the position changed.
  var positionDidChangeHandler:
    ((any GCPhysicalInputElement, any GCSwitchPositionInput, Int) -> Void)?
  { get set }
  /// The position.
  var position: Int { get }
  /// The positions there are.
  var positionRange: NSRange { get }
  /// Whether it goes through every position between two.
  var isSequential: Bool { get }
  /// Whether the last position is next to the first.
  var canWrap: Bool { get }
  /// When the position last changed, in seconds.
  var lastPositionTimestamp: TimeInterval { get }
  /// How long ago that was, at least.
  var lastPositionLatency: TimeInterval { get }
}

/// A button or trigger.
public protocol GCButtonElement: GCPhysicalInputElement {
  /// How far it is pressed, and whether.
  var pressedInput: any GCLinearInput & GCPressedStateInput { get }
  /// Whether a finger is on it; `nil` if it cannot feel.
  var touchedInput: (any GCTouchedStateInput)? { get }
}

/// An axis that stands alone.
public protocol GCAxisElement: GCPhysicalInputElement {
  /// Its deflection.
  var absoluteInput: (any GCAxisInput)? { get }
}

/// A switch.
public protocol GCSwitchElement: GCPhysicalInputElement {
  /// Its position.
  var positionInput: any GCSwitchPositionInput { get }
}

/// A place: x to the right, y upwards, each `-1...1`.
public struct GCPoint2: Hashable, Sendable {
  /// To the right is positive.
  public var x: Float
  /// Up is positive.
  public var y: Float
  /// The middle.
  public static let zero = GCPoint2(x: 0, y: 0)
  /// A place; the middle unless given.
  public init(x: Float = 0, y: Float = 0) {
    self.x = x
    self.y = y
  }
}

/// A deflection to all sides.
public protocol GCAxis2DInput: NSObjectProtocol {
  /// Called once when either value changed: the element, this input, the place.
  var valueDidChangeHandler: ((any GCPhysicalInputElement, any GCAxis2DInput, GCPoint2) -> Void)? {
    get set
  }
  /// The deflection; (0, 0) within the dead zone.
  var value: GCPoint2 { get }
  /// Whether it gives values between its ends.
  var isAnalog: Bool { get }
  /// Whether its ends touch.
  var canWrap: Bool { get }
  /// When the value last changed, in seconds.
  var lastValueTimestamp: TimeInterval { get }
  /// How long ago that was, at least.
  var lastValueLatency: TimeInterval { get }
}

/// A direction pad or stick.
public protocol GCDirectionPadElement: GCPhysicalInputElement {
  /// Both axes together.
  var xyAxes: any GCAxis2DInput { get }
  /// To the right is positive.
  var xAxis: any GCAxisInput { get }
  /// Up is positive.
  var yAxis: any GCAxisInput { get }
  /// The part upwards.
  var up: any GCLinearInput & GCPressedStateInput { get }
  /// The part downwards.
  var down: any GCLinearInput & GCPressedStateInput { get }
  /// The part to the left.
  var left: any GCLinearInput & GCPressedStateInput { get }
  /// The part to the right.
  var right: any GCLinearInput & GCPressedStateInput { get }
}

/// The state of all of a device's controls at one moment.
public protocol GCDevicePhysicalInputState: NSObjectProtocol {
  /// The device.
  var device: (any GCDevice)? { get }
  /// When the last event happened, in seconds on a clock that never goes back; the same clock for
  /// all devices.
  var lastEventTimestamp: TimeInterval { get }
  /// How long ago that was, at least.
  var lastEventLatency: TimeInterval { get }
  /// All elements.
  var elements: GCPhysicalInputElementCollection<any GCPhysicalInputElement> { get }
  /// The buttons and triggers.
  var buttons: GCPhysicalInputElementCollection<any GCButtonElement> { get }
  /// The axes that stand alone.
  var axes: GCPhysicalInputElementCollection<any GCAxisElement> { get }
  /// The switches.
  var switches: GCPhysicalInputElementCollection<any GCSwitchElement> { get }
  /// The direction pads and sticks.
  var dpads: GCPhysicalInputElementCollection<any GCDirectionPadElement> { get }
  /// The element of a name; `nil` if there is none.
  subscript(key: String) -> (any GCPhysicalInputElement)? { get }
}

/// Whether an element changed since the state before.
public enum GCDevicePhysicalInputElementChange: Int, Sendable {
  /// There is no state before to compare with.
  case unknownChange = -1
  /// It is the same.
  case noChange = 0
  /// It changed.
  case changed = 1
}

/// What changed since the state before.
public protocol GCDevicePhysicalInputStateDiff: NSObjectProtocol {
  /// Whether an element changed.
  func change(for element: any GCPhysicalInputElement) -> GCDevicePhysicalInputElementChange
  /// The elements that changed, in no particular order; `nil` if there is no state before: this is
  /// the first, or the one before was dropped because the queue was full.
  func changedElements() -> [any GCPhysicalInputElement]?
}

/// A device's controls, as they are now, and a queue of the states they went through.
public protocol GCDevicePhysicalInput: GCDevicePhysicalInputState {
  /// Where this input's handlers are called; `nil` for the device's own queue.
  var queue: DispatchQueue? { get set }
  /// Called for each element that changed.
  ///
  /// The element may have changed again by then; who needs every change uses ``nextInputState()``.
  var elementValueDidChangeHandler:
    ((any GCDevicePhysicalInput, any GCPhysicalInputElement) -> Void)?
  { get set }
  /// A copy of the state at this moment.
  func capture() -> any GCDevicePhysicalInputState
  /// Called when a state was added to the queue; it should call ``nextInputState()`` until that
  /// gives `nil`.
  var inputStateAvailableHandler: ((any GCDevicePhysicalInput) -> Void)? { get set }
  /// How many states the queue holds, ≥ 1; when it is full the oldest go. 1 unless set.
  var inputStateQueueDepth: Int { get set }
  /// Takes the oldest state from the queue; `nil` if it is empty.
  func nextInputState() -> (any GCDevicePhysicalInputState & GCDevicePhysicalInputStateDiff)?
}
