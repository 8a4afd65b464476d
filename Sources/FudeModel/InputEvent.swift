/// One thing that a device said, decoded but not yet judged.
public enum InputEvent: Hashable, Sendable {
  /// A pen's report.
  case pen(PenSample)
  /// A touch device's frame.
  case touch(TouchFrame)
  /// A controller's state.
  case pad(PadFrame)
  /// A pen's tail button was used.
  case penClick(PenClick)
  /// A device vanished or lost events: what it held is released, its contacts are cancelled.
  case lost(DeviceID, at: Timestamp, LossCause)

  /// When it happened.
  @inlinable
  public var time: Timestamp {
    switch self {
    case .pen(let sample): sample.time
    case .touch(let frame): frame.time
    case .pad(let frame): frame.time
    case .penClick(let click): click.time
    case .lost(_, let time, _): time
    }
  }

  /// Which device said it.
  @inlinable
  public var device: DeviceID {
    switch self {
    case .pen(let sample): sample.device
    case .touch(let frame): frame.device
    case .pad(let frame): frame.device
    case .penClick(let click): click.device
    case .lost(let device, _, _): device
    }
  }
}

/// Why a device's state became unknown.
public enum LossCause: UInt8, Hashable, Sendable {
  /// The device was unplugged or its link broke.
  case removed
  /// The kernel's queue overflowed (`SYN_DROPPED`) and events are missing.
  case overflow
  /// The recording ended here.
  case endOfRecording
}
