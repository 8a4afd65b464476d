public import Dispatch
public import Foundation

/// A device that a person holds in their hands.
public protocol GCDevice: NSObjectProtocol {
  /// Where handlers are called; the main queue unless set.
  ///
  /// Values change there too, just before the handlers: a program that only polls must let this
  /// queue run, or set one of its own.
  var handlerQueue: DispatchQueue { get set }
  /// The name to show; `nil` if it has none.
  var vendorName: String? { get }
  /// What kind of product it is, such as ``GCProductCategoryDualShock4``.
  var productCategory: String { get }
  /// Its elements.
  var physicalInputProfile: GCPhysicalInputProfile { get }
}

/// A player's number, as shown on a controller's lamps.
public enum GCControllerPlayerIndex: Int, Sendable {
  /// No player.
  case indexUnset = -1
  /// The first player.
  case index1 = 0
  /// The second player.
  case index2
  /// The third player.
  case index3
  /// The fourth player.
  case index4
}

extension NSNotification.Name {
  /// A controller came; the object is the ``GCController``.
  ///
  /// Asking for one of these names starts the search for controllers.
  public static var GCControllerDidConnect: NSNotification.Name {
    PadCenter.shared.start()
    return PadCenter.didConnect
  }
  /// A controller went, after it let go of all it held; the object is the ``GCController``.
  public static var GCControllerDidDisconnect: NSNotification.Name {
    PadCenter.shared.start()
    return PadCenter.didDisconnect
  }
  /// A controller became the one used last; the object is the ``GCController``.
  public static var GCControllerDidBecomeCurrent: NSNotification.Name {
    PadCenter.shared.start()
    return PadCenter.didBecomeCurrent
  }
  /// A controller is no longer the one used last; the object is the ``GCController``.
  public static var GCControllerDidStopBeingCurrent: NSNotification.Name {
    PadCenter.shared.start()
    return PadCenter.didStopBeingCurrent
  }
  /// Apple's; never posted: nothing is remapped here.
  public static let GCControllerUserCustomizationsDidChange = NSNotification.Name(
    "GCControllerUserCustomizationsDidChangeNotification")
}
