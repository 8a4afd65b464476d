public import Dispatch
public import Foundation
import FudeModel
import FudePadSources
import Synchronization

/// The state of a controller's controls at one moment.
public class GCControllerInputState: NSObject, GCDevicePhysicalInputState, @unchecked Sendable {
  /// The controller.
  public private(set) weak var device: (any GCDevice)?

  let box = ValueBox()
  let traits: PadTraits
  let buttonList: [StateButton]
  let padList: [StatePad]

  init(_ traits: PadTraits) {
    self.traits = traits
    // Names and symbols are those of the profile's elements.
    let design =
      traits.kind == .micro
      ? ElementSet.micro(traits, isWritable: false) : .extended(traits, isWritable: false)
    var buttons: [StateButton] = []
    for place in 0..<InputValues.buttonCount {
      guard let element = design.byName[InputValues.buttonNames[place]] else { continue }
      buttons.append(StateButton(element, place: place, box))
    }
    var pads: [StatePad] = []
    for pad in 0..<InputValues.padCount {
      guard let element = design.byName[InputValues.padNames[pad]] else { continue }
      pads.append(StatePad(element, pad: pad, box))
    }
    buttonList = buttons
    padList = pads
  }

  func attach(_ device: GCController?) {
    self.device = device
  }

  var elementList: [StateElement] { buttonList + padList }

  /// When the last event happened, in seconds on a clock that never goes back.
  public var lastEventTimestamp: TimeInterval { box.values.time }
  /// How long ago that was, at least.
  public var lastEventLatency: TimeInterval { PadClock.now().seconds - lastEventTimestamp }
  /// All elements.
  public var elements: GCPhysicalInputElementCollection<any GCPhysicalInputElement> {
    .init(list: elementList.map { ($0.name, $0) })
  }
  /// The buttons and triggers.
  public var buttons: GCPhysicalInputElementCollection<any GCButtonElement> {
    .init(list: buttonList.map { ($0.name, $0) })
  }
  /// The axes that stand alone: none.
  public var axes: GCPhysicalInputElementCollection<any GCAxisElement> { .init(list: []) }
  /// The switches: the direction pad is one.
  public var switches: GCPhysicalInputElementCollection<any GCSwitchElement> {
    .init(list: padList.prefix(1).map { ($0.name, $0) })
  }
  /// The direction pads and sticks.
  public var dpads: GCPhysicalInputElementCollection<any GCDirectionPadElement> {
    .init(list: padList.map { ($0.name, $0) })
  }
  /// The element of a name; `nil` if there is none.
  public subscript(key: String) -> (any GCPhysicalInputElement)? {
    elementList.first { $0.name == key }
  }
}

/// A state taken from the queue, which knows what changed since the one before.
public class GCControllerQueuedInputState: GCControllerInputState, GCDevicePhysicalInputStateDiff,
  @unchecked Sendable
{
  /// Bits of what changed; `nil` if nothing is known.
  private let changed: UInt32?

  init(_ traits: PadTraits, changed: UInt32?) {
    self.changed = changed
    super.init(traits)
  }

  /// Whether an element changed.
  public func change(for element: any GCPhysicalInputElement) -> GCDevicePhysicalInputElementChange
  {
    guard let changed else { return .unknownChange }
    let mine = elementList.first { !$0.aliases.isDisjoint(with: element.aliases) }
    guard let mine else { return .unknownChange }
    return changed & mine.bit == 0 ? .noChange : .changed
  }

  /// The elements that changed; `nil` if there is no state before.
  public func changedElements() -> [any GCPhysicalInputElement]? {
    guard let changed else { return nil }
    return elementList.filter { changed & $0.bit != 0 }
  }
}

/// A controller's controls as they are now, and a queue of the states they went through.
public class GCControllerLiveInput: GCControllerInputState, GCDevicePhysicalInput,
  @unchecked Sendable
{
  private struct Pending {
    var values: InputValues
    /// What changed since the state before it; `nil` if that was dropped.
    var changed: UInt32?
  }

  private let lock = NSLock()
  private var ownQueue: DispatchQueue?
  private let onElement = HandlerSlot<
    (any GCDevicePhysicalInput, any GCPhysicalInputElement) -> Void
  >()
  private let onState = HandlerSlot<(any GCDevicePhysicalInput) -> Void>()
  private var depth = 1
  private var pending: [Pending] = []
  private var hasBaseline = false
  /// What the handlers know; only used where they run.
  private var told = InputValues()
  /// The last report while nobody listened; only used where handlers run.
  private var unheard: PadReport?

  /// This same input: nothing is remapped here.
  public var unmapped: GCControllerLiveInput? { self }
  /// Where this input's handlers are called; `nil`, the default, for the controller's own queue.
  public var queue: DispatchQueue? {
    get { lock.withLock { ownQueue } }
    set { lock.withLock { ownQueue = newValue } }
  }
  /// Called for each element that changed.
  public var elementValueDidChangeHandler:
    ((any GCDevicePhysicalInput, any GCPhysicalInputElement) -> Void)?
  {
    get { onElement.handler }
    set { onElement.set(newValue, box) }
  }
  /// Called when a state was added to the queue.
  public var inputStateAvailableHandler: ((any GCDevicePhysicalInput) -> Void)? {
    get { onState.handler }
    set { onState.set(newValue, box) }
  }
  /// How many states the queue holds; 1 unless set, and smaller values are ignored.
  public var inputStateQueueDepth: Int {
    get { lock.withLock { depth } }
    set {
      lock.withLock {
        guard newValue >= 1 else { return }
        depth = min(newValue, 4096)
        trim()
      }
    }
  }

  /// A copy of the state at this moment.
  @_disfavoredOverload
  public func capture() -> any GCDevicePhysicalInputState {
    let state: GCControllerInputState = capture()
    return state
  }

  /// Takes the oldest state from the queue; `nil` if it is empty.
  @_disfavoredOverload
  public func nextInputState() -> (any GCDevicePhysicalInputState & GCDevicePhysicalInputStateDiff)?
  {
    let state: (any GCControllerInputState & GCDevicePhysicalInputStateDiff)? = nextInputState()
    return state
  }

  /// A copy of the state at this moment.
  public func capture() -> GCControllerInputState {
    let copy = GCControllerInputState(traits)
    copy.attach(device as? GCController)
    copy.box.values = box.values
    return copy
  }

  /// Takes the oldest state from the queue; `nil` if it is empty.
  public func nextInputState() -> (any GCControllerInputState & GCDevicePhysicalInputStateDiff)? {
    let next = lock.withLock { pending.isEmpty ? nil : pending.removeFirst() }
    guard let next else { return nil }
    let state = GCControllerQueuedInputState(traits, changed: next.changed)
    state.attach(device as? GCController)
    state.box.values = next.values
    return state
  }

  /// Takes a report on the source's thread.
  func receive(_ report: PadReport) {
    let (values, changed) = box.take { $0.take(report) }
    guard changed != 0 else { return }
    let queue = lock.withLock { () -> DispatchQueue? in
      let state = Pending(values: values, changed: hasBaseline ? changed : nil)
      hasBaseline = true
      if depth == 1, pending.count == 1 {
        pending[0] = Pending(values: values, changed: nil)
      } else {
        pending.append(state)
        trim()
      }
      return ownQueue
    }
    if let queue { queue.async { [weak self] in self?.callHandlers(values) } }
  }

  /// Runs on the controller's handler queue.
  func notify(_ report: PadReport) {
    guard queue == nil else { return }
    guard box.isHeard.load(ordering: .relaxed) else {
      unheard = report
      return
    }
    if let report = unheard {
      // Who begins to listen now is told what changes from now on.
      _ = told.take(report)
      unheard = nil
    }
    var values = told
    _ = values.take(report)
    callHandlers(values)
  }

  private func callHandlers(_ values: InputValues) {
    let before = told
    var changed: UInt32 = 0
    for place in 0..<InputValues.buttonCount where values.buttons[place] != before.buttons[place] {
      changed |= 1 << UInt32(place)
    }
    for pad in 0..<InputValues.padCount where values.pads[pad] != before.pads[pad] {
      changed |= 1 << UInt32(InputValues.buttonCount + pad)
    }
    guard changed != 0 else { return }
    told = values
    for button in buttonList where changed & button.bit != 0 { tell(button, values, before) }
    for pad in padList where changed & pad.bit != 0 { tell(pad, values, before) }
    inputStateAvailableHandler?(self)
  }

  private func tell(_ element: StateElement, _ values: InputValues, _ before: InputValues) {
    element.notify(values, after: before)
    elementValueDidChangeHandler?(self, element)
  }

  /// Drops the oldest states above the depth; what follows a dropped one has nothing to compare.
  private func trim() {
    guard pending.count > depth else { return }
    pending.removeFirst(pending.count - depth)
    pending[0].changed = nil
  }
}
