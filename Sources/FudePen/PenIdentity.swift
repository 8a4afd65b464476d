/// What makes a pen the same pen tomorrow.
///
/// A radio address alone does not: pens change it for privacy, and a stranger's pen may show any.
public struct PenIdentity: Hashable, Sendable {
  /// The serial number from the pen's device information; `nil` if it tells none.
  public var serial: String?
  /// The identity address that bonding resolved; `nil` if the pen is not bonded. Never the address
  /// it advertises under.
  public var identityAddress: String?
  /// The number under which the platform knows the pen; `nil` if it has none.
  public var platformID: String?

  /// An identity; what is left out is unknown.
  public init(serial: String? = nil, identityAddress: String? = nil, platformID: String? = nil) {
    self.serial = serial
    self.identityAddress = identityAddress
    self.platformID = platformID
  }

  /// Whether nothing at all is known.
  public var isEmpty: Bool { serial == nil && identityAddress == nil && platformID == nil }

  /// Whether both are the same pen: the strongest mark that both have decides.
  public func isSame(as other: PenIdentity) -> Bool {
    if let serial, let theirs = other.serial { return serial == theirs }
    if let identityAddress, let theirs = other.identityAddress { return identityAddress == theirs }
    if let platformID, let theirs = other.platformID { return platformID == theirs }
    return false
  }

  /// The marks of both, this one's first.
  public func merged(with other: PenIdentity) -> PenIdentity {
    PenIdentity(
      serial: serial ?? other.serial, identityAddress: identityAddress ?? other.identityAddress,
      platformID: platformID ?? other.platformID)
  }
}
