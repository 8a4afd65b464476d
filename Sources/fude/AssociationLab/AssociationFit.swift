import FudeLaboratory
import FudeModel
import FudeSimulation
import FudeTouch

/// Fits the association's constants to derived sessions by coordinate descent.
///
/// The data are few, so it starts from round numbers, takes coarse steps and pays for every step
/// away from the start.
struct AssociationFit {
  private let sessions: [RadioSession]

  /// Links to fit on; those of the table are drawn with other chances.
  private static let conditions = [
    LabCondition(delay: 0, jitter: 20, loss: 0), LabCondition(delay: 55, jitter: 20, loss: 0.05),
    LabCondition(delay: 100, jitter: 40, loss: 0), LabCondition(delay: 150, jitter: 20, loss: 0),
  ]

  init(_ groups: [LabGroup], _ lab: AssociationLab) {
    var sessions: [RadioSession] = []
    for condition in AssociationFit.conditions {
      for draw in 0..<2 {
        for group in groups {
          for number in group.sessions.indices {
            // A draw far from those of the table.
            sessions.append(lab.derive(group, number, condition, draw: 5000 + draw))
          }
        }
      }
    }
    self.sessions = sessions
  }

  /// The constants that it starts from: round numbers that take no recording.
  static var start: AssociationConstants {
    var constants = AssociationConstants()
    constants.accept = 1
    constants.firm = 4
    constants.change = 2
    constants.missed = -6
    constants.expected = 1
    constants.handWeight = 0.5
    constants.handLimit = 2
    constants.pickUpStart = 5
    constants.pickUpGrowth = 30
    constants.pickUpMost = 40
    constants.pickUpLimit = 2
    constants.extentWeight = 0.5
    constants.extentMiddle = 5
    constants.extentLimit = 1
    constants.sizeDeviation = 0.5
    constants.edgeDeviation = 15
    return constants
  }

  /// The fitted constants. At most `rounds` passes over all of them.
  func run(rounds: Int = 3) -> AssociationConstants {
    let scales = AssociationFit.parameters.map { path in
      { (constants: inout AssociationConstants, factor: Double) in
        constants[keyPath: path] *= factor
      }
    }
    return CoordinateDescent(step: 1.4, rounds: rounds)
      .best(from: AssociationFit.start, over: scales, loss)
  }

  /// What a set of constants costs: strokes lost, contacts wrongly kept, contacts that flashed,
  /// waiting, and the distance from the start.
  private func loss(_ constants: AssociationConstants) -> Double {
    var score = AssociationScore()
    for session in sessions {
      score += AssociationTrial.run(
        session, settings: AssociationSettings(), constants: constants)
    }
    var distance = 0.0
    for path in AssociationFit.parameters {
      let ratio = constants[keyPath: path] / AssociationFit.start[keyPath: path]
      distance += Maths.log(ratio) * Maths.log(ratio)
    }
    let waiting = score.latencies.reduce(0, +) / Double(max(1, score.latencies.count))
    return Double(4 * (score.strokes - score.recalled) + 4 * score.wrong + score.flashed)
      + waiting * 0.2 + distance * 0.3
  }

  private static var parameters: [WritableKeyPath<AssociationConstants, Double>] {
    [
      \.accept, \.firm, \.change, \.missed, \.expected, \.handWeight, \.handLimit, \.pickUpStart,
      \.pickUpGrowth, \.pickUpMost, \.pickUpLimit, \.extentWeight, \.extentMiddle, \.extentLimit,
      \.sizeDeviation, \.edgeDeviation,
    ]
  }
}
