import FudeModel
import FudeRecording
import FudeSimulation
import FudeTouch
import Foundation

/// How well radio pens are told from palms, over links of every kind.
enum MeasureAssociationCommand: Subcommand {
  static let specification = CommandSpecification(
    path: ["measure", "association"],
    summary: "measure how radio pens are told from palms, on semi-synthetic sessions",
    operands: "[FILE…]",
    operandCount: 0...64,
    options: [
      .value("seeds", "COUNT", "draws of each link's chance, 1 to 100 (default: 3)"),
      .value("simulated", "COUNT", "simulated writers of each hand, 0 to 200 (default: 8)"),
      .flag("counter", "give the pens a counter of their own, 80 ppm fast"),
      .value("releases", "COUNT", "how often a pen tells that it is up, 1 to 5 (default: 2)"),
      .flag("no-sizes", "give the pen's contact no size"),
      .flag("leave-one-out", "add constants fitted to the other recordings, and round numbers"),
      .flag("each", "print a table for each session, not only all together"),
      .flag("faults", "name every stroke lost and every contact wrongly kept"),
      .json,
    ],
    discussion: """
      Each FILE is a digitiser's session with touch; simulated writing of both hands is added. Out \
      of each a radio-pen session is made: where the tip was down there is a contact, and the force \
      comes late over a link. Palms and fingers stay as they were. The result is semi-synthetic: \
      no such pen was recorded.
      Marks are kept contacts that nobody drew, a stroke; flashes were accepted and taken back.
      Held out: each FILE judged with constants fitted to the others, simulated writing with \
      constants fitted to all FILEs. Round: the numbers from which the fit begins.
      """,
    examples: [
      ("fude measure association", "simulated writing only"),
      ("fude measure association pen-touch/*.jsonl", "real hands on a derived link"),
    ])

  static func run(_ arguments: ParsedArguments) async throws -> ExitStatus {
    let seeds = try arguments.integer("seeds", in: 1...100) ?? 3
    let simulated = try arguments.integer("simulated", in: 0...200) ?? 8
    var groups: [LabGroup] = []
    for path in arguments.operands {
      groups.append(
        LabGroup(
          name: URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent,
          sessions: [try events(of: path)]))
    }
    for isLeft in [false, true] where simulated > 0 {
      groups.append(LabGroup.simulated(count: simulated, isLeftHanded: isLeft))
    }
    var lab = AssociationLab(
      seeds: seeds, hasCounter: arguments.flag("counter"),
      tellsSizes: !arguments.flag("no-sizes"),
      releases: try arguments.integer("releases", in: 1...5) ?? 2)
    if arguments.flag("leave-one-out") {
      guard arguments.operands.count >= 2 else {
        throw CommandError.usage(
          "--leave-one-out needs two FILEs or more", command: "measure association")
      }
      let recordings = groups.prefix(arguments.operands.count)
      lab.methods.insert(contentsOf: ["fude, held out", "fude, round"], at: 1)
      for (index, group) in groups.enumerated() {
        let others = recordings.enumerated().filter { $0.offset != index }.map(\.element)
        lab.heldOut[group.name] = AssociationFit(others, lab).run()
      }
    }
    let isJSON = arguments.flag("json")
    if !isJSON { print(LabRow.heading) }
    for condition in LabCondition.all {
      var whole: [String: AssociationScore] = [:]
      for group in groups {
        for (method, score) in lab.run(group, condition) {
          if arguments.flag("faults") { score.faults.forEach { print("  \(group.name): \($0)") } }
          whole[method, default: AssociationScore()] += score
          if arguments.flag("each") {
            print(LabRow(condition, method, group.name, score).line(isJSON: isJSON))
          }
        }
      }
      for method in lab.methods {
        guard let score = whole[method] else { continue }
        print(LabRow(condition, method, "all", score).line(isJSON: isJSON))
      }
      fflush(nil)
    }
    return .success
  }

  private static func events(of path: String) throws(CommandError) -> [InputEvent] {
    do {
      var reader = try SessionReader([.path(path)])
      var events: [InputEvent] = []
      while let event = try reader.next() { events.append(event) }
      return events
    } catch {
      throw CommandError(error)
    }
  }
}

/// Sessions that belong together in a table.
struct LabGroup {
  var name: String
  var sessions: [[InputEvent]]

  static func simulated(count: Int, isLeftHanded: Bool) -> LabGroup {
    let text = "the pen writes late but the line is where the hand put it and nothing is lost"
    return LabGroup(
      name: isLeftHanded ? "simulated-left" : "simulated-right",
      sessions: (0..<count).map { seed in
        Simulation(
          Simulation.Options(
            seed: UInt64(seed) * 31 + 7, isLeftHanded: isLeftHanded, text: text)
        ).inputEvents
      })
  }
}

/// One kind of link.
struct LabCondition {
  var delay: Int64
  var jitter: Int64
  var loss: Double

  /// Delay 0…150 ms at 20 ms of jitter; jitter 0…40 ms and loss 0…10 % at three delays.
  static var all: [LabCondition] {
    var all = [0, 25, 55, 75, 100, 125, 150].map { LabCondition(delay: $0, jitter: 20, loss: 0) }
    for jitter in [0, 40] as [Int64] {
      all += [0, 55, 150].map { LabCondition(delay: $0, jitter: jitter, loss: 0) }
    }
    for loss in [0.05, 0.1] {
      all += [0, 55, 150].map { LabCondition(delay: $0, jitter: 20, loss: loss) }
    }
    return all
  }
}

/// Runs every method on every session of a group.
struct AssociationLab {
  /// What is compared, in the order of the table.
  var methods = ["fude", "window 55 ms", "window 300 ms"]
  /// Constants for each group that were fitted without it.
  var heldOut: [String: AssociationConstants] = [:]

  let seeds: Int
  let hasCounter: Bool
  let tellsSizes: Bool
  let releases: Int

  init(seeds: Int, hasCounter: Bool, tellsSizes: Bool, releases: Int) {
    self.seeds = seeds
    self.hasCounter = hasCounter
    self.tellsSizes = tellsSizes
    self.releases = releases
  }

  func derive(
    _ group: LabGroup, _ number: Int, _ condition: LabCondition, draw: Int
  ) -> RadioSession {
    let link = RadioLink(
      delay: .milliseconds(condition.delay), jitter: .milliseconds(condition.jitter),
      loss: condition.loss, skew: hasCounter ? 80 : 0, hasCounter: hasCounter,
      releaseReports: releases,
      frameInterval: TimeSpan(microseconds: [16_667, 11_111, 8_333][(draw + number) % 3]),
      tellsSize: tellsSizes, seed: UInt64(draw * 1009 + number * 13 + 1))
    return RadioDerivation.derive(group.sessions[number], link: link)
  }

  func run(_ group: LabGroup, _ condition: LabCondition) -> [(String, AssociationScore)] {
    var scores: [String: AssociationScore] = [:]
    for draw in 0..<seeds {
      for number in group.sessions.indices {
        let session = derive(group, number, condition, draw: draw)
        for method in methods {
          scores[method, default: AssociationScore()] += run(method, session, group, draw: draw)
        }
      }
    }
    return methods.map { ($0, scores[$0] ?? AssociationScore()) }
  }

  private func run(
    _ method: String, _ session: RadioSession, _ group: LabGroup, draw: Int
  ) -> AssociationScore {
    switch method {
    case "fude":
      var score = AssociationTrial.run(session, settings: AssociationSettings())
      for index in score.faults.indices { score.faults[index] += " (draw \(draw))" }
      return score
    case "fude, held out", "fude, round":
      let isRound = method == "fude, round"
      let constants = (isRound ? nil : heldOut[group.name]) ?? AssociationFit.start
      var score = AssociationTrial.run(
        session, settings: AssociationSettings(), constants: constants)
      score.faults = []
      return score
    case "window 55 ms": return WindowBaseline.run(session, window: .milliseconds(55))
    default: return WindowBaseline.run(session, window: .milliseconds(300))
    }
  }
}

/// One line of the table.
struct LabRow {
  let condition: LabCondition
  let method: String
  let group: String
  let score: AssociationScore

  init(
    _ condition: LabCondition, _ method: String, _ group: String, _ score: AssociationScore
  ) {
    self.condition = condition
    self.method = method
    self.group = group
    self.score = score
  }

  static let heading = """
    semi-synthetic: digitisers' or simulated sessions with a radio link made for them
    delay jitter  loss  method         sessions                 strokes  recall %  wrong %  \
    marks/stroke  flashes/stroke  pressure %  latency p50/p95 ms
    """

  func line(isJSON: Bool) -> String {
    isJSON ? json : text
  }

  private var flashes: Double {
    score.strokes > 0 ? Double(score.flashed) / Double(score.strokes) : 0
  }

  private var text: String {
    func pad(_ text: String, _ width: Int) -> String {
      text.count >= width ? text : String(repeating: " ", count: width - text.count) + text
    }
    func left(_ text: String, _ width: Int) -> String {
      let cut = String(text.prefix(width))
      return cut + String(repeating: " ", count: width - cut.count)
    }
    let pressure =
      score.points > 0 ? decimalText(score.pressureError * 100, places: 2) : "-"
    return pad("\(condition.delay)", 5) + pad("\(condition.jitter)", 7)
      + pad(decimalText(condition.loss * 100, places: 0) + "%", 6) + "  " + left(method, 15)
      + left(group, 24) + pad("\(score.strokes)", 8)
      + pad(decimalText(score.recall * 100, places: 2), 10)
      + pad(decimalText(score.wrongShare * 100, places: 2), 9)
      + pad(decimalText(score.marks, places: 4), 14) + pad(decimalText(flashes, places: 4), 16)
      + pad(pressure, 12)
      + pad(
        decimalText(score.latency(0.5), places: 0) + "/"
          + decimalText(score.latency(0.95), places: 0), 12)
  }

  private var json: String {
    JSONText.object([
      ("data", .text("semi-synthetic")), ("delay_ms", .integer(condition.delay)),
      ("jitter_ms", .integer(condition.jitter)),
      ("loss", .number(condition.loss, places: 5)), ("method", .text(method)),
      ("sessions", .text(group)),
      ("strokes", .integer(Int64(score.strokes))), ("recall", .number(score.recall, places: 5)),
      ("wrong", .number(score.wrongShare, places: 5)),
      ("marks_per_stroke", .number(score.marks, places: 5)),
      ("flashes_per_stroke", .number(flashes, places: 5)),
      ("pressure_error", .number(score.pressureError, places: 5)),
      ("latency_p50_ms", .number(score.latency(0.5), places: 5)),
      ("latency_p95_ms", .number(score.latency(0.95), places: 5)),
    ])
  }
}
