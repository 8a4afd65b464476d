import FudeEngine
import FudeExport
import FudeInk
import FudeModel
import FudeRecording
import FudeTouch

/// Draws what a session leaves on the paper.
enum RenderCommand: Subcommand {
  static let specification = CommandSpecification(
    path: ["render"],
    summary: "draw what a session leaves on the paper: PNG, SVG, PDF, InkML or xopp",
    operands: "FILE…",
    operandCount: 1...64,
    options: [
      .value(
        "output", short: "o", "FILE",
        "where it goes: .png, .svg, .pdf, .inkml, .xopp, or - (default: -)"),
      .value(
        "format", "FORMAT", choices: ["png", "svg", "pdf", "inkml", "xopp"],
        "the form, if the file's name tells none"),
      .value("size", "PIXELS", "the picture's width, or WIDTHxHEIGHT to fit into (default: 1600)"),
      .value("pen-width", "MM", "the pen's width at full pressure (default: 0.8)"),
      .flag("palms", "draw what was rejected as well, in red"),
      .flag("as-seen", "of a page's recording: what the page showed last, pixel by pixel, as PNG"),
      .flag("gestures", "let taps undo and pinches zoom, as in a live session"),
    ] + SessionArguments.options,
    discussion: """
      Plays the recordings as one session and draws the pens' strokes and the accepted
      fingers'. The picture shows the whole surface; a picture to a terminal is refused.
      """,
    examples: [
      ("fude render session.jsonl -o page.png", "the page"),
      ("fude render session.jsonl --palms -o palms.png", "and what was kept out, in red"),
      ("fude render session.jsonl --no-rejection -o without.png", "the page without Fude"),
    ])

  static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let output = try PictureOutput(arguments)
    var session = SessionArguments(arguments)
    session.engineOptions.keepsRejected = arguments.flag("palms")
    session.engineOptions.gesturesAct = arguments.flag("gestures")
    if arguments.flag("no-rejection") { session.engineOptions.touchInk = .everyContact }
    if let width = try arguments.number("pen-width", in: 0.05...50) {
      session.engineOptions.penBrush.width = width
      session.engineOptions.fingerBrush.width = width
    }
    var player = try SessionPlayer(session)
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
    let canvas = player.engine.canvas.adding(palms: player.engine.rejected)
    try output.write(canvas, page: page)
    if canvas.drawn.isEmpty { say("note: the page is empty: nothing was drawn") }
    return .success
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
