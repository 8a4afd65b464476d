/// A use of a pen's tail button, which travels apart from the pen's samples.
///
/// Pens of the Windows design send it over their radio link as a keyboard: ⊞ with F20, F19 or F18.
public struct PenClick: Hashable, Sendable {
  /// When the button was let go, or the device lost.
  public var time: Timestamp
  /// The logical pen: the pen's own device if the session knows it, else the one that sent the keys.
  public var device: DeviceID
  /// How it was used.
  public var kind: Kind
  /// How long the keys were held; `nil` if their release was never seen. The pen's firmware makes
  /// the keys after it has judged the gesture, so this is not the time the button was pressed.
  public var held: TimeSpan?

  /// A use of the tail button.
  @inlinable
  public init(time: Timestamp, device: DeviceID, kind: Kind, held: TimeSpan?) {
    self.time = time
    self.device = device
    self.kind = kind
    self.held = held
  }

  /// How a tail button was used, as judged by the pen.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// Pressed once.
    case single
    /// Pressed twice.
    case double
    /// Pressed and kept down.
    case long
  }
}
