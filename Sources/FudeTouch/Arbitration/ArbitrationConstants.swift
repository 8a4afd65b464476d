/// Every tuned number of the evidence model, in one place.
///
/// Weights are natural log-odds for a palm. Distances are millimetres, times seconds.
public enum ArbitrationConstants {
  // MARK: thresholds

  /// Odds above which a contact is rejected. In `0.5...5`.
  static var rejectAbove: Float { 1.0 }
  /// Odds below which a contact is accepted. In `-5...-0.5`.
  static var acceptBelow: Float { -1.0 }
  /// Odds above which an accepted contact is revoked. Above ``rejectAbove``, because a mark that
  /// vanishes wrongly costs more than one that is wrongly withheld.
  static var revokeAbove: Float { 1.5 }

  // MARK: presence

  /// Presence term with no pen anywhere: touches are fingers.
  static var absent: Float { -3.0 }
  /// Presence term with a pen in range.
  static var present: Float { 0.2 }
  /// How many times longer a silent pen stays in range while its tip is down.
  public static var silentTipFactor: Int64 { 5 }

  // MARK: region

  /// Where palms' contacts lie for a right-handed writer, from the tip: measured centres are
  /// 20–90 mm to the right and 10–50 mm towards the user.
  static var priorX: Double { 55 }
  static var priorY: Double { 30 }
  /// The spread of the prior, one standard deviation in mm: wide, because hands differ.
  static var priorSpreadX: Double { 35 }
  static var priorSpreadY: Double { 30 }
  /// How many observed palm moments the prior is worth.
  static var priorWeight: Double { 20 }
  /// The most moments that the learned region remembers: older ones fade.
  static var regionMemory: Double { 200 }
  /// The smallest learned spread in mm: a hand shifts.
  static var smallestSpread: Double { 14 }
  /// The region term in the middle of the region, and far outside it.
  static var regionInside: Float { 3.5 }
  static var regionOutside: Float { -2.5 }

  // MARK: size

  /// Size term for each doubling over a finger's size, and its limits.
  static var sizeWeight: Float { 1.0 }
  static var sizeLimit: Float { 2.0 }

  // MARK: motion

  /// Motion term when a contact moves exactly with the pen.
  static var coupled: Float { 1.0 }
  /// Motion term when a contact moves on its own.
  static var independent: Float { -1.5 }
  /// The travel in mm at which half of the motion term counts.
  static var motionScale: Float { 8 }

  // MARK: births

  /// Contacts that land within this time of each other landed together, in microseconds.
  static var clusterSpan: Int64 { 60_000 }
  /// Cluster term for each companion beyond the first, and its limit.
  static var clusterWeight: Float { 0.7 }
  static var clusterLimit: Float { 1.4 }

  /// A contact that lands within this distance (mm) and time (µs) of a rejected one is its heir.
  static var heirDistance: Double { 25 }
  static var heirSpan: Int64 { 400_000 }
  /// The heir term.
  static var heir: Float { 2.5 }

  // MARK: flag

  /// The device's palm flag, when it is trusted only as evidence.
  static var palmFlag: Float { 2.5 }

  // MARK: limits

  /// The most contacts that are followed at once; beyond it the oldest is given up.
  static var mostContacts: Int { 64 }
}
