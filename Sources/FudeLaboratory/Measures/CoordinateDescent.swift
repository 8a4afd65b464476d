/// Looks for the numbers that cost least by scaling one at a time, up and down.
///
/// Coarse on purpose: the data are few, and what a small step gains is chance.
package struct CoordinateDescent: Sendable {
  /// A gain below this is none.
  private static let leastGain = 0.01

  /// How much a number grows or shrinks in one step, above 1.
  let step: Double
  /// The most passes over all numbers.
  let rounds: Int

  /// A search that takes steps by a factor, at most `rounds` passes long.
  package init(step: Double, rounds: Int) {
    self.step = step
    self.rounds = rounds
  }

  /// The best values found; the start if nothing is better.
  ///
  /// - Parameters:
  ///   - start: Where to begin.
  ///   - scales: For each number, how to scale it by a factor.
  ///   - loss: What values cost.
  package func best<Values>(
    from start: Values, over scales: [(inout Values, Double) -> Void], _ loss: (Values) -> Double
  ) -> Values {
    var best = start
    var least = loss(best)
    for _ in 0..<rounds {
      var isBetter = false
      for scale in scales {
        for factor in [step, 1 / step] {
          var trial = best
          scale(&trial, factor)
          let cost = loss(trial)
          guard cost < least - Self.leastGain else { continue }
          least = cost
          best = trial
          isBetter = true
        }
      }
      if !isBetter { break }
    }
    return best
  }
}
