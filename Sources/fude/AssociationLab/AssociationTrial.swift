import FudeModel
import FudeSimulation
import FudeTouch

/// What came of one derived session.
struct AssociationScore {
  /// Strokes that the pen drew.
  var strokes = 0
  /// Strokes whose contact ended as the pen's.
  var recalled = 0
  /// Contacts that ended as the pen's though they were not.
  var wrong = 0
  /// Contacts accepted as the pen's that were not and were taken back.
  var flashed = 0
  /// Contacts whose points were worth showing before anything was known, and were no pen.
  var provisional = 0
  /// Landing to acceptance, in milliseconds, of every recalled stroke.
  var latencies: [Double] = []
  /// Every stroke lost and every contact wrongly kept, one line each.
  var faults: [String] = []
  /// Square errors of the final pressures, and how many.
  var squareError = 0.0
  var points = 0

  static func += (whole: inout AssociationScore, part: AssociationScore) {
    whole.strokes += part.strokes
    whole.recalled += part.recalled
    whole.wrong += part.wrong
    whole.flashed += part.flashed
    whole.provisional += part.provisional
    whole.latencies += part.latencies
    whole.faults += part.faults
    whole.squareError += part.squareError
    whole.points += part.points
  }

  /// Strokes found, of all.
  var recall: Double { strokes > 0 ? Double(recalled) / Double(strokes) : 0 }
  /// Contacts wrongly kept as the pen's, of all kept.
  var wrongShare: Double {
    recalled + wrong > 0 ? Double(wrong) / Double(recalled + wrong) : 0
  }
  /// Marks kept that nobody drew, a stroke.
  var marks: Double { strokes > 0 ? Double(wrong) / Double(strokes) : 0 }
  /// Root mean square error of the pressures, of full scale.
  var pressureError: Double {
    points > 0 ? Maths.squareRoot(squareError / Double(points)) : 0
  }

  func latency(_ share: Double) -> Double {
    let sorted = latencies.sorted()
    guard !sorted.isEmpty else { return 0 }
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }
}

/// Plays a derived session through the association.
enum AssociationTrial {
  static func run(
    _ session: RadioSession, settings: AssociationSettings,
    constants: AssociationConstants = AssociationConstants()
  ) -> AssociationScore {
    let pen = DeviceID(1000)
    var stage = PenAssociator(settings: settings, constants: constants)
    var judge = Judge(session)
    guard let first = session.events.first, let last = session.events.last else {
      return judge.score
    }
    stage.receive(.connected(pen, at: first.time)) { judge.take($0) }
    var isDown = false
    for event in session.events {
      switch event {
      case .touch(let frame): stage.receive(.touch(frame)) { judge.take($0) }
      case .report(let report):
        let tip = report.isTipDown == isDown ? nil : report.isTipDown
        isDown = report.isTipDown
        stage.receive(
          .pen(
            RadioPenReport(
              time: report.arrival, pen: pen, tip: tip,
              pressure: Float(report.pressure) / Float(RadioSession.fullScale),
              counter: report.counter))
        ) { judge.take($0) }
      }
    }
    stage.advance(to: last.time + .seconds(5)) { judge.take($0) }
    judge.nameLost()
    return judge.score
  }

  private struct Judge {
    let session: RadioSession
    let truth: Set<ContactID>
    var score = AssociationScore()
    var births: [ContactID: Timestamp] = [:]
    var accepted: [ContactID: Timestamp] = [:]
    /// Why each contact of a stroke is no pen's, the last reason counting.
    var reasons: [ContactID: String] = [:]
    var found: Set<ContactID> = []
    var points: [ContactID: [(time: Timestamp, pressure: Float, token: UInt64?)]] = [:]

    init(_ session: RadioSession) {
      self.session = session
      truth = Set(session.strokes.map(\.contact))
      score.strokes = truth.count
    }

    mutating func take(_ event: AssociationEvent) {
      switch event {
      case .sample(let sample):
        points[sample.contact, default: []].append(
          (sample.time, sample.pressure ?? 0, sample.token))
      case .pressure(let update):
        if let index = points[update.contact]?.firstIndex(where: { $0.token == update.token }) {
          points[update.contact]?[index].pressure = update.pressure
        }
      case .decision(let decision): take(decision)
      }
    }

    private mutating func take(_ decision: AssociationDecision) {
      let id = decision.contact
      switch decision.change {
      case .began:
        births[id] = decision.time
        if decision.showsInk, !truth.contains(id) { score.provisional += 1 }
      case .accepted: if decision.verdict == .pen { accepted[id] = decision.time }
      case .rejected: note(decision)
      case .revoked:
        note(decision)
        if !truth.contains(id) { score.flashed += 1 }
      case .ended, .cancelled:
        if decision.verdict == .pen, decision.change == .ended { keep(id) }
        points[id] = nil
      }
    }

    private mutating func note(_ decision: AssociationDecision) {
      guard truth.contains(decision.contact) else { return }
      reasons[decision.contact] =
        "\(decision.change) at \(Judge.text(decision.time)) s: \(decision.reason)"
    }

    /// Names the strokes that nobody kept.
    mutating func nameLost() {
      for stroke in session.strokes where !found.contains(stroke.contact) {
        score.faults.append(
          "lost: the stroke from \(Judge.text(stroke.began)) to \(Judge.text(stroke.ended)) s, "
            + (reasons[stroke.contact] ?? "never decided"))
      }
    }

    private static func text(_ time: Timestamp) -> String {
      decimalText(time.seconds, places: 3)
    }

    private mutating func keep(_ id: ContactID) {
      guard truth.contains(id) else {
        score.wrong += 1
        let birth = births[id].map(Judge.text) ?? "?"
        score.faults.append("wrong: contact \(id.rawValue), landed at \(birth) s")
        return
      }
      found.insert(id)
      score.recalled += 1
      if let birth = births[id], let time = accepted[id] {
        score.latencies.append((time - birth).milliseconds)
      }
      for point in points[id] ?? [] {
        let error = Double(point.pressure - session.force(at: point.time))
        score.squareError += error * error
        score.points += 1
      }
    }
  }
}

/// What the old SDKs are said to have done: each tip-down takes the latest landing within a fixed
/// window, for good.
enum WindowBaseline {
  static func run(_ session: RadioSession, window: TimeSpan) -> AssociationScore {
    let truth = Set(session.strokes.map(\.contact))
    var score = AssociationScore()
    score.strokes = truth.count
    var landings: [(id: ContactID, time: Timestamp)] = []
    var taken: Set<ContactID> = []
    var isDown = false
    for event in session.events {
      switch event {
      case .touch(let frame):
        for contact in frame.contacts where contact.phase == .began {
          landings.append((contact.id, frame.time))
        }
        landings.removeAll { frame.time - $0.time > .seconds(1) }
      case .report(let report):
        defer { isDown = report.isTipDown }
        guard report.isTipDown, !isDown else { continue }
        let free = landings.last {
          report.arrival - $0.time <= window && !taken.contains($0.id)
        }
        guard let free else { continue }
        taken.insert(free.id)
        if truth.contains(free.id) { score.recalled += 1 } else { score.wrong += 1 }
        score.latencies.append((report.arrival - free.time).milliseconds)
      }
    }
    return score
  }
}
