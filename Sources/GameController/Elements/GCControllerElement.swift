public import Foundation

// Unchecked: values are atomics, everything else that changes is behind `lock`.

/// One control of a controller.
///
/// An element is the same object as long as its controller is: handlers stay set, and identity
/// (`===`, `==`) tells which control changed. Values may be read on any thread; they change on the
/// controller's ``GCDevice/handlerQueue``, just before the handlers are called.
public class GCControllerElement: NSObject, @unchecked Sendable {
  /// How the system's own gestures on a control are to be treated.
  public enum SystemGestureState: Int, Sendable {
    /// The gesture is recognised, then the control reports.
    case enabled = 0
    /// The control reports at once.
    case alwaysReceive
    /// The gesture is off.
    case disabled
  }

  /// The control that this one is a part of, as an axis of a direction pad; `nil` if of none.
  public internal(set) weak var collection: GCControllerElement?
  /// Whether it gives values between its ends.
  public let isAnalog: Bool
  /// The names by which a profile finds it.
  public let aliases: Set<String>
  /// Always false: Linux has no gestures of its own on controllers.
  public let isBoundToSystemGesture = false
  /// Kept, without effect.
  public var preferredSystemGestureState: SystemGestureState {
    get { lock.withLock { gestureState } }
    set { lock.withLock { gestureState = newValue } }
  }
  /// The name to show, as printed on this kind of controller.
  public let localizedName: String?
  /// The name of a symbol that shows it.
  public let sfSymbolsName: String?
  /// ``localizedName``: nothing is remapped here.
  public var unmappedLocalizedName: String? { localizedName }
  /// ``sfSymbolsName``: nothing is remapped here.
  public var unmappedSfSymbolsName: String? { sfSymbolsName }

  let lock = NSLock()
  /// Whether a program may set it: only on snapshots.
  let isWritable: Bool
  private var gestureState = SystemGestureState.enabled

  init(_ design: ElementDesign) {
    isAnalog = design.isAnalog
    aliases = design.name.map { [$0] } ?? []
    localizedName = design.localizedName
    sfSymbolsName = design.symbol
    isWritable = design.isWritable
  }

  /// Calls the handlers for what changed since the last call, and returns whether anything did.
  func notify() -> Bool { false }

  /// Takes the values of an element of the same kind.
  func copyValues(from other: GCControllerElement) {}
}

/// What an element is made from.
struct ElementDesign {
  /// The name by which it is found; `nil` for a part of another element.
  var name: String?
  var localizedName: String?
  var symbol: String?
  var isAnalog = true
  var isWritable = false

  func part(_ suffix: String) -> ElementDesign {
    var part = self
    part.name = name.map { "\($0) \(suffix)" }
    part.localizedName = localizedName.map { "\($0) \(suffix)" }
    part.symbol = nil
    return part
  }
}
