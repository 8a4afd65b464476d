import FudeEngine
import FudeModel
import FudeRecording
import FudeStylus
import FudeTouch

/// Says of each contact what it was taken for, and why.
enum ExplainCommand: Subcommand {
  static let specification = CommandSpecification(
    path: ["explain"],
    summary: "say of each touch what it was taken for, and why",
    operands: "FILE…",
    operandCount: 1...64,
    options: SessionArguments.options + [
      .value(
        "only", "VERDICT", choices: ["finger", "palm", "pen", "undecided"],
        "tell only the contacts that were taken for this"),
      .flag("detail", "print the running evidence of each contact as well"),
      .json,
    ],
    discussion: """
      Plays the recordings as one session and prints a line for each contact: when it
      landed, what it was taken for, and the evidence with its numbers. Give the files of
      a pen and a touchscreen together if they were recorded together. Odd things that a
      device did, and lines that could not be read, are listed at the end.

      The numbers in brackets are natural logarithms of odds: +3 speaks twenty to one for
      a palm, -3 twenty to one for a finger. They add up to the odds that are told last.
      A contact is named by its device and its number, and told when it lifts.

      Of a session with radio pens it says which contact the pen was, by which of its events,
      and by how much that led.

      Of a recording of controllers alone it says what each press and each push was taken
      for: a tap, a double tap, a hold, a move of the focus with its repeats.
      """,
    examples: [
      ("fude explain session.jsonl", "one sentence for each contact"),
      ("fude explain pen.evemu touch.evemu", "two devices recorded together"),
      ("fude explain --json - < session.jsonl | jq .verdict", "for programs"),
    ])

  static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let session = SessionArguments(arguments)
    let isJSON = arguments.flag("json")
    var opened = try session.open()
    #if os(Linux)
      if let timeline = try PadRecording.timeline(reading: &opened, session, "explain") {
        guard !arguments.flag("detail"), arguments.value("only") == nil else {
          throw CommandError.usage(
            "--only and --detail are about touches, and there are only controllers in the recording",
            command: "explain")
        }
        PadExplanation(timeline).tell(isJSON: isJSON)
        return .success
      }
    #endif
    let isDetailed = arguments.flag("detail")
    let only = arguments.value("only")
    if RadioExplanation.isOne(opened.devices) {
      guard session.isPlain, !isDetailed else {
        throw CommandError.usage(
          "--detail and the options about digitisers and fingers do not apply to a radio pen's "
            + "session", command: "explain")
      }
      let recording: StylusRecording
      do {
        recording = try StylusRecording(reading: &opened)
      } catch {
        throw CommandError(error)
      }
      RadioExplanation(recording).tell(isJSON: isJSON, only: only)
      return .success
    }
    var player = try SessionPlayer(session, opened: opened)
    if isDetailed, player.isPage {
      throw CommandError.usage(
        "--detail is for recordings of devices; this one was made by 'fude draw'",
        command: "explain")
    }
    var tally = Tally()
    var isGoing = true
    while isGoing {
      var strokeEnded = false
      var samples: [EvidenceSample] = []
      var clicks: [PenClick] = []
      isGoing = try player.step { event in
        switch event {
        case .strokeBegan(_, .pen): tally.penStrokes += 1
        case .strokeEnded: strokeEnded = true
        case .penClicked(let click): clicks.append(click)
        default: break
        }
      } observe: { sample in
        if isDetailed { samples.append(sample) }
      }
      if !isJSON { for click in clicks { print(text(click)) } }
      for sample in samples { print(isJSON ? json(sample) : text(sample)) }
      for record in player.takeCompleted() {
        tally.add(record)
        guard only == nil || only == record.verdict.word else { continue }
        print(isJSON ? json(record, player.name(of: record.device)) : text(record))
      }
      if strokeEnded { player.forgetInk() }
    }
    for record in player.engine.ledger.live {
      tally.add(record)
      guard only == nil || only == record.verdict.word else { continue }
      print(isJSON ? json(record, player.name(of: record.device)) : text(record))
    }
    if isJSON {
      for remark in player.remarks { say("fude: \(remark)") }
    } else {
      print(tally.text(player))
      for remark in player.remarks { print("note: \(remark)") }
    }
    return .success
  }

  /// A number that a person can find again: contacts count from 0 on each device.
  private static func number(_ contact: ContactID) -> UInt64 { contact.rawValue & 0xffff_ffff }

  private static func text(_ record: ContactRecord) -> String {
    let seconds = decimalText(record.began.seconds, places: 3)
    return "contact \(record.device.rawValue).\(number(record.contact)) at \(seconds) s: "
      + "\(record.verdict.word), \(record.sentence)."
  }

  private static func text(_ click: PenClick) -> String {
    let held = click.held.map {
      ", its keys held for \(decimalText($0.milliseconds, places: 1)) ms"
    }
    return "tail button at \(decimalText(click.time.seconds, places: 3)) s: \(click.kind)"
      + (held ?? "") + "."
  }

  private static func text(_ sample: EvidenceSample) -> String {
    let terms = Evidence.Term.allCases.compactMap { term -> String? in
      let value = sample.evidence[term]
      return abs(value) < 0.05 ? nil : "\(term) \(decimalText(Double(value), places: 1))"
    }
    return "  \(decimalText(sample.time.seconds, places: 3)) s  contact \(number(sample.contact))  "
      + "log-odds \(decimalText(Double(sample.evidence.odds), places: 1))  "
      + "(\(terms.joined(separator: ", ")))"
  }

  private static func json(_ record: ContactRecord, _ name: String) -> String {
    JSONText.object([
      ("contact", .integer(Int64(number(record.contact)))),
      ("device", .integer(Int64(record.device.rawValue))),
      ("device_name", .text(name)),
      ("began_us", .integer(record.began.microseconds)),
      ("ended_us", .optional(record.ended)),
      ("verdict", .text(record.verdict.word)),
      ("accepted_us", .optional(record.accepted)),
      ("rejected_us", .optional(record.rejected)),
      ("revoked_us", .optional(record.revoked)),
      ("cancelled", .bool(record.isCancelled)),
      ("path_mm", .number(record.path, places: 2)),
      ("reason", .text(record.sentence)),
    ])
  }

  private static func json(_ sample: EvidenceSample) -> String {
    var fields: [(String, JSONText.Value)] = [
      ("evidence_of", .integer(Int64(number(sample.contact)))),
      ("time_us", .integer(sample.time.microseconds)),
      ("odds", .number(Double(sample.evidence.odds), places: 3)),
    ]
    for term in Evidence.Term.allCases {
      fields.append(("\(term)", .number(Double(sample.evidence[term]), places: 3)))
    }
    return JSONText.object(fields)
  }
}

/// Counts for the last line.
private struct Tally {
  var verdicts: [Verdict: Int] = [:]
  var revoked = 0
  var penStrokes = 0

  mutating func add(_ record: ContactRecord) {
    verdicts[record.verdict, default: 0] += 1
    if record.revoked != nil { revoked += 1 }
  }

  func text(_ player: borrowing SessionPlayer) -> String {
    let contacts = verdicts.values.reduce(0, +)
    var line = "\(count(contacts, "contact"))"
    let kinds = [Verdict.finger, .palm, .pen, .undecided].compactMap { verdict -> String? in
      verdicts[verdict].map { "\($0) \(verdict.word)" }
    }
    if !kinds.isEmpty { line += ": " + kinds.joined(separator: ", ") }
    if revoked > 0 { line += " (\(revoked) shown first, then taken back)" }
    let seconds = (player.last - (player.first ?? player.last)).seconds
    return line + "; \(count(penStrokes, "pen stroke")) in \(decimalText(seconds, places: 1)) s"
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}

extension Verdict {
  /// The verdict as a word.
  var word: String {
    switch self {
    case .undecided: "undecided"
    case .pen: "pen"
    case .finger: "finger"
    case .palm: "palm"
    }
  }
}
