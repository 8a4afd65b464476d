/// Every tuned number of how contacts and radio pens are matched, in one place.
///
/// Weights are natural log odds for the tip. What follows from the physics of hands, screens and
/// links was measured or estimated; the rest are round numbers set by hand. How little they matter
/// shows `fude measure association --leave-one-out`: see `Docs/stylus.md`.
package struct AssociationConstants: Hashable, Sendable {
  /// The standard values.
  package init() {}

  // MARK: Thresholds

  /// The lead at which a contact is shown as the pen's, `0.3...4`. Raise it when palms flash, lower
  /// it when strokes appear late.
  package var accept = 1.0
  /// The lead at which others may be ruled out, `2...10`; wrong once in some hundred times.
  package var firm = 4.5
  /// By how much a stroke's contact must be beaten to lose it, `0.5...6`. Raise it when a stroke
  /// changes its contact for no good reason.
  package var change = 2.0
  /// What a stroke without any contact is worth, `-14 ... -3`: the touch screen missed it.
  package var missed = -7.0
  /// What it is worth while its contact may still land, `0...4`: as good as a fair candidate. Raise
  /// it when palms flash on links without delay, lower it when strokes appear late there.
  package var expected = 1.5

  // MARK: Place

  /// The weight of where others lie, as a palm or not, `0...2`.
  package var handWeight = 0.6
  /// The most that one other contact may say, `0.5...4`; all together may say a third more.
  package var handLimit = 1.5
  /// The scale of the next stroke's distance from the last lift right after it, mm, `2...10`; the
  /// mean distance is twice that. Measured: 5 mm within 0.2 s.
  package var pickUpStart = 4.0
  /// By how much that scale grows, mm a second, `10...60`. Measured: 10 mm within 0.4 s, 30 within
  /// 0.8 s, over 147 pauses in five recordings.
  package var pickUpGrowth = 22.0
  /// The largest scale, mm, `15...80`. Measured: 50 mm on average after pauses beyond a second.
  package var pickUpMost = 28.0
  /// The most that the distance may say, `0.5...5`.
  package var pickUpLimit = 2.5

  // MARK: Motion and size

  /// The weight of how far a contact got from its landing, `0...2`: a tip draws, a palm settles.
  package var extentWeight = 0.7
  /// How far is as much a tip's as a palm's, mm, `1...15`.
  package var extentMiddle = 4.0
  /// The most that it may say, `0.5...3`.
  package var extentLimit = 1.2
  /// One deviation of the `ln` of sizes of one kind, `0.1...1`: sizes within a fifth are the same to
  /// most touch screens.
  package var sizeDeviation = 0.35

  // MARK: Time

  /// The deviation of one edge about the delay before anything is learned, ms, `6...30`: the
  /// intervals of a radio link (7.5–30 ms) and of a touch screen (8–17 ms).
  package var edgeDeviation = 14.0
}
