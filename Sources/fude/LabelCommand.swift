import Foundation
import FudeExport
import FudeLaboratory
import FudeModel

/// Labels contacts by looking at their pictures.
enum LabelCommand: Subcommand {
  static let specification = CommandSpecification(
    path: ["label"],
    summary: "label touches as palm or finger by looking at their pictures",
    operands: "FILE…",
    operandCount: 1...64,
    options: [
      .value("output", short: "o", "FILE", "where the labels go; what it holds is kept"),
      .value("pictures", "FOLDER", "where the pictures go (default: beside the labels)"),
      .value("order", "SEED", "show the contacts of all recordings in a shuffled order"),
      .value("cells", "N", "contacts a picture (default 1; 12 fits a screen)"),
      .flag("compare", "the two FILEs are label files: print how well they agree"),
    ],
    discussion: """
      For each contact that has no label yet, draws a picture of what the pen and the other
      contacts did around it, in space, as seen from the pen's tip, and in time, and asks
      what it is: p a palm (the writing hand), f a finger that means something, u unsure,
      b back, q stop. A legend is in the picture; it shows nothing of what any policy
      decided. Answers are read from standard input, one or more letters a line, and saved
      as they come: labels and numbers only, nothing of the recording.
      """,
    examples: [
      ("fude label session.jsonl -o labels.jsonl", "one picture, one question at a time"),
      ("fude label *.jsonl -o second.jsonl --order 7 --cells 12", "again, in another order"),
      ("fude label --compare first.jsonl second.jsonl", "agreement and Cohen's kappa"),
    ])

  static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    if arguments.flag("compare") { return try compare(arguments.operands) }
    guard let output = arguments.value("output") else {
      throw CommandError.usage("say with -o where the labels go", command: "label")
    }
    var labels = LabelSet()
    if FileManager.default.fileExists(atPath: output) {
      labels = try LaboratoryInput.labels(output, keepsAll: true)
    }
    let sessions = try LaboratoryInput.sessions(arguments.operands)
    let names = sessions.map(\.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw CommandError.usage(
        "two recordings are called '\(twice)': their labels could not be told apart",
        command: "label")
    }
    var queue: [(session: Session, contact: Int)] = []
    for session in sessions {
      for contact in session.contacts.indices where labels[session.name, contact] == nil {
        queue.append((session, contact))
      }
    }
    if let seed = try arguments.integer("order", in: 0...Int.max) {
      var dice = SeededGenerator(seed: UInt64(seed))
      queue.shuffle(using: &dice)
    }
    let folder = arguments.value("pictures") ?? output + ".pictures"
    let cells = try arguments.integer("cells", in: 1...60) ?? 1
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try ask(queue, cells, folder, output, &labels)
    return .success
  }

  private static func ask(
    _ queue: [(session: Session, contact: Int)], _ cells: Int, _ folder: String, _ output: String,
    _ labels: inout LabelSet
  ) throws {
    var answers = Answers()
    var place = 0
    while place < queue.count {
      if place.isMultiple(of: cells) { try draw(queue, from: place, cells, folder) }
      if isatty(0) == 1 {
        say("contact \(place + 1) of \(queue.count): p palm, f finger, u unsure, b back, q stop")
      }
      switch answers.next() {
      case "p": labels[queue[place].session.name, queue[place].contact] = .palm
      case "f": labels[queue[place].session.name, queue[place].contact] = .finger
      case "u": labels[queue[place].session.name, queue[place].contact] = .unsure
      case "b":
        place = max(0, place - 1)
        continue
      case nil, "q": return
      case let other?:
        say("'\(other)' is none of p, f, u, b, q")
        continue
      }
      try writeOutput(Array(labels.jsonLines.utf8), to: output)
      place += 1
    }
    say("all \(queue.count) contacts are labelled in \(output)")
  }

  private static func draw(
    _ queue: [(session: Session, contact: Int)], from place: Int, _ cells: Int, _ folder: String
  ) throws {
    let part = queue[place..<min(queue.count, place + cells)]
    let plot = ContactSheet().draw(
      zip(part.indices, part).map { ContactSheet.Cell($1.session, $1.contact, number: $0 + 1) })
    let path = "\(folder)/\(place + 1).png"
    let bytes = try PNG.encode(pixels: plot.pixels, width: plot.width, height: plot.height)
    try Data(bytes).write(to: URL(filePath: path))
    say("look at \(path)")
  }

  private static func compare(_ paths: [String]) throws(CommandError) -> ExitStatus {
    guard paths.count == 2 else {
      throw .usage("--compare needs two label files", command: "label")
    }
    let first = try LaboratoryInput.labels(paths[0])
    let second = try LaboratoryInput.labels(paths[1])
    let agreement = Agreement(first, second)
    print("labelled twice: \(agreement.total)")
    print("alike: \(decimalText(agreement.observed * 100, places: 1)) %")
    let kappa = agreement.kappa.map { decimalText($0, places: 3) } ?? "undefined"
    print("Cohen's kappa: \(kappa)")
    for label in Label.allCases {
      let counts = Label.allCases.map { "\($0.rawValue) \(agreement.counts[label]?[$0] ?? 0)" }
      print("first \(label.rawValue): second \(counts.joined(separator: ", "))")
    }
    return .success
  }

  /// Letters from standard input, spaces and line ends left out.
  private struct Answers {
    private var waiting: [Character] = []

    mutating func next() -> Character? {
      while waiting.isEmpty {
        guard let line = readLine() else { return nil }
        waiting = line.filter { !$0.isWhitespace }.reversed()
      }
      return waiting.removeLast()
    }
  }
}
