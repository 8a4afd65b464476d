import FudeEngine
public import FudeFormats
public import FudeInk
import FudeModel

/// A form of file that the surface writes by itself, without a server.
public enum SurfaceFile: UInt8, Hashable, Sendable, CaseIterable {
  /// SVG.
  case svg
  /// What a PDF shows; ``SurfaceSession/pdf(around:)`` makes a file of it.
  case pdfContent
  /// InkML.
  case inkML
  /// The text of a Xournal++ file, which is packed with gzip.
  case xoppText
}

extension SurfaceSession {
  /// The drawing as a file; empty without ink.
  ///
  /// - Throws: `ExportError` if the form can't hold it.
  public func file(_ form: SurfaceFile) throws(ExportError) -> [UInt8] {
    guard let page = Page(around: engine.canvas, paper: Self.paper) else { return [] }
    switch form {
    case .svg: return Array(SVG.encode(engine.canvas, page: page).utf8)
    case .pdfContent: return try PDF.content(engine.canvas, page: page)
    case .inkML: return Array(InkML.encode(InkDocument(engine.canvas)).utf8)
    case .xoppText: return Array(Xopp.encodeText(engine.canvas, page: page).utf8)
    }
  }

  /// The PDF file around its content, which somebody deflated (RFC 1950).
  public func pdf(around deflated: [UInt8]) -> [UInt8] {
    guard let page = Page(around: engine.canvas, paper: Self.paper) else { return [] }
    return PDF.file(around: deflated, isDeflated: true, canvas: engine.canvas, page: page)
  }

  /// All ink on its paper with a margin, at 192 pixels an inch, or fewer for a drawing larger than
  /// `largest` pixels on a side; `nil` without ink.
  public func picture(largest: Int = 4096) -> Bitmap? {
    guard let page = Page(around: engine.canvas, paper: Self.paper) else { return nil }
    let longest = max(page.size.width, page.size.height)
    let scale = min(192 / 25.4, Double(largest) / longest)
    let width = max(1, Int(page.size.width * scale))
    var bitmap = Bitmap(width: width, height: page.height(forWidth: width), fill: Self.paper)
    engine.canvas.render(into: &bitmap, viewport: page.viewport(width: width))
    return bitmap
  }

  /// The ink of an InkML or unpacked Xournal++ file as the journal of a document; `nil` if it
  /// is none of them or without ink.
  ///
  /// - Throws: `ExportError` that says where a file is damaged beyond reading.
  public static func journal(ofFile bytes: [UInt8]) throws(ExportError) -> [UInt8]? {
    guard let document = try InkFile.decodeText(bytes) else { return nil }
    return journal(of: document.drawn())
  }

  /// The strokes that a canvas shows as the journal of a document; `nil` without any.
  public static func journal(of canvas: Canvas) -> [UInt8]? {
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
}
