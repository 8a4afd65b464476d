import Foundation
import FudeModel
import FudePadSources

/// A place whose value is a part of the whole: a button, or one direction of a pad.
final class StateLinear: NSObject, GCLinearInput, GCPressedStateInput, GCTouchedStateInput,
  @unchecked Sendable
{
  enum Part { case button(Int), up(Int), down(Int), left(Int), right(Int) }

  let part: Part
  let isAnalog: Bool
  let canWrap = false
  private let box: ValueBox
  private let onValue = HandlerSlot<
    (any GCPhysicalInputElement, any GCLinearInput, Float) -> Void
  >()
  private let onPressed = HandlerSlot<
    (any GCPhysicalInputElement, any GCPressedStateInput, Bool) -> Void
  >()
  private let onTouched = HandlerSlot<
    (any GCPhysicalInputElement, any GCTouchedStateInput, Bool) -> Void
  >()

  init(_ part: Part, _ box: ValueBox, isAnalog: Bool) {
    self.part = part
    self.box = box
    self.isAnalog = isAnalog
  }

  var valueDidChangeHandler: ((any GCPhysicalInputElement, any GCLinearInput, Float) -> Void)? {
    get { onValue.handler }
    set { onValue.set(newValue, box) }
  }
  var pressedDidChangeHandler:
    ((any GCPhysicalInputElement, any GCPressedStateInput, Bool) -> Void)?
  {
    get { onPressed.handler }
    set { onPressed.set(newValue, box) }
  }
  var touchedDidChangeHandler:
    ((any GCPhysicalInputElement, any GCTouchedStateInput, Bool) -> Void)?
  {
    get { onTouched.handler }
    set { onTouched.set(newValue, box) }
  }
  var value: Float { value(in: box.values) }
  var isPressed: Bool { value > 0 }
  var isTouched: Bool { value > 0 }
  var lastValueTimestamp: TimeInterval { time(in: box.values) }
  var lastValueLatency: TimeInterval { PadClock.now().seconds - lastValueTimestamp }
  var lastPressedStateTimestamp: TimeInterval { lastValueTimestamp }
  var lastPressedStateLatency: TimeInterval { lastValueLatency }
  var lastTouchedStateTimestamp: TimeInterval { lastValueTimestamp }
  var lastTouchedStateLatency: TimeInterval { lastValueLatency }

  func notify(_ values: InputValues, after before: InputValues, of element: StateElement) {
    let value = value(in: values)
    let told = self.value(in: before)
    guard value != told else { return }
    let hasTurned = (value > 0) != (told > 0)
    valueDidChangeHandler?(element, self, value)
    if hasTurned {
      pressedDidChangeHandler?(element, self, value > 0)
      touchedDidChangeHandler?(element, self, value > 0)
    }
  }

  private func value(in values: InputValues) -> Float {
    switch part {
    case .button(let place): values.buttons[place]
    case .up(let pad): max(0, values.pads[pad].y)
    case .down(let pad): max(0, -values.pads[pad].y)
    case .left(let pad): max(0, -values.pads[pad].x)
    case .right(let pad): max(0, values.pads[pad].x)
    }
  }

  private func time(in values: InputValues) -> TimeInterval {
    switch part {
    case .button(let place): values.buttonTimes[place]
    case .up(let pad), .down(let pad), .left(let pad), .right(let pad): values.padTimes[pad]
    }
  }
}

/// One axis of a pad.
final class StateAxis: NSObject, GCAxisInput, @unchecked Sendable {
  let pad: Int
  let isHorizontal: Bool
  let isAnalog: Bool
  let canWrap = false
  private let box: ValueBox
  private let onValue = HandlerSlot<(any GCPhysicalInputElement, any GCAxisInput, Float) -> Void>()

  init(_ pad: Int, isHorizontal: Bool, _ box: ValueBox, isAnalog: Bool) {
    self.pad = pad
    self.isHorizontal = isHorizontal
    self.box = box
    self.isAnalog = isAnalog
  }

  var valueDidChangeHandler: ((any GCPhysicalInputElement, any GCAxisInput, Float) -> Void)? {
    get { onValue.handler }
    set { onValue.set(newValue, box) }
  }
  var value: Float { value(in: box.values) }
  var lastValueTimestamp: TimeInterval { box.values.padTimes[pad] }
  var lastValueLatency: TimeInterval { PadClock.now().seconds - lastValueTimestamp }

  func notify(_ values: InputValues, after before: InputValues, of element: StateElement) {
    let value = value(in: values)
    guard value != self.value(in: before) else { return }
    valueDidChangeHandler?(element, self, value)
  }

  private func value(in values: InputValues) -> Float {
    isHorizontal ? values.pads[pad].x : values.pads[pad].y
  }
}

/// Both axes of a pad.
final class StatePoint: NSObject, GCAxis2DInput, @unchecked Sendable {
  let pad: Int
  let isAnalog: Bool
  let canWrap = false
  private let box: ValueBox
  private let onValue = HandlerSlot<
    (any GCPhysicalInputElement, any GCAxis2DInput, GCPoint2) -> Void
  >()

  init(_ pad: Int, _ box: ValueBox, isAnalog: Bool) {
    self.pad = pad
    self.box = box
    self.isAnalog = isAnalog
  }

  var valueDidChangeHandler: ((any GCPhysicalInputElement, any GCAxis2DInput, GCPoint2) -> Void)? {
    get { onValue.handler }
    set { onValue.set(newValue, box) }
  }
  var value: GCPoint2 { value(in: box.values) }
  var lastValueTimestamp: TimeInterval { box.values.padTimes[pad] }
  var lastValueLatency: TimeInterval { PadClock.now().seconds - lastValueTimestamp }

  func notify(_ values: InputValues, after before: InputValues, of element: StateElement) {
    let value = value(in: values)
    guard value != self.value(in: before) else { return }
    valueDidChangeHandler?(element, self, value)
  }

  private func value(in values: InputValues) -> GCPoint2 {
    GCPoint2(x: values.pads[pad].x, y: values.pads[pad].y)
  }
}

/// The direction pad as a switch: 0 in the middle, 1 up, then clockwise to 8.
final class StatePosition: NSObject, GCSwitchPositionInput, @unchecked Sendable {
  let positionRange = NSRange(location: 0, length: 9)
  let isSequential = false
  let canWrap = true
  private let box: ValueBox
  private let onChange = HandlerSlot<
    (any GCPhysicalInputElement, any GCSwitchPositionInput, Int) -> Void
  >()

  init(_ box: ValueBox) {
    self.box = box
  }

  var positionDidChangeHandler:
    ((any GCPhysicalInputElement, any GCSwitchPositionInput, Int) -> Void)?
  {
    get { onChange.handler }
    set { onChange.set(newValue, box) }
  }
  var position: Int { position(in: box.values) }
  var lastPositionTimestamp: TimeInterval { box.values.padTimes[0] }
  var lastPositionLatency: TimeInterval { PadClock.now().seconds - lastPositionTimestamp }

  func notify(_ values: InputValues, after before: InputValues, of element: StateElement) {
    let position = position(in: values)
    guard position != self.position(in: before) else { return }
    positionDidChangeHandler?(element, self, position)
  }

  private func position(in values: InputValues) -> Int {
    switch (values.pads[0].x, values.pads[0].y) {
    case (0, let y) where y > 0: 1
    case (let x, let y) where x > 0 && y > 0: 2
    case (let x, 0) where x > 0: 3
    case (let x, let y) where x > 0 && y < 0: 4
    case (0, let y) where y < 0: 5
    case (let x, let y) where x < 0 && y < 0: 6
    case (let x, 0) where x < 0: 7
    case (let x, let y) where x < 0 && y > 0: 8
    default: 0
    }
  }
}

/// An element of the input-state API.
class StateElement: NSObject, GCPhysicalInputElement, @unchecked Sendable {
  let name: String
  /// Its bit among what changed.
  let bit: UInt32
  let localizedName: String?
  let sfSymbolsName: String?
  var aliases: Set<String> { [name] }

  init(_ design: GCControllerElement, name: String, bit: Int) {
    self.name = name
    self.bit = 1 << UInt32(bit)
    localizedName = design.localizedName
    sfSymbolsName = design.sfSymbolsName
  }

  func notify(_ values: InputValues, after before: InputValues) {}
}

/// A button.
final class StateButton: StateElement, GCButtonElement, @unchecked Sendable {
  let linear: StateLinear
  var pressedInput: any GCLinearInput & GCPressedStateInput { linear }
  let touchedInput: (any GCTouchedStateInput)? = nil

  init(_ design: GCControllerElement, place: Int, _ box: ValueBox) {
    linear = StateLinear(.button(place), box, isAnalog: design.isAnalog)
    super.init(design, name: InputValues.buttonNames[place], bit: place)
  }

  override func notify(_ values: InputValues, after before: InputValues) {
    linear.notify(values, after: before, of: self)
  }
}

/// A direction pad, a stick, or a finger on the touchpad; the direction pad is a switch too.
final class StatePad: StateElement, GCDirectionPadElement, GCSwitchElement, @unchecked Sendable {
  private let x: StateAxis
  private let y: StateAxis
  private let parts: [StateLinear]
  private let point: StatePoint
  private let place: StatePosition
  var xyAxes: any GCAxis2DInput { point }
  var xAxis: any GCAxisInput { x }
  var yAxis: any GCAxisInput { y }
  var up: any GCLinearInput & GCPressedStateInput { parts[0] }
  var down: any GCLinearInput & GCPressedStateInput { parts[1] }
  var left: any GCLinearInput & GCPressedStateInput { parts[2] }
  var right: any GCLinearInput & GCPressedStateInput { parts[3] }
  var positionInput: any GCSwitchPositionInput { place }

  init(_ design: GCControllerElement, pad: Int, _ box: ValueBox) {
    x = StateAxis(pad, isHorizontal: true, box, isAnalog: design.isAnalog)
    y = StateAxis(pad, isHorizontal: false, box, isAnalog: design.isAnalog)
    parts = [StateLinear.Part.up(pad), .down(pad), .left(pad), .right(pad)].map {
      StateLinear($0, box, isAnalog: design.isAnalog)
    }
    point = StatePoint(pad, box, isAnalog: design.isAnalog)
    place = StatePosition(box)
    super.init(design, name: InputValues.padNames[pad], bit: InputValues.buttonCount + pad)
  }

  override func notify(_ values: InputValues, after before: InputValues) {
    x.notify(values, after: before, of: self)
    y.notify(values, after: before, of: self)
    for part in parts { part.notify(values, after: before, of: self) }
    point.notify(values, after: before, of: self)
    if bit == 1 << UInt32(InputValues.buttonCount) {
      place.notify(values, after: before, of: self)
    }
  }
}
