import FudePadSources
import FudeModel
public import Foundation

// Unchecked: elements guard themselves; the rest that changes is behind `lock`.

/// The elements of a controller, found by name.
public class GCPhysicalInputProfile: NSObject, @unchecked Sendable {
  /// The controller that the profile belongs to.
  public internal(set) weak var device: (any GCDevice)?
  /// When the last event happened, in seconds on a clock that never goes back.
  public var lastEventTimestamp: TimeInterval { lock.withLock { timestamp } }
  /// Always false: nothing is remapped here.
  public var hasRemappedElements: Bool { false }
  /// Called once for each element that changed, after the element's own handlers. Parts of a
  /// direction pad are told as the direction pad.
  public var valueDidChangeHandler: ((GCPhysicalInputProfile, GCControllerElement) -> Void)? {
    get {
      lock.lock()
      defer { lock.unlock() }
      return onChange
    }
    set { lock.withLock { onChange = newValue } }
  }

  let elementSet: ElementSet
  let traits: PadTraits
  let isSnapshot: Bool
  let lock = NSLock()
  private var timestamp: TimeInterval = 0
  private var onChange: ((GCPhysicalInputProfile, GCControllerElement) -> Void)?
  /// The report staged last, and what it may have changed; on the handler queue only.
  private var staged = PadReport(frame: PadFrame(time: .zero, device: DeviceID(0)))
  private var changed: UInt64 = 0

  required init(elementSet: ElementSet, traits: PadTraits, isSnapshot: Bool) {
    self.elementSet = elementSet
    self.traits = traits
    self.isSnapshot = isSnapshot
  }

  /// A profile of this class with elements of its own.
  class func make(_ traits: PadTraits, isSnapshot: Bool) -> Self {
    Self(
      elementSet: .extended(traits, isWritable: isSnapshot), traits: traits, isSnapshot: isSnapshot)
  }

  /// The element of a name; `nil` if there is none.
  public subscript(key: String) -> GCControllerElement? { elementSet.byName[key] }
  /// All elements by name.
  public var elements: [String: GCControllerElement] { elementSet.byName }
  /// The buttons by name.
  public var buttons: [String: GCControllerButtonInput] {
    elementSet.byName.compactMapValues { $0 as? GCControllerButtonInput }
  }
  /// The axes that stand alone, by name; controllers have none.
  public var axes: [String: GCControllerAxisInput] {
    elementSet.byName.compactMapValues { $0 as? GCControllerAxisInput }
  }
  /// The direction pads and sticks by name.
  public var dpads: [String: GCControllerDirectionPad] {
    elementSet.byName.compactMapValues { $0 as? GCControllerDirectionPad }
  }
  /// The touchpads by name; a DualShock's fingers are found among ``dpads``, as with Apple.
  public var touchpads: [String: GCControllerTouchpad] {
    elementSet.byName.compactMapValues { $0 as? GCControllerTouchpad }
  }
  /// All elements and their parts.
  public var allElements: Set<GCControllerElement> {
    Set(elementSet.ordered).union(
      elementSet.ordered.flatMap { ($0 as? GCControllerDirectionPad)?.parts ?? [] })
  }
  /// All buttons, those of direction pads too.
  public var allButtons: Set<GCControllerButtonInput> {
    Set(allElements.compactMap { $0 as? GCControllerButtonInput })
  }
  /// All axes, those of direction pads too.
  public var allAxes: Set<GCControllerAxisInput> {
    Set(allElements.compactMap { $0 as? GCControllerAxisInput })
  }
  /// All direction pads and sticks.
  public var allDpads: Set<GCControllerDirectionPad> {
    Set(allElements.compactMap { $0 as? GCControllerDirectionPad })
  }
  /// All touchpads.
  public var allTouchpads: Set<GCControllerTouchpad> {
    Set(allElements.compactMap { $0 as? GCControllerTouchpad })
  }

  /// The name of the element that a physical input is mapped to: itself.
  public func mappedElementAlias(forPhysicalInputName name: String) -> String { name }
  /// The names of the physical inputs that are mapped to an element: itself.
  public func mappedPhysicalInputNames(forElementAlias alias: String) -> Set<String> {
    elementSet.byName[alias] == nil ? [] : [alias]
  }

  /// A snapshot of the state at this moment: of the same class, writable, and never changing by
  /// itself.
  public func capture() -> Self {
    let copy = Self.make(traits, isSnapshot: true)
    copy.copyState(from: self)
    return copy
  }

  /// Takes over another profile's state; without effect if this is no snapshot.
  public func setStateFromPhysicalInput(_ physicalInput: GCPhysicalInputProfile) {
    guard isSnapshot else { return }
    copyState(from: physicalInput)
  }

  func copyState(from other: GCPhysicalInputProfile) {
    for element in elementSet.ordered {
      for name in element.aliases {
        if let source = other.elementSet.byName[name] { element.copyValues(from: source) }
      }
    }
    let moment = other.lastEventTimestamp
    lock.withLock { timestamp = moment }
  }

  /// Puts a report's values in place.
  func stage(_ report: PadReport) {
    changed = elementSet.stage(report, after: staged)
    staged = report
    lock.withLock { timestamp = report.frame.time.seconds }
  }

  /// Calls the handlers for what the last report changed.
  func notify() {
    while changed != 0 {
      let element = elementSet.ordered[changed.trailingZeroBitCount]
      changed &= changed &- 1
      guard element.notify() else { continue }
      valueDidChangeHandler?(self, element)
      elementChanged(element)
    }
  }

  /// Calls the handler that a subclass has for elements.
  func elementChanged(_ element: GCControllerElement) {}
}
