import FudeModel

/// How well the two ends of a stroke fit the two ends of a contact, for one candidate delay.
struct EdgeScore {
  /// The candidate delay in milliseconds.
  var delay: Double
  /// 1 / (2 σ²) of one edge, per square millisecond.
  var precision: Double
  /// The log density of an edge at its peak, per second.
  var peak: Double
  /// The moment of the question.
  var now: Timestamp
  /// What a stroke without a contact is worth, later and now.
  private let missed, expected: Double

  /// An end that misses by more than about five deviations is simply wrong.
  private static let cap = 14.0
  /// What an overdue end costs at most: an event can be lost.
  private static let lossCap = 3.5
  /// A touch screen tells a lift within this, in milliseconds.
  private static let frame = 20.0
  /// Force is told at least this often, in milliseconds.
  static let report = 45.0

  init(
    offset: OffsetHypotheses, index: Int, now: Timestamp, constants: AssociationConstants
  ) {
    delay = OffsetHypotheses.delay(index)
    precision = 1 / (2 * offset.jitter)
    peak = offset.peak
    self.now = now
    missed = constants.missed
    expected = constants.expected
  }

  @inline(__always)
  private func square(_ residual: Double) -> Double { residual * residual * precision }

  /// Log odds of `episode` and `contact` being the same stroke, from timing alone.
  func of(_ episode: TipEpisode, _ contact: TrackedContact) -> Double {
    start(episode, contact) + end(episode, contact)
  }

  /// Log odds of a stroke having no contact; milder while its own may still land.
  func absence(of episode: TipEpisode) -> Double {
    let late = (now - episode.down).milliseconds + delay
    return late < EdgeScore.frame ? expected : missed
  }

  private func start(_ episode: TipEpisode, _ contact: TrackedContact) -> Double {
    let lag = (episode.down - contact.birth).milliseconds
    if episode.isContinuation {
      // The tip never left; its contact comes back within some frames.
      let gap = -(lag - delay)
      return gap < -1 ? AssignmentSolver.impossible : peak - 2 - max(0, gap - 60) / 40
    }
    var residual = lag - delay
    if episode.isDownInferred, residual > 0 {
      residual = max(0, residual - EdgeScore.report)
    }
    return peak - min(EdgeScore.cap, square(residual))
  }

  private func end(_ episode: TipEpisode, _ contact: TrackedContact) -> Double {
    switch (episode.end, contact.lift) {
    case (let end?, let lift?):
      var residual = (end - lift).milliseconds - delay
      if episode.isUpInferred {
        // The release was lost; it lies between the last force and what showed it.
        let pressed = (episode.lastForce - lift).milliseconds - delay
        residual = pressed > 0 ? pressed : min(0, residual)
        return peak - 1 - min(EdgeScore.cap, square(residual))
      } else if episode.up == nil, residual > 0 {
        residual = max(0, residual - EdgeScore.frame)
      }
      return peak - min(EdgeScore.cap, square(residual))
    case (let end?, nil):
      // The tip is up, so the contact should have lifted `delay` before that was told.
      let overdue = (now - end).milliseconds + delay - EdgeScore.frame
      return overdue > 0 ? -min(8, square(overdue)) : 0
    case (nil, let lift?):
      let silent = (now - lift).milliseconds - delay
      let pressed = (episode.lastForce - lift).milliseconds - delay
      var cost = 0.0
      if silent > 0 { cost += min(EdgeScore.lossCap, square(silent)) }
      if pressed > 0 { cost += min(10, square(pressed)) }
      return -cost
    case (nil, nil):
      return 0
    }
  }
}
