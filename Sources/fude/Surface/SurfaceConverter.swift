import FudeExport
import FudeInk
import FudeModel
import FudeSurface

/// Turns the page's documents into files.
enum SurfaceConverter {
  /// A document's journal as a file of a format; `nil` if the format is unknown or there is no ink.
  @Sendable
  static func convert(_ format: String, _ body: [UInt8]) -> [UInt8]? {
    var canvas = Canvas()
    JournalCodec.decode(body) { canvas.apply($0) }
    guard let page = page(of: canvas) else { return nil }
    switch format {
    case "svg": return Array(SVG.encode(canvas, page: page).utf8)
    default: return nil
    }
  }

  /// All ink with a margin around it, on the surface's paper; `nil` without ink.
  private static func page(of canvas: Canvas) -> Page? {
    guard let bounds = canvas.bounds else { return nil }
    let margin = 8.0
    let origin = bounds.minimum - Point(x: margin, y: margin)
    let corner = bounds.maximum + Point(x: margin, y: margin)
    return Page(
      origin: origin, size: Size(width: corner.x - origin.x, height: corner.y - origin.y),
      paper: SurfaceSession.paper)
  }
}
