import FudeModel

/// The figures of several policies on the same sessions.
package struct PalmTable: Sendable {
  /// A policy's figures, one for each session.
  package struct Row: Sendable {
    /// What the row is called.
    package let name: String
    /// By session, in their order.
    package let parts: [PalmMeasure]

    /// A row.
    package init(name: String, parts: [PalmMeasure]) {
      self.name = name
      self.parts = parts
    }

    /// All sessions together.
    package var total: PalmMeasure {
      var total = PalmMeasure()
      for part in parts { total.merge(part) }
      return total
    }
  }

  /// The rows.
  package private(set) var rows: [Row] = []

  /// No rows yet.
  package init() {}

  /// Adds a policy's figures on sessions.
  package mutating func add(_ policy: Policy, _ sessions: [Session], _ labels: LabelSet) {
    add(policy.name, sessions, labels) { policy.outcomes($0) }
  }

  /// Adds a row made by a way of judging a session.
  package mutating func add(
    _ name: String, _ sessions: [Session], _ labels: LabelSet, outcomes: (Session) -> [Outcome]
  ) {
    let parts = sessions.map { session in
      var part = PalmMeasure()
      part.add(session, labels, outcomes(session))
      return part
    }
    rows.append(Row(name: name, parts: parts))
  }

  /// Adds the figures of our own arbiter with each session judged by constants fitted to the others.
  package mutating func addLeaveOneOut(_ sessions: [Session], _ labels: LabelSet) {
    let parts = sessions.indices.map { held in
      var rest = sessions
      rest.remove(at: held)
      var policy = FudePolicy()
      policy.constants = Fit(rest, labels).run()
      var part = PalmMeasure()
      part.add(sessions[held], labels, policy.outcomes(sessions[held]))
      return part
    }
    rows.append(Row(name: "fude, held out", parts: parts))
  }

  /// The table as text for a terminal and for Markdown.
  package var text: String {
    var lines = [Self.head, String(repeating: "|---", count: Self.columns) + "|"]
    for row in rows { lines.append(Self.line(row.name, row.total)) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let columns = 10
  private static let head =
    "| policy | palms kept | shown, revoked | ms, mm (median) | other hand kept, pen in range "
    + "| fingers kept ≤ 2 s after | other fingers kept | wrongly revoked "
    + "| marks a stroke at 0/50/100/250/500 ms, end | decided p50/p95 ms |"

  private static func line(_ name: String, _ measure: PalmMeasure) -> String {
    let strokes = Double(max(1, measure.strokes))
    let marks = (measure.marks + [measure.palmsKept]).map {
      decimalText(Double($0) / strokes, places: 2)
    }
    let cells = [
      name, "\(measure.palmsKept) of \(measure.palms)", "\(measure.shown.count)",
      median(measure.shown.map(\.milliseconds)) + ", "
        + median(measure.shown.map(\.millimetres), 1),
      text(measure.nearFingers), text(measure.afterFingers), text(measure.aloneFingers),
      "\(measure.wronglyRevoked)", marks.joined(separator: " "),
      median(measure.latencies) + " / " + quantile(measure.latencies, 0.95),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private static func text(_ tally: PalmMeasure.Tally) -> String {
    "\(tally.kept) of \(tally.total)"
  }

  private static func median(_ values: [Double], _ places: Int = 0) -> String {
    quantile(values, 0.5, places)
  }

  private static func quantile(_ values: [Double], _ share: Double, _ places: Int = 0) -> String {
    PalmMeasure.quantile(values, share).map { decimalText($0, places: places) } ?? "–"
  }
}

/// How far figures might be off, by drawing recordings with replacement.
///
/// With five recordings this is coarse: it says how much one recording more or less would change,
/// and nothing of people and devices that were never recorded.
package struct Bootstrap: Sendable {
  private var generator: SeededGenerator

  /// A bootstrap with a seed, so that it gives the same intervals again.
  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// The 2.5th and 97.5th percentile of a figure over `count` draws; `nil` without recordings.
  package mutating func interval(
    _ parts: [PalmMeasure], count: Int = 2000, _ figure: (PalmMeasure) -> Double
  ) -> (low: Double, high: Double)? {
    guard !parts.isEmpty else { return nil }
    let values = (0..<count).map { _ in
      var draw = PalmMeasure()
      for _ in parts { draw.merge(parts[Int(generator.next() % UInt64(parts.count))]) }
      return figure(draw)
    }
    guard let low = PalmMeasure.quantile(values, 0.025),
      let high = PalmMeasure.quantile(values, 0.975)
    else { return nil }
    return (low, high)
  }
}
