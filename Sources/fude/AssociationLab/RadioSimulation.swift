import FudeModel
import FudeRecording
import FudeSimulation
import FudeStylus

/// Writes a session with a radio pen that was never made.
enum RadioSimulation {
  static let options: [OptionSpecification] = [
    .value("pen", "KIND", choices: ["digitiser", "ble"], "which pen (default: digitiser)"),
    .value("delay", "MS", "ble: how late its reports are, 0 to 500 (default: 55)"),
    .value("jitter", "MS", "ble: by how much that wavers, 0 to 200 (default: 10)"),
    .value("loss", "PERCENT", "ble: reports that are lost, 0 to 90 (default: 0)"),
    .value("skew", "PPM", "ble: by how much its clock is too fast, -500 to 500 (default: 0)"),
  ]

  static func run(
    _ arguments: ParsedArguments, writing options: Simulation.Options
  ) throws(CommandError) {
    func milliseconds(_ name: String, _ most: Double, _ usual: Double) throws(CommandError)
      -> TimeSpan
    {
      .seconds((try arguments.number(name, in: 0...most) ?? usual) / 1000)
    }
    let link = RadioLink(
      delay: try milliseconds("delay", 500, 55), jitter: try milliseconds("jitter", 200, 10),
      loss: (try arguments.number("loss", in: 0...90) ?? 0) / 100,
      skew: try arguments.number("skew", in: -500...500) ?? 0, hasCounter: true,
      seed: options.seed)
    do {
      let (events, surface, source) = try writing(arguments.operands, options)
      let session = StylusRecording(
        RadioDerivation.derive(events, link: link), pen: SimulatedPen(id: DeviceID(1000)))
      let pen =
        "radio pen, delay \(text(link.delay)) ms, jitter \(text(link.jitter)) ms, loss "
        + "\(decimalText(link.loss * 100, places: 1)) %, skew \(decimalText(link.skew, places: 0)) ppm"
      let output = try RecordingOutput(path: arguments.value("output") ?? "-", isWhole: true)
      try session.write(
        to: output,
        provenance: Provenance(
          writer: "fude \(Fude.version)", source: source,
          simulation: (source == nil ? "" : "semi-synthetic: ") + pen, seed: options.seed),
        surface: surface)
      try output.finish()
    } catch {
      throw CommandError(error)
    }
    if let path = arguments.value("labels") {
      throw .usage("--labels \(path) works without --pen ble only", command: "simulate")
    }
  }

  private static func text(_ span: TimeSpan) -> String {
    decimalText(span.milliseconds, places: 0)
  }

  /// What the hand does: simulated, or as recorded.
  private static func writing(
    _ paths: [String], _ options: Simulation.Options
  ) throws(RecordingError) -> ([InputEvent], DeclaredSurface, String?) {
    guard !paths.isEmpty else {
      let surface = DeclaredSurface(number: 0, size: Simulation.surfaceSize, isMetric: true)
      return (Simulation(options).inputEvents, surface, nil)
    }
    var reader = try SessionReader(paths.map { .path($0) })
    var events: [InputEvent] = []
    while let event = try reader.next() { events.append(event) }
    let known = reader.surfaces.first
    return (
      events,
      DeclaredSurface(
        number: 0, size: known?.size ?? Simulation.surfaceSize, isMetric: known?.isMetric ?? false),
      paths.joined(separator: ", ")
    )
  }
}
