import FudeModel
package import FudeTouch

/// Fits the arbiter's constants to labelled sessions by coordinate descent.
///
/// The data are few, so it starts from round numbers, takes coarse steps and pays for every step
/// away from the start.
package struct Fit: Sendable {
  /// Sessions to learn from.
  let sessions: [Session]
  let labels: LabelSet

  /// A fit to labelled sessions.
  package init(_ sessions: [Session], _ labels: LabelSet) {
    self.sessions = sessions
    self.labels = labels
  }

  /// The constants that it starts from: set before any recording was looked at.
  package static var start: ArbitrationConstants {
    var constants = ArbitrationConstants()
    constants.present = 0.2
    constants.priorY = 30
    constants.priorSpreadX = 35
    constants.priorSpreadY = 30
    constants.priorWeight = 20
    constants.regionMemory = 200
    constants.smallestSpread = 14
    constants.coneStart = 2
    constants.regionInside = 3.5
    constants.regionOutside = -2.5
    constants.sizeWeight = 0.25
    constants.sizeLimit = 2
    constants.independent = -1.5
    constants.aloneMotion = -1.5
    constants.motionScale = 8
    constants.clusterWeight = 0.7
    constants.clusterLimit = 1.4
    constants.heirDistance = 25
    return constants
  }

  /// The fitted constants. At most `rounds` passes over all parameters.
  package func run(rounds: Int = 4) -> ArbitrationConstants {
    CoordinateDescent(step: 1.3, rounds: rounds)
      .best(from: Fit.start, over: Fit.parameters.map(\.scale), loss)
  }

  /// What a set of constants costs on the sessions: hard mistakes, soft margins, and the distance
  /// from the start.
  package func loss(_ constants: ArbitrationConstants) -> Double {
    var policy = FudePolicy()
    policy.constants = constants
    var measure = PalmMeasure()
    var margins = 0.0
    for session in sessions {
      var odds = [Double?](repeating: nil, count: session.contacts.count)
      measure.add(session, labels, policy.outcomes(session) { odds[$0] = $1 })
      for (index, value) in odds.enumerated() {
        guard let value, let label = labels[session.name, index], label != .unsure else { continue }
        let right = label == .palm ? value : -value
        margins += Maths.log(1 + Maths.exp(-right))
      }
    }
    let fingers = [measure.nearFingers, measure.afterFingers, measure.aloneFingers]
    let lost = fingers.reduce(0) { $0 + $1.total - $1.kept }
    var distance = 0.0
    for parameter in Fit.parameters {
      let ratio = parameter.value(constants) / parameter.value(Fit.start)
      if ratio > 0 { distance += Maths.log(ratio) * Maths.log(ratio) }
    }
    return margins * 0.2 + Double(4 * measure.palmsKept + 2 * measure.shown.count)
      + Double(4 * lost + 2 * measure.wronglyRevoked) + distance * 0.3
  }

  /// One number that may change.
  private struct Parameter {
    let value: (ArbitrationConstants) -> Double
    let scale: (inout ArbitrationConstants, Double) -> Void

    init(_ path: WritableKeyPath<ArbitrationConstants, Float>) {
      value = { Double($0[keyPath: path]) }
      scale = { $0[keyPath: path] *= Float($1) }
    }

    init(_ path: WritableKeyPath<ArbitrationConstants, Double>) {
      value = { $0[keyPath: path] }
      scale = { $0[keyPath: path] *= $1 }
    }
  }

  private static var parameters: [Parameter] {
    [
      Parameter(\.present), Parameter(\.regionInside), Parameter(\.regionOutside),
      Parameter(\.priorX), Parameter(\.priorY), Parameter(\.priorSpreadX),
      Parameter(\.priorSpreadY), Parameter(\.smallestSpread), Parameter(\.coneStart),
      Parameter(\.sizeWeight), Parameter(\.sizeLimit), Parameter(\.aloneMotion),
      Parameter(\.independent), Parameter(\.motionScale), Parameter(\.clusterWeight),
      Parameter(\.heirDistance), Parameter(\.heir), Parameter(\.acceptBelow),
    ]
  }
}
