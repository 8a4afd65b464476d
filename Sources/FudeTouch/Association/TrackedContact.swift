import FudeModel

/// A touch contact and what is known of it.
struct TrackedContact: Sendable {
  var id: ContactID
  var device: DeviceID
  var birth: Timestamp
  var origin: Point
  /// The last raw place.
  var position: Point
  /// When the last point was measured.
  var lastTime: Timestamp
  /// When it lifted; `nil` while it lives.
  var lift: Timestamp?
  /// The length of its path in millimetres.
  var path: Double = 0
  /// How far it got from where it landed, in millimetres.
  var extent: Double = 0
  /// `ln` of the larger of its diameters seen so far; `nil` if the device tells none.
  var logSize: Double?
  var isPalmByDevice = false
  /// Log odds of being the tip rather than its palm, from where the others lie.
  var handOdds: Double = 0
  /// Log odds of being the tip from where the last stroke ended.
  var nearOdds: Double = 0
  /// When it must be looked at again; `nil` if nothing is due.
  var deadline: Timestamp?
  /// Before this it is not given up for want of a tip-down, however often it is looked at.
  var patienceEnds = Timestamp.zero
  var standing: Standing = .undecided
  /// Whether its points are worth showing.
  var showsInk = false
  /// By how much its stroke found a better contact; `nil` unless it lost its stroke and may still
  /// get another one.
  var beatenBy: Double?
  /// Which part of the pending store is its own.
  var slot: Int
  /// The pressure of its last point.
  var lastPressure: Float?
  var correction = TipCorrection()

  var isLive: Bool { lift == nil }

  /// What it counts as.
  enum Standing: Sendable, Equatable {
    case undecided
    /// The stroke of pen `channel`; `episode` is the number of the tip-down, and `delay` the
    /// milliseconds by which its pressures come later.
    case pen(channel: Int, episode: Int, delay: Double)
    /// A stroke without a pen; `held` is the pressure of a pen whose link broke.
    case finger(held: Float?)
    case palm
  }

  /// The channel and episode it belongs to.
  var assignment: (channel: Int, episode: Int, delay: Double)? {
    if case .pen(let channel, let episode, let delay) = standing {
      (channel, episode, delay)
    } else {
      nil
    }
  }
}

/// From a tip-down to its tip-up.
struct TipEpisode: Sendable {
  /// Its number in the channel, ascending.
  var number: Int
  var down: Timestamp
  /// Whether the tip-down itself was lost and the time is that of the first sign of force.
  var isDownInferred: Bool
  /// Whether it is the rest of an earlier one whose contact lifted while the tip stayed down.
  var isContinuation = false
  /// When the tip was released; `nil` while it is down.
  var up: Timestamp?
  /// Whether the tip-up itself was lost: it happened between ``lastForce`` and ``up``.
  var isUpInferred = false
  /// A release and a tip-down so close that they were taken for a switch that chatters; and the
  /// number of readings before them.
  var bounce: (up: Timestamp, down: Timestamp, readings: Int)?
  /// A silence of the radio in which a release may have been lost: the reports before and after it
  /// and the number of readings before.
  var silence: (from: Timestamp, to: Timestamp, readings: Int)?
  /// The last report that showed force.
  var lastForce: Timestamp
  /// When the force fell to nothing, if it has and the switch has not said so.
  var zeroSince: Timestamp?
  /// The first of its readings, and the one after its last (`nil` while it is down).
  var firstReading: Int
  var endReading: Int?
  /// The contact that was accepted for it.
  var contact: ContactID?
  /// When it was accepted.
  var acceptedAt: Timestamp?
  /// The lead of the best contact at the last look, in nats.
  var margin: Double = 0

  /// When it ended as far as is known.
  var end: Timestamp? { up ?? zeroSince }
}

/// One connected pen.
struct PenChannel: Sendable {
  var pen: DeviceID
  var isConnected = true
  var offset: OffsetHypotheses
  var clock = CounterClock()
  var pressures = PressureTimeline()
  var episodes: [TipEpisode] = []
  var nextEpisode = 0
  /// Whether the tip is down as far as is known.
  var isDown = false
  /// When force first showed while the tip counted as up.
  var forceSince: Timestamp?
  /// The last report that showed force.
  var lastForce = Timestamp(microseconds: .min / 4)
  /// Whether the stroke that the tip draws was cancelled: what it still presses is nobody's.
  var isSpent = false
  /// Whether the pen has shown a tip switch.
  var hasSwitch = false
  var tilt: Tilt?
  /// Where and when its last stroke ended.
  var lastTip: Point?
  var lastTipTime: Timestamp?

  init(pen: DeviceID, settings: AssociationSettings, constants: AssociationConstants) {
    self.pen = pen
    offset = OffsetHypotheses(settings: settings, constants: constants)
    episodes.reserveCapacity(PenChannel.maximumEpisodes + 2)
  }

  /// Unresolved strokes kept at once; more than a link can hold back.
  static let maximumEpisodes = 8

  /// No link that lives is silent for this long while the tip presses.
  static let longSilence = TimeSpan.milliseconds(150)

  /// How long after a tip-down was told its contact may still land: the smallest delay in play, the
  /// tail of the jitter, and a frame of the touch screen.
  var landingSlack: TimeSpan {
    let early = -offset.smallest + 3 * Maths.squareRoot(offset.jitter) + 12
    return .seconds(max(8, early) / 1000)
  }

  /// The readings of an episode.
  func readings(of episode: TipEpisode) -> Range<Int> {
    let low = episode.firstReading
    return low..<max(low, episode.endReading ?? pressures.count)
  }
}
