/// Every tuned number of the evidence model, in one place.
///
/// Weights are natural log-odds for a palm, distances millimetres, spans microseconds unless said
/// otherwise. Where no other source is named, a value was set by hand from what published and
/// measured hands do, and then refined on recordings, leaving one out: see `Docs/palms.md`.
public struct ArbitrationConstants: Hashable, Sendable {
  /// The standard values.
  public init() {}

  // MARK: Thresholds

  /// Odds above which a contact is rejected, `0.3...5`. Raise it when fingers die, lower it when
  /// palms are shown first and taken back later.
  package var rejectAbove: Float = 1.0
  /// Odds below which a contact is accepted, `-5 ... -0.3`.
  package var acceptBelow: Float = -1.0
  /// Odds above which a contact still undecided at its time limit is rejected if it lies beside a
  /// rejected one; 0 for others. Seen: with contacts at 10 Hz the five recordings keep 4 palms of one
  /// resting hand at 0. Below 0 for all, second-hand fingers die.
  package var kinLimit: Float = -0.5
  /// The heir term from which a contact counts as lying beside a rejected one.
  package var kinTerm: Float = 0.8
  /// Odds above which an accepted contact is revoked. Above ``rejectAbove``: a mark that vanishes
  /// wrongly costs more than one that is withheld.
  package var revokeAbove: Float = 1.5

  // MARK: Presence of the pen

  /// Presence term with no pen anywhere: touches are fingers. Below ``acceptBelow``, so that a lone
  /// finger is accepted as it lands.
  package var absent: Float = -3.0
  /// Presence term with a pen in range: slightly for a palm, since of the contacts that land then
  /// more than half are (corpus/pen-touch: about 3 of 4).
  package var present: Float = 0.6
  /// How many times longer a silent pen stays in range while its tip is down than while it hovers.
  public static var silentTipFactor: Int64 { 5 }
  /// What a stale place still counts while the pen is sensed but tells none, `0...1`.
  package var stalePlace: Float = 0.35
  /// The time after which a place that the pen does not repeat counts half, in seconds.
  package var placeMemory: Float = 0.7

  // MARK: Region of the hand

  /// The middle of the hand's contacts for a right-hander, from the tip: measured centres lie
  /// 20–90 mm to the right and 10–50 mm towards the user (shared measurements; Annett and others
  /// 2014 report the same lobe).
  package var priorX: Double = 55
  /// As ``priorX``, towards the user.
  package var priorY: Double = 32
  /// One standard deviation of the region, mm: wide, because hands differ.
  package var priorSpreadX: Double = 36
  /// As ``priorSpreadX``, towards the user.
  package var priorSpreadY: Double = 32
  /// How many lessons the prior is worth.
  package var priorWeight: Double = 12
  /// The most lessons that are remembered; older ones fade. A writer shifts the grip within minutes.
  package var regionMemory: Double = 80
  /// The smallest learned spread: a palm has several contacts 20–40 mm apart.
  package var smallestSpread: Double = 24
  /// Beyond this many times the middle's distance the region goes on as a cone: wrist and forearm
  /// lie on the same line from the tip.
  package var coneStart: Double = 1.15
  /// How far straight to the side of the tip the region reaches undiminished, in mm: measured palm
  /// centres lie 20 to 90 mm from the tip, and an arm comes from below. Raise it when palms far to
  /// the side leave marks; lower it when the other hand's fingers are taken for the hand.
  package var sideReach: Double = 100
  /// How many mm beyond ``sideReach`` halve the region.
  package var sideFade: Double = 25
  /// What one lesson says of the side that the hand is on; 1 makes three to one.
  package var sideLesson: Double = 0.25
  /// A lean in radians that says all it can of the side (0.25 is 14°).
  package var leanScale: Double = 0.25
  /// What one report of a pen that leans fully says of the side: at 200 reports a second, a quarter
  /// of a second makes three to one.
  package var leanLesson: Double = 0.02
  /// The most that leaning says of the side, in all: 4 makes nine to one. Hooked left hands lean
  /// their pens to the right too, so palms must be able to overrule it.
  package var leanLimit: Double = 4
  /// The region term in the middle of the region.
  package var regionInside: Float = 3.0
  /// The region term far outside it: the other hand.
  package var regionOutside: Float = -3.0
  /// The time between two lessons of one contact.
  package var lessonSpan: Int64 = 200_000
  /// The most lessons that one contact gives, so that a hand that rests long does not narrow the
  /// region to one spot.
  package var mostLessons: UInt8 = 6

  // MARK: Size

  /// Size term for each spread of fingers' sizes beyond the first over a finger's usual size.
  package var sizeWeight: Float = 0.55
  /// The least spread of fingers' sizes, as a share of the usual size: what a few taps show is less
  /// than what a hand can do.
  package var leastSizeSpread: Float = 0.25
  /// The limit of the size term for a palm: below `acceptBelow - absent`, so that size alone never
  /// rejects.
  package var sizeLimit: Float = 2.5
  /// The limit of the size term for a finger: low, since the edge of a palm is small too.
  package var smallLimit: Float = 0.3

  // MARK: Motion

  /// Motion term when a contact moves exactly with the pen.
  package var coupled: Float = 1.0
  /// Motion term when a contact moves against the pen or beside a pen at rest.
  package var independent: Float = -1.2
  /// Motion term of a long way without any pen: a palm rests.
  package var aloneMotion: Float = -3.0
  /// The way in mm at which half of a motion term counts.
  package var motionScale: Float = 15
  /// A step longer than this (mm) and faster than ``jumpSpeed`` is a swap of contacts inside the
  /// device, not motion (seen on Intuos5 and Intuos Pro: 41 in five recordings).
  package var jumpLength: Double = 20
  /// As ``jumpLength``, in mm a second: no hand moves at 4 m/s on a tablet.
  package var jumpSpeed: Double = 4000

  // MARK: Births

  /// Contacts that land within this time of each other landed together.
  package var clusterSpan: Int64 = 60_000
  /// And within this distance: the width of a hand.
  package var clusterDistance: Double = 90
  /// Cluster term for each companion beyond the first: two fingers are a pinch, more is a hand.
  package var clusterWeight: Float = 0.35
  /// Its limit.
  package var clusterLimit: Float = 1.0
  /// The distance to a rejected contact at which the heir term counts half.
  package var heirDistance: Double = 30
  /// The longest way, in mm, of a contact that can still become kin of a neighbour found out late.
  package var longestKinPath: Float = 15
  /// How long a rejected contact has heirs after its end.
  package var heirSpan: Int64 = 400_000
  /// How long after its own landing, or after the other's rejection, a contact can become an heir.
  package var heirAge: Int64 = 200_000
  /// What the place of a rejected contact that has ended counts once no pen is near, `0...1`.
  package var graveAlone: Float = 0.25
  /// The heir term on the very spot of a rejected contact that was rejected for its own sake, with a
  /// pen in range. Less for heirs of heirs, or quick taps would reject each other for ever.
  package var heir: Float = 2.5

  // MARK: The device's flag

  /// The device's palm flag, when it is only evidence.
  package var palmFlag: Float = 2.5

  // MARK: Limits

  /// The longest way, in mm, of a contact whose end is held back for a pen that may follow.
  package var longestHeldPath: Float = 10
  /// How long the end of a contact that landed with others is held back at most, in µs.
  ///
  /// Two fingers that tap want their undo at once. Raise it when palms that land in pairs before
  /// the pen act as taps; lower it when taps feel slow.
  package var tapDelay: Int64 = 120_000
  /// The most contacts that are followed at once; beyond it the oldest is given up.
  public static var mostContacts: Int { 64 }
}
