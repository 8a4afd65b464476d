import FudeEngine
import FudeExport
import FudeInk
import FudeModel
import FudeSurface

/// Turns the page's documents into files, and files into documents.
enum SurfaceConverter {
  /// A document's journal as a file of a format, or the journal of a file (`open`); `nil` if the
  /// format is unknown or there is no ink.
  @Sendable
  static func convert(_ format: String, _ body: [UInt8]) -> [UInt8]? {
    if format == "open" { return open(body) }
    var canvas = Canvas()
    JournalCodec.decode(body) { canvas.apply($0) }
    guard let page = Page(around: canvas, paper: SurfaceSession.paper) else { return nil }
    switch format {
    case "svg": return Array(SVG.encode(canvas, page: page).utf8)
    case "pdf": return try? PDF.encode(canvas, page: page)
    case "inkml": return Array(InkML.encode(InkDocument(canvas)).utf8)
    case "xopp": return try? Xopp.encode(canvas, page: page)
    default: return nil
    }
  }

  /// The ink of a file as the journal of a document.
  private static func open(_ file: [UInt8]) -> [UInt8]? {
    guard let canvas = ink(of: file) else { return nil }
    var journal: [UInt8] = []
    for id in canvas.drawn {
      guard let stroke = canvas[id] else { continue }
      let stored = StoredStroke(
        id: id, brush: stroke.brush, samples: stroke.samples, knots: stroke.knots,
        isWithoutForce: stroke.isWithoutForce, rank: id.rawValue)
      journal += JournalCodec.encode(.stroke(stored))
      journal += JournalCodec.encode(.step(CanvasStep(shown: [id])))
    }
    return journal.isEmpty ? nil : journal
  }

  /// Tells a file's form by its content.
  private static func ink(of file: [UInt8]) -> Canvas? {
    do {
      if let drawing = try InkFile.decode(file) { return drawing.drawn() }
    } catch {
      return nil
    }
    guard var player = try? SessionPlayer(SessionArguments(recording: file)) else { return nil }
    try? player.playToEnd()
    return player.engine.canvas
  }
}
