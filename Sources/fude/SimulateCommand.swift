import FudeModel
import FudeRecording
import FudeSimulation

/// Writes a session that never happened.
enum SimulateCommand: Subcommand {
  static let specification = CommandSpecification(
    path: ["simulate"],
    summary: "write a simulated session of a writing hand and its palm",
    options: [
      .value("output", short: "o", "FILE", "where the recording goes (default: -)"),
      .value("labels", "FILE", "write the truth about each contact here"),
      .value("seed", "NUMBER", "fixes every random choice (default: 1)"),
      .value("hand", "HAND", choices: ["left", "right"], "the hand that writes (default: right)"),
      .value("text", "TEXT", "what is written below the brush, a-z and spaces"),
      .flag("no-palm", "the writing hand does not touch the surface"),
      .flag("no-second-hand", "the other hand does not touch the surface"),
    ],
    discussion: """
      A pen and a touchscreen, as the kernel would report them. The same options give the
      same bytes. The header of the recording says that it is simulated.
      """,
    examples: [
      ("fude simulate --hand left --seed 7 -o left.jsonl", "a left hand"),
      ("fude simulate | fude explain -", "straight into an explanation"),
    ])

  static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    var options = Simulation.Options()
    options.seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    options.isLeftHanded = arguments.value("hand") == "left"
    options.text = arguments.value("text") ?? options.text
    options.hasPalm = !arguments.flag("no-palm")
    options.hasSecondHand = !arguments.flag("no-second-hand")
    let simulation = Simulation(options)
    do {
      let output = try RecordingOutput(path: arguments.value("output") ?? "-")
      try simulation.write(to: output, options: options)
    } catch {
      throw CommandError(error)
    }
    if let path = arguments.value("labels") {
      try writeOutput(Array(simulation.labelLines.utf8), to: path)
    }
    return .success
  }
}
