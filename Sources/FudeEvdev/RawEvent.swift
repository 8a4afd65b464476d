public import FudeModel

/// One event as the kernel gave it (`struct input_event`).
public struct RawEvent: Hashable, Sendable {
  /// The kernel's time.
  public var time: Timestamp
  /// `EV_…`.
  public var type: UInt16
  /// The code within the type.
  public var code: UInt16
  /// The value.
  public var value: Int32

  /// An event.
  @inlinable
  public init(time: Timestamp, type: UInt16, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }
}
