import FudeEngine
import FudeExport
import FudeInk
import FudeModel
import FudeRecording
import FudeStylus
import FudeTouch
import Foundation

/// Draws what a session leaves on the paper.
enum RenderCommand: Subcommand {
  static let specification = CommandSpecification(
    path: ["render"],
    summary: "draw what a session leaves on the paper: PNG, SVG, PDF, InkML, xopp or UIM",
    operands: "FILE…",
    operandCount: 1...64,
    options: [
      .value(
        "output", short: "o", "FILE",
        "where it goes: .png, .svg, .pdf, .inkml, .xopp, .uim, or - (default: -)"),
      .value(
        "format", "FORMAT", choices: ["png", "svg", "pdf", "inkml", "xopp", "uim"],
        "the form, if the file's name tells none"),
      .value("size", "PIXELS", "the picture's width, or WIDTHxHEIGHT to fit into (default: 1600)"),
      .value("pen-width", "MM", "the pen's width at full pressure (default: 0.8)"),
      .value(
        "brush", "NAME", choices: drawingBrushes.map(\.name), "what the pen is (default: pen)"),
      .value(
        "response", "HOW", choices: Response.allCases.map(\.rawValue),
        "how force gives width; learned: from five strokes"),
      .flag("palms", "draw what was rejected as well, in red"),
      .flag("as-seen", "of a page's recording: what the page showed last, pixel by pixel, as PNG"),
      .flag("gestures", "let taps undo and pinches zoom, as in a live session"),
    ] + SessionArguments.options,
    discussion: """
      Plays the recordings as one session and draws the pens' strokes and the accepted
      fingers'. The picture shows the whole surface; a picture to a terminal is refused. Of a
      radio pen's session it draws the pen's strokes.
      A drawing (.inkml, .xopp, .uim) can stand in a recording's place: its ink is drawn
      with a margin around it, or written in another form.
      """,
    examples: [
      ("fude render session.jsonl -o page.png", "the page"),
      ("fude render session.jsonl --palms -o palms.png", "and what was kept out, in red"),
      ("fude render session.jsonl --no-rejection -o without.png", "the page without Fude"),
      ("fude render notes.xopp -o notes.uim", "another app's drawing in another form"),
    ])

  /// What a pen may be.
  private static let drawingBrushes = Brush.presets.filter { $0.mode != .erase }

  /// How force gives width.
  private enum Response: String, CaseIterable {
    case linear
    case light
    case heavy
    case learned
  }

  static func run(_ arguments: ParsedArguments) async throws -> ExitStatus {
    let output = try PictureOutput(arguments)
    var session = SessionArguments(arguments)
    if let drawing = try drawing(arguments, session) {
      try output.write(drawing)
      return .success
    }
    session.engineOptions.keepsRejected = arguments.flag("palms")
    session.engineOptions.gesturesAct = arguments.flag("gestures")
    if arguments.flag("no-rejection") { session.engineOptions.touchInk = .everyContact }
    if let brush = drawingBrushes.first(where: { $0.name == arguments.value("brush") }) {
      session.engineOptions.penBrush = brush
    }
    if let width = try arguments.number("pen-width", in: 0.05...50) {
      session.engineOptions.penBrush.width = width
      session.engineOptions.fingerBrush.width = width
    }
    var opened = try session.open()
    if RadioExplanation.isOne(opened.devices) {
      try await output.write(radioSession(&opened, session, arguments))
      return .success
    }
    var player = try SessionPlayer(session, opened: opened)
    try player.playToEnd()
    if arguments.flag("as-seen") {
      guard let picture = player.pagePicture() else {
        throw CommandError.usage("--as-seen is for what 'fude draw' recorded", command: "render")
      }
      try output.write(picture)
      return .success
    }
    guard let surface = player.surface else {
      throw CommandError(
        status: .data,
        message: "there is nothing to draw: no pen and no touchscreen in the recording")
    }
    let sides = [surface.size.width, surface.size.height]
    guard sides.allSatisfy({ (1...10_000).contains($0) }) else {
      throw CommandError(
        status: .data,
        message: "the recording says that its surface is \(decimalText(sides[0], places: 3)) × "
          + "\(decimalText(sides[1], places: 3)) mm; a page has sides of 1 to 10000 mm")
    }
    for remark in player.remarks { say("note: \(remark)") }
    let page = Page(size: surface.size)
    let canvas = responding(player.engine.canvas, arguments.value("response"))
      .adding(palms: player.engine.rejected)
    try output.write(canvas, page: page)
    if canvas.drawn.isEmpty { say("note: the page is empty: nothing was drawn") }
    return .success
  }

  /// What radio pens drew: their strokes are known only to who hears their radio.
  private static func radioSession(
    _ opened: inout SessionReader, _ session: SessionArguments, _ arguments: ParsedArguments
  ) async throws -> (Canvas, Page) {
    if let flag = ["palms", "as-seen", "gestures", "no-rejection", "remotes-ink"].first(
      where: { arguments.flag($0) })
      ?? ["hand", "fingers"].first(
        where: { arguments.value($0) != nil })
    {
      throw CommandError.usage(
        "--\(flag) is about digitisers and fingers; this is a radio pen's session",
        command: "render")
    }
    let recording: StylusRecording
    do {
      recording = try StylusRecording(reading: &opened)
    } catch {
      throw CommandError(error)
    }
    var settings = StylusSettings()
    settings.smoothing = 0
    settings.tellsProvisionalStrokes = true
    let clock = ManualStylusClock()
    let radio = ReplayedTransport(recording, clock: clock)
    let central = StylusCentral(transport: radio, clock: clock, settings: settings)
    let strokes = await central.strokeEvents()
    await central.connectNearest()
    await recording.play(into: central, through: radio, clock: clock)
    await central.stop()
    var ink = StrokeInk(brush: session.engineOptions.penBrush)
    for await event in strokes { ink.draw(event) }
    let canvas = responding(ink.canvas, arguments.value("response"))
    if canvas.drawn.isEmpty { say("note: the page is empty: nothing was drawn") }
    let page = opened.surfaces.first.map { Page(size: $0.size) } ?? Page(around: canvas)
    guard let page, page.size.width <= 10_000, page.size.height <= 10_000 else {
      throw CommandError(status: .data, message: "there is nothing to draw in the recording")
    }
    return (canvas, page)
  }

  /// The drawing in the operand's file, and all of it as a page; `nil` if it is no drawing.
  private static func drawing(
    _ arguments: ParsedArguments, _ session: SessionArguments
  ) throws -> (Canvas, Page)? {
    if arguments.operands.count > 1, let path = arguments.operands.first(where: isDrawing) {
      throw CommandError.usage(
        "'\(path)' is a drawing; it stands alone, without other files", command: "render")
    }
    // A pipe can be read only once, and is taken for a recording.
    guard arguments.operands.count == 1, let path = arguments.operands.first, path != "-",
      isRegularFile(path),
      let file = FileHandle(forReadingAtPath: path)
    else { return nil }
    defer { try? file.close() }
    guard let start = try? file.read(upToCount: 4096), InkFile.looksLikeOne(Array(start)) else {
      return nil
    }
    let rest = (try? file.readToEnd()) ?? nil
    let document: InkDocument?
    do throws(ExportError) {
      document = try InkFile.decode(Array(start + (rest ?? Data())))
    } catch {
      throw CommandError(status: .data, message: "\(path): \(error.message)")
    }
    guard let document else { return nil }
    for note in document.notes { say("note: \(path): \(note)") }
    let taken = ["brush", "pen-width", "hand", "fingers"].first { arguments.value($0) != nil }
    let flag = ["palms", "as-seen", "gestures", "no-rejection", "remotes-ink"].first {
      arguments.flag($0)
    }
    if let name = taken ?? flag {
      throw CommandError.usage(
        "--\(name) is for recordings; '\(path)' is a drawing", command: "render")
    }
    let canvas = responding(document.drawn(), arguments.value("response"))
    guard let page = Page(around: canvas) else {
      throw CommandError(status: .data, message: "\(path): there is no ink in it")
    }
    guard page.size.width <= 10_000, page.size.height <= 10_000 else {
      throw CommandError(
        status: .data, message: "\(path): its ink reaches over more than 10000 mm")
    }
    return (canvas, page)
  }

  private static func isDrawing(_ path: String) -> Bool {
    guard isRegularFile(path), let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let start = (try? file.read(upToCount: 4096)) ?? nil
    return InkFile.looksLikeOne(Array(start ?? Data()))
  }

  private static func isRegularFile(_ path: String) -> Bool {
    let type = try? FileManager.default.attributesOfItem(
      atPath: URL(filePath: path).resolvingSymlinksInPath().path)[.type]
    return type as? FileAttributeType == .typeRegular
  }

  /// The same strokes with another response to force.
  private static func responding(_ canvas: Canvas, _ name: String?) -> Canvas {
    guard let response = name.flatMap({ Response(rawValue: $0) }) else { return canvas }
    var document = InkDocument(canvas)
    var curve: PressureCurve?
    switch response {
    case .linear: curve = .linear
    case .light: curve = .light
    case .heavy: curve = .heavy
    case .learned:
      var learner = PressureLearner()
      let strokes = document.strokes.map(\.samples)
      let telling = strokes.count { $0.count { ($0.pressure ?? 0) > 0 } >= 4 }
      learner.start(strokes: min(PressureLearner.usualStrokes, telling))
      for samples in strokes where curve == nil {
        curve = learner.take(samples).map {
          PressureCurve.linear.fitted(low: $0.low, high: $0.high)
        }
      }
      if let curve {
        let range = [curve.low, curve.high].map { decimalText(Double($0 * 100), places: 0) }
        say("note: forces from \(range[0]) to \(range[1]) % of the device's range give all widths")
      } else {
        say("note: the strokes tell no force to learn from")
      }
    }
    guard let curve else { return canvas }
    for index in document.strokes.indices { document.strokes[index].brush.curve = curve }
    return document.drawn(settings: canvas.settings)
  }
}

extension Canvas {
  /// The canvas with the ways of rejected contacts over it, in red.
  func adding(palms: [[InkSample]]) -> Canvas {
    var canvas = self
    let brush = Brush(
      name: "rejected", width: 2.4, minimumWidth: 1,
      color: InkColor(red: 214, green: 40, blue: 40, alpha: 70))
    for way in palms {
      guard let first = way.first else { continue }
      let stroke = canvas.begin(brush: brush, at: first)
      for sample in way.dropFirst() { canvas.extend(stroke, with: sample) }
      canvas.end(stroke)
    }
    return canvas
  }
}
