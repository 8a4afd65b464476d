public import FudeModel

/// What the machine's radio can do.
public enum RadioState: UInt8, Hashable, Sendable {
  /// Not told yet.
  case unknown
  /// Switched off.
  case off
  /// The app may not use it.
  case unauthorised
  /// Switched off by hardware or by the system (rfkill).
  case blocked
  /// Ready.
  case on
}

/// One advertisement of a pen.
public struct PenAdvertisement: Hashable, Sendable {
  /// Which pen, in this session.
  public var pen: DeviceID
  /// Its name; `nil` if it tells none.
  public var name: String?
  /// Its signal's strength in dBm, nearer is greater; `nil` if the radio told none.
  public var signal: Int?
  /// What is known of its identity before connecting.
  public var identity: PenIdentity
  /// Whether its tip or button is pressed now, as press-to-connect wants it; `nil` if not told.
  public var isPressed: Bool?

  /// An advertisement; what is left out was not told.
  public init(
    pen: DeviceID, name: String? = nil, signal: Int? = nil, identity: PenIdentity = PenIdentity(),
    isPressed: Bool? = nil
  ) {
    self.pen = pen
    self.name = name
    self.signal = signal
    self.identity = identity
    self.isPressed = isPressed
  }
}

/// Why a link broke or did not come about, as the transport tells it.
public enum LinkFailure: UInt8, Hashable, Sendable {
  /// Nothing was heard for the supervision time.
  case timeout
  /// The pen ended it.
  case endedByPen
  /// The pen or the system refused it.
  case refused
  /// Keys of pairing are missing or wrong.
  case authentication
  /// The transport itself failed.
  case transport
}

/// Why a device that can be reached is of no use.
public enum UnsupportedReason: UInt8, Hashable, Sendable {
  /// It has no service that a profile knows.
  case noKnownService
  /// It is a pen whose firmware is too old.
  case firmwareTooOld
  /// It is a pen that works with other screens only.
  case wrongScreen
}

/// How a pen is chosen.
public enum ConnectPolicy: UInt8, Hashable, Sendable {
  /// Somebody chooses from the list.
  case chooseFromList
  /// The nearest one, if it is clearly the nearest.
  case nearest
  /// The one that is pressed.
  case pressToConnect
}

/// What the connector listens to: the radio, its links, and what the user wants.
public enum ConnectionInput: Hashable, Sendable {
  /// The radio's state.
  case radio(RadioState, at: Timestamp)
  /// Look for pens for some time.
  case startDiscovery(ConnectPolicy, lasting: TimeSpan, at: Timestamp)
  /// Look no longer.
  case stopDiscovery(at: Timestamp)
  /// A pen was heard.
  case advertisement(PenAdvertisement, at: Timestamp)
  /// Connect this one and keep it connected.
  case select(DeviceID, at: Timestamp)
  /// Let this one go.
  case deselect(DeviceID, at: Timestamp)
  /// Let this one go and never come back to it.
  case forget(PenIdentity, at: Timestamp)
  /// Come back to the pens stored.
  case reconnectStored(at: Timestamp)
  /// A link came about.
  case linked(DeviceID, at: Timestamp)
  /// The pen's services are read, and with them who it is.
  case ready(DeviceID, PenIdentity, at: Timestamp)
  /// The device is of no use.
  case unsupported(DeviceID, UnsupportedReason, at: Timestamp)
  /// A link broke or did not come about.
  case unlinked(DeviceID, LinkFailure, at: Timestamp)
  /// The pen's charge became known.
  case charge(DeviceID, BatteryCharge, at: Timestamp)
  /// The app left the foreground.
  case background(at: Timestamp)
  /// The app is back.
  case foreground(at: Timestamp)

  /// When it happened.
  public var time: Timestamp {
    switch self {
    case .radio(_, let time), .startDiscovery(_, _, let time), .stopDiscovery(let time),
      .advertisement(_, let time), .select(_, let time), .deselect(_, let time),
      .forget(_, let time), .reconnectStored(let time), .linked(_, let time),
      .ready(_, _, let time), .unsupported(_, _, let time), .unlinked(_, _, let time),
      .charge(_, _, let time), .background(let time), .foreground(let time):
      time
    }
  }
}
