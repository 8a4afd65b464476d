import FudeModel

/// Which contact each of a pen's strokes belongs to: one joint assignment of all strokes not yet
/// resolved to all contacts in question.
///
/// A pen has one tip, so its contacts follow one another: the assignment keeps order, and two
/// successive strokes never share time. For each candidate delay the best assignment *through* each
/// pair is found by a forward and a backward pass (max-sum over a trellis); the lead of the best
/// pair over the next one, across all delays, says how sure it is.
///
/// O(delays × strokes × contacts²), in practice one stroke and a handful of contacts. Buffers have a
/// fixed size: no allocation after `init`.
struct AssignmentSolver: Sendable {
  /// Strokes and contacts of the last run.
  private(set) var strokeCount = 0
  private(set) var contactCount = 0
  private var scores: [Double]
  private var forward: [Double]
  private var backward: [Double]
  private var through: [Double]
  private var blocked: [Bool]
  private var absences: [Double]

  /// Contacts looked at in one run; more than ten fingers and what they left behind.
  static let maximumContacts = 24
  /// Worse than anything real, and safe to add up.
  static let impossible = -1e6

  private static let width = maximumContacts + 1
  private static let rows = PenChannel.maximumEpisodes + 1

  init() {
    let cells = AssignmentSolver.rows * AssignmentSolver.width
    scores = Array(repeating: 0, count: cells)
    forward = scores
    backward = scores
    through = scores
    absences = Array(repeating: 0, count: AssignmentSolver.rows)
    blocked = Array(repeating: false, count: AssignmentSolver.width * AssignmentSolver.width)
  }

  /// The total of the best assignment that gives stroke `stroke` to contact `contact`, where 0 means
  /// to none and `n` the n-th contact.
  func total(stroke: Int, contact: Int) -> Double {
    through[stroke * AssignmentSolver.width + contact]
  }

  /// The best contact of a stroke (0 for none), its total, and the next best other one's total.
  func best(stroke: Int) -> (contact: Int, total: Double, runnerUp: Double) {
    var contact = 0
    var first = -Double.infinity
    var second = -Double.infinity
    for index in 0...contactCount {
      let value = total(stroke: stroke, contact: index)
      if value > first {
        second = first
        first = value
        contact = index
      } else if value > second {
        second = value
      }
    }
    return (contact, first, second)
  }

  /// Prepares for `strokes` × `contacts`; each `follows(a, b)` says whether contact b (later born)
  /// can come after contact a.
  mutating func begin(strokes: Int, contacts: Int, follows: (Int, Int) -> Bool) {
    strokeCount = min(strokes, PenChannel.maximumEpisodes)
    contactCount = min(contacts, AssignmentSolver.maximumContacts)
    for row in 0..<strokeCount {
      for column in 0...contactCount {
        through[row * AssignmentSolver.width + column] = AssignmentSolver.impossible
      }
    }
    // One stroke needs no order.
    guard strokeCount > 1 else { return }
    for later in 0..<contactCount {
      for earlier in 0..<later {
        blocked[earlier * AssignmentSolver.width + later] = !follows(earlier, later)
      }
    }
  }

  /// Runs one candidate delay.
  ///
  /// - Parameters:
  ///   - weight: The candidate's own log weight.
  ///   - absence: The log odds of a stroke having no contact, or none yet.
  ///   - score: The log odds of a stroke and a contact belonging together.
  mutating func run(
    weight: Double, absence: (Int) -> Double, score: (Int, Int) -> Double
  ) {
    let width = AssignmentSolver.width
    for stroke in 0..<strokeCount { absences[stroke] = absence(stroke) }
    for stroke in 0..<strokeCount {
      for contact in 0..<contactCount {
        scores[stroke * width + contact + 1] = score(stroke, contact)
      }
    }
    if strokeCount == 1 {
      take(0, 0, weight + absences[0])
      for contact in 1...max(1, contactCount) where contact <= contactCount {
        take(0, contact, weight + scores[contact])
      }
      return
    }
    passForward()
    passBackward()
    combine(weight)
  }

  private mutating func take(_ stroke: Int, _ contact: Int, _ value: Double) {
    let cell = stroke * AssignmentSolver.width + contact
    if value > through[cell] { through[cell] = value }
  }

  @inline(__always)
  private func canFollow(_ earlier: Int, _ later: Int) -> Bool {
    earlier == 0 || !blocked[(earlier - 1) * AssignmentSolver.width + later - 1]
  }

  /// forward[k][n]: the best total of the first k strokes whose last contact is n.
  private mutating func passForward() {
    let width = AssignmentSolver.width
    for contact in 0...contactCount {
      forward[contact] = contact == 0 ? 0 : AssignmentSolver.impossible
    }
    for stroke in 0..<strokeCount {
      let row = stroke * width
      for contact in 0...contactCount {
        // No contact for this stroke: the last one stays.
        var value = forward[row + contact] + absences[stroke]
        if contact > 0 {
          let own = scores[row + contact]
          for earlier in 0..<contact where canFollow(earlier, contact) {
            value = max(value, forward[row + earlier] + own)
          }
        }
        forward[row + width + contact] = value
      }
    }
  }

  /// backward[k][n]: the best total of the strokes from k on when the last contact before is n.
  private mutating func passBackward() {
    let width = AssignmentSolver.width
    for contact in 0...contactCount { backward[strokeCount * width + contact] = 0 }
    for stroke in stride(from: strokeCount - 1, through: 0, by: -1) {
      let row = stroke * width
      for last in 0...contactCount {
        var value = backward[row + width + last] + absences[stroke]
        if last < contactCount {
          for contact in (last + 1)...contactCount where canFollow(last, contact) {
            value = max(value, backward[row + width + contact] + scores[row + contact])
          }
        }
        backward[row + last] = value
      }
    }
  }

  private mutating func combine(_ weight: Double) {
    let width = AssignmentSolver.width
    for stroke in 0..<strokeCount {
      let row = stroke * width
      for last in 0...contactCount {
        let before = forward[row + last]
        take(stroke, 0, weight + before + absences[stroke] + backward[row + width + last])
        guard last < contactCount else { continue }
        for contact in (last + 1)...contactCount where canFollow(last, contact) {
          let after = backward[row + width + contact]
          take(stroke, contact, weight + before + scores[row + contact] + after)
        }
      }
    }
  }
}
