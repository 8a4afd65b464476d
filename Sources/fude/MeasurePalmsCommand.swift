import FudeLaboratory
import FudeModel

/// Measures palm rejection on labelled recordings, ours against others'.
enum MeasurePalmsCommand: Subcommand {
  static let specification = CommandSpecification(
    path: ["measure", "palms"],
    summary: "measure palm rejection on labelled recordings, against what others do",
    operands: "FILE…",
    operandCount: 0...64,
    options: [
      .value("labels", "FILE", "the labels of the FILEs, from 'fude label' or 'fude simulate'"),
      .value("simulated", "N", "measure N simulated sessions of each hand instead of FILEs"),
      .value(
        "policy", "POLICY", "only this one: fude, none, libinput, lock:SECONDS, chromeos"),
      .value(
        "variation", "NAME", choices: Variation.allCases.map(\.rawValue),
        "as if hardware or people were otherwise (default: plain)"),
      .flag("leave-one-out", "add a row with constants fitted to the other recordings"),
      .flag("each", "add a row for each recording"),
      .flag("bootstrap", "add 95 % intervals, drawing recordings with replacement"),
      .json,
    ],
    discussion: """
      Runs each policy over the recordings and counts: palm contacts whose mark stays, or
      was shown and taken back; contacts of the other hand kept while the pen is in range;
      fingers kept just after it and at other times; marks on the screen for each pen
      stroke at several ages. Contacts labelled 'unsure' count nowhere. The baselines are
      written anew from the documented behaviour of each.
      """,
    examples: [
      (
        "fude measure palms --labels labels.jsonl *.jsonl",
        "a table, ready to be pasted into a report"
      ),
      ("fude measure palms --simulated 5", "ten sessions that never happened"),
      (
        "fude measure palms --labels labels.jsonl --policy lock:0.5 --json *.jsonl",
        "one policy, for programs"
      ),
    ])

  static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    var policies = Policy.all
    if let name = arguments.value("policy") {
      guard let policy = Policy(name: name) else {
        throw CommandError.usage(
          "--policy is fude, none, libinput, lock:SECONDS or chromeos, not '\(name)'",
          command: "measure palms")
      }
      policies = [policy]
    }
    var (sessions, labels) = try input(arguments)
    if let name = arguments.value("variation") {
      guard let variation = Variation(rawValue: name) else {
        throw CommandError.usage("there is no variation '\(name)'", command: "measure palms")
      }
      sessions = sessions.map { $0.varied(variation) }
    }
    var table = PalmTable()
    for policy in policies { table.add(policy, sessions, labels) }
    if arguments.flag("leave-one-out") { table.addLeaveOneOut(sessions, labels) }
    if arguments.flag("each") {
      for session in sessions {
        for policy in policies {
          table.add("\(policy.name): \(session.name)", [session], labels) { policy.outcomes($0) }
        }
      }
    }
    if arguments.flag("json") {
      for row in table.rows { print(json(row)) }
    } else {
      print(table.text, terminator: "")
      if arguments.flag("bootstrap") { for row in table.rows { print(intervals(row)) } }
    }
    return .success
  }

  private static func input(
    _ arguments: ParsedArguments
  ) throws(CommandError) -> ([Session], LabelSet) {
    if let count = try arguments.integer("simulated", in: 1...100) {
      guard arguments.operands.isEmpty else {
        throw .usage("--simulated takes no FILE", command: "measure palms")
      }
      return try LaboratoryInput.simulated(count)
    }
    guard !arguments.operands.isEmpty, let path = arguments.value("labels") else {
      throw .usage(
        "give recordings and say with --labels which contacts are palms; 'fude label' makes the "
          + "file", command: "measure palms")
    }
    let labels = try LaboratoryInput.labels(path)
    let sessions = try LaboratoryInput.sessions(arguments.operands)
    if labels.labels[LabelSet.unnamed] != nil {
      guard sessions.count == 1 else {
        throw .usage(
          "\(path) names no recording, so it can label only one FILE", command: "measure palms")
      }
      return (sessions, labels)
    }
    for session in sessions where labels.labels[session.name] == nil {
      say("fude: \(path) has no labels for '\(session.name)'")
    }
    return (sessions, labels)
  }

  private static func json(_ row: PalmTable.Row) -> String {
    let total = row.total
    func tally(_ tally: PalmMeasure.Tally) -> JSONText.Value {
      .object([("kept", .integer(Int64(tally.kept))), ("of", .integer(Int64(tally.total)))])
    }
    func quantile(_ values: [Double], _ share: Double) -> JSONText.Value {
      PalmMeasure.quantile(values, share).map { .number($0, places: 2) } ?? .null
    }
    let marks: [(String, JSONText.Value)] = zip(PalmMeasure.ages, total.marks).map {
      ("\(Int($0))", .integer(Int64($1)))
    }
    return JSONText.object([
      ("policy", .text(row.name)), ("strokes", .integer(Int64(total.strokes))),
      ("palms", .integer(Int64(total.palms))), ("palms_kept", .integer(Int64(total.palmsKept))),
      ("shown_revoked", .integer(Int64(total.shown.count))),
      ("shown_ms_p50", quantile(total.shown.map(\.milliseconds), 0.5)),
      ("shown_ms_max", quantile(total.shown.map(\.milliseconds), 1)),
      ("shown_mm_p50", quantile(total.shown.map(\.millimetres), 0.5)),
      ("held", .integer(Int64(total.held.count))), ("held_ms_p50", quantile(total.held, 0.5)),
      ("held_ms_max", quantile(total.held, 1)), ("near_fingers", tally(total.nearFingers)),
      ("after_fingers", tally(total.afterFingers)), ("other_fingers", tally(total.aloneFingers)),
      ("wrongly_revoked", .integer(Int64(total.wronglyRevoked))), ("marks_at_ms", .object(marks)),
      ("decided_ms_p50", quantile(total.latencies, 0.5)),
      ("decided_ms_p95", quantile(total.latencies, 0.95)),
    ])
  }

  private static func intervals(_ row: PalmTable.Row) -> String {
    var bootstrap = Bootstrap(seed: 1)
    let figures: [(String, (PalmMeasure) -> Double)] = [
      ("palms kept %", { 100 * Double($0.palmsKept) / Double(max(1, $0.palms)) }),
      ("shown a palm %", { 100 * Double($0.shown.count) / Double(max(1, $0.palms)) }),
      ("other hand kept %", { 100 * $0.nearFingers.share }),
      ("just after kept %", { 100 * $0.afterFingers.share }),
    ]
    let parts = figures.map { name, figure in
      let interval = bootstrap.interval(row.parts, figure) ?? (0, 0)
      return
        "\(name) \(decimalText(interval.low, places: 1))…\(decimalText(interval.high, places: 1))"
    }
    return "\(row.name): " + parts.joined(separator: ", ")
  }
}
