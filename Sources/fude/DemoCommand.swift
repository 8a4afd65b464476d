import FudeEngine
import FudeExport
import FudeInk
import FudeModel
import FudeRecording
import FudeSimulation
import FudeTouch

/// The first thing that a newcomer runs: one session, without Fude and with it.
enum DemoCommand: Subcommand {
  static let specification = CommandSpecification(
    path: ["demo"],
    summary: "draw one simulated session without and with Fude, and explain it",
    options: [
      .value(
        "output", short: "o", "FILE", "where the picture goes, a PNG (default: fude-demo.png)"),
      .value("hand", "HAND", choices: ["left", "right"], "the hand that writes (default: right)"),
      .value("seed", "NUMBER", "another session (default: 1)"),
    ],
    discussion: """
      A hand writes with its palm on the glass; fingers of the other hand draw the margin
      while it writes, and a wave after it has left. The picture shows on the left what
      every touch would have drawn, on the right what Fude keeps. The session is simulated:
      see 'fude simulate'.
      """,
    examples: [("fude demo", "make fude-demo.png and explain it")])

  static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let path = arguments.value("output") ?? "fude-demo.png"
    guard path == "-" || path.hasSuffix(".png") || path.hasPrefix("/dev/") else {
      throw CommandError.usage(
        "the picture is a PNG; '\(path)' does not end in .png", command: "demo")
    }
    var options = Simulation.Options()
    options.seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    options.isLeftHanded = arguments.value("hand") == "left"
    let recording: [UInt8]
    do {
      recording = try Simulation.recording(options)
    } catch {
      throw CommandError(error)
    }
    let without = try play(recording) {
      $0.arbitration.rejectsPalms = false
      $0.touchInk = .everyContact
    }
    let with = try play(recording) { _ in }
    try writeOutput(PNG.encode(sideBySide(without.engine.canvas, with.engine.canvas)), to: path)
    report(with.records, marks: with.marks, truth: Simulation(options).labels)
    print("\nThe picture is \(path): left without Fude, right with it.")
    print(
      "The session is simulated (seed \(options.seed)). To keep it: fude simulate", terminator: "")
    print("\(options.isLeftHanded ? " --hand left" : "") --seed \(options.seed) -o session.jsonl")
    return .success
  }

  private static func play(
    _ recording: [UInt8], _ change: (inout EngineOptions) -> Void
  ) throws -> Played {
    var session = SessionArguments(recording: recording)
    session.engineOptions.penBrush.width = 2.6
    session.engineOptions.penBrush.minimumWidth = 0.12
    session.engineOptions.fingerBrush.width = 1.6
    // The two-finger tap at the end would undo the last stroke; the picture shows all of them.
    session.engineOptions.gesturesAct = false
    change(&session.engineOptions)
    var player = try SessionPlayer(session)
    var records: [ContactRecord] = []
    var drawnBy: [StrokeID: ContactID] = [:]
    var marks: Set<ContactID> = []
    var isGoing = true
    while isGoing {
      isGoing = try player.step { event in
        switch event {
        case .strokeBegan(let stroke, .contact(let contact)): drawnBy[stroke] = contact
        case .strokeEnded(let stroke): if let contact = drawnBy[stroke] { marks.insert(contact) }
        default: break
        }
      }
      records += player.takeCompleted()
    }
    return Played(engine: player.engine, records: records, marks: marks)
  }

  /// What a session came to.
  private struct Played {
    var engine: DrawingEngine
    var records: [ContactRecord]
    /// The contacts whose ink stays.
    var marks: Set<ContactID>
  }

  /// What was decided, held against what the simulator knows.
  private static func report(
    _ records: [ContactRecord], marks: Set<ContactID>, truth labels: [Simulation.Label]
  ) {
    var truth: [UInt64: ContactTruth] = [:]
    for label in labels { truth[UInt64(max(0, label.trackingID))] = label.truth }
    func isPalm(_ record: ContactRecord) -> Bool {
      truth[record.contact.rawValue & 0xffff_ffff] == .palm
    }
    let palms = records.filter(isPalm)
    let missed = palms.filter { $0.verdict != .palm }
    let spoilt = missed.filter { marks.contains($0.contact) }
    let lost = records.filter { !isPalm($0) && $0.verdict == .palm }
    print(
      "\(records.count) touches: \(palms.count) of the palm, \(records.count - palms.count) meant.")
    let kept =
      missed.isEmpty
      ? "all of the palm's touches out"
      : "\(palms.count - missed.count) of the palm's touches out and missed \(missed.count), "
        + "\(spoilt.count) of which left a mark"
    print("Fude kept \(kept). It kept out \(lost.count) that were meant.")
    print("Three of them, as 'fude explain' tells them (brackets: log-odds, + for a palm):\n")
    let revoked = records.first { $0.revoked != nil }
    let telling = [
      records.first { $0.rejected != nil }, revoked,
      records.filter { !isPalm($0) }.max { $0.path < $1.path },
    ]
    for record in telling.compactMap({ $0 }) {
      let seconds = decimalText(record.began.seconds, places: 3)
      print("  at \(seconds) s: \(record.verdict.word), \(record.sentence).")
    }
  }

  /// Both pages, with captions in the engine's own ink.
  private static func sideBySide(_ left: Canvas, _ right: Canvas) -> Bitmap {
    let size = Simulation.surfaceSize
    let scale = 3.2
    let caption = 18.0
    let gap = 4.0
    var bitmap = Bitmap(
      width: Int((2 * size.width + gap) * scale), height: Int((size.height + caption) * scale),
      fill: InkColor(red: 236, green: 234, blue: 228))
    for (canvas, x, title) in [
      (left, 0.0, "without"), (right, size.width + gap, "with fude"),
    ] {
      bitmap.fill(
        PixelRect(
          x: Int(x * scale), y: Int(caption * scale), width: Int(size.width * scale),
          height: Int(size.height * scale)), with: .white)
      canvas.render(
        into: &bitmap,
        viewport: Viewport(scale: scale, offset: Point(x: x * scale, y: caption * scale)),
        clip: PixelRect(
          x: Int(x * scale), y: Int(caption * scale), width: Int(size.width * scale),
          height: Int(size.height * scale)))
      label(title).render(
        into: &bitmap,
        viewport: Viewport(scale: scale, offset: Point(x: (x + 6) * scale, y: 12.5 * scale)))
    }
    return bitmap
  }

  private static func label(_ text: String) -> Canvas {
    var canvas = Canvas()
    var brush = Brush.pen
    brush.width = 0.9
    brush.color = InkColor(red: 90, green: 86, blue: 80)
    for stroke in Simulation.handwriting(text, height: 4.2) {
      guard let first = stroke.first else { continue }
      let id = canvas.begin(
        brush: brush, at: InkSample(time: .zero, position: first, pressure: 0.5))
      for (index, place) in stroke.enumerated().dropFirst() {
        canvas.extend(
          id,
          with: InkSample(
            time: Timestamp(microseconds: Int64(index) * 7500), position: place, pressure: 0.5))
      }
      canvas.end(id)
    }
    return canvas
  }
}
