public import FudeModel

/// Why a contact was decided so; prints as one sentence with its numbers.
///
/// A plain value: making one allocates nothing, only ``sentence`` does.
public struct Reason: Hashable, Sendable {
  /// What decided it.
  public var code: Code
  /// How long after landing.
  public var age: TimeSpan
  /// What was known of the contact then.
  public var evidence: Evidence

  /// A reason.
  public init(code: Code, age: TimeSpan = .zero, evidence: Evidence = Evidence()) {
    self.code = code
    self.age = age
    self.evidence = evidence
  }

  /// What can decide a contact.
  public enum Code: UInt8, Hashable, Sendable, CaseIterable {
    /// It landed.
    case landed
    /// The evidence passed a threshold.
    case evidence
    /// A pen came and its evidence passed the threshold for taking a contact back.
    case penArrived
    /// The time limit for deciding ran out; the likelier side was taken.
    case timeLimit
    /// The device's own palm flag.
    case palmFlag
    /// Fingers are switched off.
    case penOnly
    /// Palm rejection is switched off.
    case rejectionOff
    /// It lifted.
    case lifted
    /// The system or the device took it away.
    case cancelled
    /// Its device vanished.
    case deviceRemoved
    /// Its device lost events.
    case eventsLost
    /// The recording ended.
    case recordingEnded
    /// A newer landing reused its identifier, or too many contacts were down.
    case superseded
  }
}
