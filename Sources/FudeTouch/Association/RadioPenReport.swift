public import FudeModel

/// What a radio pen said in one notification: no position, and late.
///
/// The pen's tip is an ordinary contact of the touch screen; this is the other half.
public struct RadioPenReport: Hashable, Sendable {
  /// When the notification reached this machine.
  public var time: Timestamp
  /// Which pen.
  public var pen: DeviceID
  /// An edge of the tip switch: `true` pressed, `false` released; `nil` if this report tells none.
  ///
  /// For a pen without a switch the edges follow from the pressure.
  public var tip: Bool?
  /// Tip force as a fraction of the pen's full scale, `0...1`; `nil` if this report tells none.
  public var pressure: Float?
  /// The pen's own clock in microseconds, from an arbitrary origin, unwrapped; `nil` if the pen
  /// sends no counter.
  public var counter: Int64?
  /// The pen's lean; `nil` if not measured.
  public var tilt: Tilt?

  /// A report; what is left out was not told.
  @inlinable
  public init(
    time: Timestamp, pen: DeviceID, tip: Bool? = nil, pressure: Float? = nil,
    counter: Int64? = nil, tilt: Tilt? = nil
  ) {
    self.time = time
    self.pen = pen
    self.tip = tip
    self.pressure = pressure
    self.counter = counter
    self.tilt = tilt
  }
}

/// What the association of contacts and radio pens listens to.
public enum AssociationInput: Hashable, Sendable {
  /// A touch device's frame.
  case touch(TouchFrame)
  /// A radio pen's notification.
  case pen(RadioPenReport)
  /// A pen is connected from now on.
  case connected(DeviceID, at: Timestamp)
  /// A pen's link is gone: its stroke goes on without pressure, later touches are plain touches.
  case disconnected(DeviceID, at: Timestamp)
  /// A touch device vanished or lost events: its contacts are cancelled.
  case lost(DeviceID, at: Timestamp, LossCause)
  /// The app left the foreground: every contact is cancelled.
  case suspended(at: Timestamp)
  /// How the surface is held now.
  case turned(SurfaceOrientation, at: Timestamp)

  /// When it happened.
  public var time: Timestamp {
    switch self {
    case .touch(let frame): frame.time
    case .pen(let report): report.time
    case .connected(_, let time), .disconnected(_, let time): time
    case .lost(_, let time, _): time
    case .suspended(let time), .turned(_, let time): time
    }
  }
}
