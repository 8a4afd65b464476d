public import FudeModel

/// What may be set of connecting.
public struct ConnectionSettings: Hashable, Sendable {
  /// Pens weaker than this are not shown, in dBm, `-100...0`; -100 shows all.
  ///
  /// -60 is the default of Wacom's public iOS guide: about a metre. Lower it if pens at hand are
  /// missed; raise it where many pens are near.
  public var minimumSignal = -60
  /// A pen not heard for this long is lost while looking. Pens advertise at least every 2 s.
  public var lostTime: TimeSpan = .seconds(6)
  /// How long to listen before the nearest is chosen. Raise it for pens that advertise slowly.
  public var settleTime: TimeSpan = .seconds(1.5)
  /// By how much the nearest must be stronger than the next, in dB. Signals waver by some 5 dB;
  /// raise it where pens are mistaken for each other.
  public var nearestLead = 8
  /// The first wait before another attempt; it doubles up to ``longestWait``.
  public var firstWait: TimeSpan = .seconds(1)
  /// The longest wait.
  public var longestWait: TimeSpan = .seconds(64)
  /// A link that lasts this long was good: the next wait is the first one again.
  public var goodLinkTime: TimeSpan = .seconds(10)
  /// A link that drops within this looks like missing keys.
  public var shortLinkTime: TimeSpan = .seconds(3)
  /// An attempt that takes longer is given up.
  public var openTime: TimeSpan = .seconds(20)

  /// The defaults.
  public init() {}
}
