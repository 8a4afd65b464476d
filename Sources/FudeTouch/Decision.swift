public import FudeModel

/// What was decided of a touch contact at one moment, and why.
///
/// For each contact the order is: ``Change/began`` once; then at most one ``Change/accepted``; then
/// at most one of ``Change/rejected`` (never accepted) or ``Change/revoked`` (accepted before),
/// after which the verdict stays ``Verdict/palm`` for the contact's life; last exactly one
/// ``Change/ended`` or ``Change/cancelled``.
public struct Decision: Hashable, Sendable {
  /// When it was decided: the time of the event that decided it, or the deadline.
  public var time: Timestamp
  /// Which contact.
  public var contact: ContactID
  /// Which device reported the contact.
  public var device: DeviceID
  /// What changed.
  public var change: Change
  /// What the contact counts as from now on.
  public var verdict: Verdict
  /// Why.
  public var reason: Reason

  /// A decision.
  @inlinable
  public init(
    time: Timestamp, contact: ContactID, device: DeviceID, change: Change, verdict: Verdict,
    reason: Reason
  ) {
    self.time = time
    self.contact = contact
    self.device = device
    self.change = change
    self.verdict = verdict
    self.reason = reason
  }

  /// A step in a contact's standing.
  public enum Change: UInt8, Hashable, Sendable {
    /// It landed and is provisional: nothing may be kept.
    ///
    /// Show its ink from ``accepted`` on. A touch that nothing speaks against is accepted in the
    /// same moment, so that costs no delay; a doubtful one shown earlier is often a palm.
    case began
    /// It counts as a finger; may still be revoked until it is committed at its end.
    case accepted
    /// It counts as a palm and never counted as anything else.
    case rejected
    /// It counted as a finger and now counts as a palm: what it did is taken back.
    case revoked
    /// It lifted.
    case ended
    /// The system or a lost device took it away.
    case cancelled
  }
}

/// What a contact is taken for.
public enum Verdict: UInt8, Hashable, Sendable {
  /// Not decided.
  case undecided
  /// A pen that looks like a touch.
  case pen
  /// A finger.
  case finger
  /// A palm, or any touch that must do nothing.
  case palm
}
