import FudeModel
import FudeRecording
import FudeSimulation

/// Writes a session that never happened.
enum SimulateCommand: Subcommand {
  static let specification = CommandSpecification(
    path: ["simulate"],
    summary: "write a simulated session of a writing hand and its palm",
    operands: "[FILE…]",
    operandCount: 0...64,
    options: [
      .value("output", short: "o", "FILE", "where the recording goes (default: -)"),
      .value("labels", "FILE", "write the truth about each contact here"),
      .value("seed", "NUMBER", "fixes every random choice (default: 1)"),
      .value("hand", "HAND", choices: ["left", "right"], "the hand that writes (default: right)"),
      .value("text", "TEXT", "what is written below the brush, a-z and spaces"),
      .flag("no-palm", "the writing hand does not touch the surface"),
      .flag("no-second-hand", "the other hand does not touch the surface"),
    ] + RadioSimulation.options,
    discussion: """
      A pen and a touchscreen, as the kernel would report them. The same options give the
      same bytes. The header of the recording says that it is simulated.

      With --pen ble a radio pen: its tip is a touch at 60 to 120 Hz, its force comes late over a \
      link. With FILE the writing is that of a recorded digitiser session; the result is then \
      semi-synthetic, and says so.
      """,
    examples: [
      ("fude simulate --hand left --seed 7 -o left.jsonl", "a left hand"),
      ("fude simulate | fude explain -", "straight into an explanation"),
      ("fude simulate --pen ble --delay 80 --jitter 20 -o ble.jsonl", "a radio pen"),
    ])

  static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    var options = Simulation.Options()
    options.seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    options.isLeftHanded = arguments.value("hand") == "left"
    if let text = arguments.value("text")?.lowercased() {
      options.text = text
      let unknown = text.filter { !("a"..."z").contains($0) && $0 != " " }
      if !unknown.isEmpty {
        say(
          "note: the hand writes a to z; left out: \(Set(unknown).sorted().map(String.init).joined())"
        )
      }
    }
    options.hasPalm = !arguments.flag("no-palm")
    options.hasSecondHand = !arguments.flag("no-second-hand")
    if arguments.value("pen") == "ble" {
      try RadioSimulation.run(arguments, writing: options)
      return .success
    }
    guard arguments.operands.isEmpty else {
      throw CommandError.usage(
        "only 'fude simulate --pen ble' takes a recording", command: "simulate")
    }
    if let labels = arguments.value("labels"), labels == arguments.value("output"), labels != "-" {
      throw CommandError.usage(
        "the recording and its labels can't both go to '\(labels)'", command: "simulate")
    }
    let simulation = Simulation(options)
    do {
      let output = try RecordingOutput(path: arguments.value("output") ?? "-", isWhole: true)
      try simulation.write(to: output, options: options)
      try output.finish()
    } catch {
      throw CommandError(error)
    }
    if let path = arguments.value("labels") {
      try writeOutput(Array(simulation.labelLines.utf8), to: path)
    }
    return .success
  }
}
