public import FudeModel
public import FudePen

/// The way to pens over some radio.
///
/// BlueZ, Core Bluetooth, a simulation and a replayed recording are peers: each tells what it hears
/// and does what it is told. It decides nothing.
public protocol StylusTransport: Sendable {
  /// Begins to tell what happens; called once, before anything else.
  ///
  /// - Parameter tell: Takes each happening in order; may be called from any thread.
  func start(_ tell: @escaping @Sendable (TransportEvent) -> Void)

  /// Does something; what comes of it is told.
  func perform(_ action: ConnectionAction)

  /// Tells nothing any more and closes every link.
  func stop()
}

/// What a transport hears.
public struct TransportEvent: Hashable, Sendable {
  /// When it reached this machine, on the session's clock.
  public var time: Timestamp
  /// What.
  public var kind: Kind

  /// A happening.
  public init(time: Timestamp, kind: Kind) {
    self.time = time
    self.kind = kind
  }

  /// What can be heard.
  public enum Kind: Hashable, Sendable {
    /// The radio's state.
    case radio(RadioState)
    /// A pen's advertisement.
    case advertisement(PenAdvertisement)
    /// A link came about.
    case linked(DeviceID)
    /// A pen's services are read; it is of use.
    case ready(DeviceID, PenIdentity)
    /// A device is of no use.
    case unsupported(DeviceID, UnsupportedReason)
    /// A link broke or did not come about.
    case unlinked(DeviceID, LinkFailure)
    /// A value was read or notified.
    case value(DeviceID, PenCharacteristic, [UInt8])
    /// A radio address became known.
    case address(DeviceID, String)
  }
}
