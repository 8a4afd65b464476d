public import FudeModel

/// What the connector wants done, and what it has to say.
public enum ConnectionOutput: Hashable, Sendable {
  /// For the transport.
  case action(ConnectionAction)
  /// For the app.
  case event(ConnectionEvent)
}

/// What the transport is to do.
public enum ConnectionAction: Hashable, Sendable {
  /// Listen for advertisements.
  case startScan
  /// Stop listening.
  case stopScan
  /// Open a link and read the services.
  case open(DeviceID)
  /// Close a link, or give up opening it.
  case close(DeviceID)
}

/// What the connector tells.
public struct ConnectionEvent: Hashable, Sendable {
  /// When.
  public var time: Timestamp
  /// What.
  public var kind: Kind

  /// What can be told.
  public enum Kind: Hashable, Sendable {
    /// The radio's state changed.
    case radio(RadioState)
    /// Looking for pens began.
    case discoveryStarted
    /// Looking for pens ended.
    case discoveryEnded(DiscoveryEnd)
    /// A pen was heard for the first time, or its name or signal changed by much.
    case discovered(PenAdvertisement)
    /// A pen has not been heard for a while.
    case lost(DeviceID)
    /// Several pens qualify and none clearly: somebody must choose.
    case ambiguous(DeviceID, DeviceID)
    /// A link is being opened; attempts count from 1.
    case connecting(DeviceID, attempt: Int)
    /// A pen is connected. Its identity is worth storing.
    case connected(DeviceID, PenIdentity)
    /// A pen is no longer connected.
    case disconnected(DeviceID, DisconnectReason)
    /// The next attempt comes after a while, and what probably is the matter.
    case waiting(DeviceID, delay: TimeSpan, LikelyCause)
    /// A device is of no use.
    case unsupported(DeviceID, UnsupportedReason)
  }
}

/// Why looking for pens ended.
public enum DiscoveryEnd: UInt8, Hashable, Sendable {
  /// Its time was up.
  case timeUp
  /// It was stopped.
  case stopped
  /// The radio went off.
  case radioLost
  /// The app left the foreground.
  case background
  /// A pen was chosen by the policy.
  case chosen
}

/// Why a pen is no longer connected.
public enum DisconnectReason: Hashable, Sendable {
  /// The user let it go.
  case deselected
  /// It was forgotten.
  case forgotten
  /// The link broke.
  case link(LinkFailure)
  /// The radio went off.
  case radioLost
  /// The app left the foreground; it comes back with it.
  case background
  /// It is another pen than the one expected.
  case wrongPen
  /// It is of no use.
  case unsupported
}

/// What probably keeps a pen from staying connected.
public enum LikelyCause: UInt8, Hashable, Sendable, CustomStringConvertible {
  /// It was not heard.
  case outOfRange
  /// It connects and drops at once: the keys of pairing do not fit.
  case pairing
  /// Its battery was nearly empty.
  case battery
  /// It refuses: probably connected to another machine.
  case connectedElsewhere
  /// The link is poor or the pen went to sleep.
  case asleepOrFar

  /// A sentence that says what to do.
  public var description: String {
    switch self {
    case .outOfRange: "The pen is not heard. Bring it near and wake it."
    case .pairing:
      "The pen connects and drops at once. Remove its pairing on this machine and pair it again."
    case .battery: "The pen's battery was nearly empty. Charge it."
    case .connectedElsewhere:
      "The pen refuses. It is probably connected to another machine: disconnect it there."
    case .asleepOrFar:
      "The link broke. The pen is asleep or too far away; touch its tip to wake it."
    }
  }
}
