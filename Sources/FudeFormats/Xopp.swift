package import FudeInk
import FudeModel

/// Xournal++ documents: gzipped XML, lengths in points (1/72 inch).
///
/// The format has places and widths, no force, tilt or time: what is written is the smoothed line
/// with its widths, and reading gives each width as a force.
public enum Xopp {
  private static let point = 72 / 25.4

  /// A page of a canvas as the text of a `.xopp` file, which is still to be packed with gzip.
  ///
  /// Erasing strokes have no counterpart and are written in white.
  package static func encodeText(_ canvas: Canvas, page: Page) -> String {
    var text = """
      <?xml version="1.0" standalone="no"?>
      <xournal creator="Fude" fileversion="4">
      <title>Fude</title>
      <page width="\(number(page.size.width * point))" height="\(number(page.size.height * point))">
      <background type="solid" color="\(page.paper.hex)ff" style="plain"/>
      <layer>

      """
    for id in canvas.drawn {
      if let stroke = canvas[id] { text += element(stroke, page) }
    }
    return text + "</layer>\n</page>\n</xournal>\n"
  }

  private static func element(_ stroke: Stroke, _ page: Page) -> String {
    guard let first = stroke.knots.first else { return "" }
    // A single point is a dot: the format wants two.
    let knots = stroke.knots.count == 1 ? [first, first] : stroke.knots
    let isMarker = stroke.brush.mode == .highlight
    let color = stroke.brush.mode == .erase ? InkColor.white : stroke.brush.color
    let alpha = isMarker ? 127 : Int(color.alpha)
    let hexAlpha = (alpha < 16 ? "0" : "") + String(alpha, radix: 16)
    var widths = number(stroke.brush.width * point)
    if !isMarker {
      for knot in knots.dropLast() { widths += " " + number(Double(knot.radius) * 2 * point) }
    }
    var places = ""
    for knot in knots {
      let x = (Double(knot.position.x) - page.origin.x) * point
      let y = (Double(knot.position.y) - page.origin.y) * point
      places += (places.isEmpty ? "" : " ") + number(x) + " " + number(y)
    }
    let tool = isMarker ? "highlighter" : "pen"
    let cap = stroke.brush.ends == .flat ? "butt" : "round"
    return "<stroke tool=\"\(tool)\" color=\"\(color.hex)\(hexAlpha)\" width=\"\(widths)\" "
      + "capStyle=\"\(cap)\">\(places)</stroke>\n"
  }

  private static func number(_ value: Double) -> String { decimalText(value, places: 4) }

  /// Reads the strokes of an unpacked `.xopp` file; pages lie below each other.
  ///
  /// - Throws: ``ExportError`` if it is not a Xournal++ document.
  package static func decodeText(_ bytes: [UInt8]) throws(ExportError) -> InkDocument {
    let root = try XMLTree.parse(bytes, format: "Xournal++ XML")
    guard root.localName == "xournal" else {
      throw ExportError(
        code: .malformed, message: "line 1: expected <xournal>, found <\(root.name)>")
    }
    var document = InkDocument()
    var top = 0.0
    for page in root.all("page") {
      for element in page.all("stroke") {
        if let stroke = decodeStroke(element, top: top) {
          document.strokes.append(stroke)
        } else {
          document.notes.append("a stroke without two numbers for each point was left out")
        }
      }
      for name in ["text", "image", "teximage"] where !page.all(name).isEmpty {
        document.notes.append("\(page.all(name).count) × <\(name)> left out: it is no ink")
      }
      top += max(0, Double(page.attributes["height"] ?? "").map { min($0, 1e6) } ?? 0) / point
    }
    return document
  }

  private static func decodeStroke(_ element: XMLTree, top: Double) -> InkDocument.Stroke? {
    let values = element.text.split { $0.isSpace }.map { Double($0) }
    let widths = (element.attributes["width"] ?? "").split(separator: " ").compactMap { Double($0) }
    guard values.count >= 2, values.count % 2 == 0, let nominal = widths.first, nominal > 0 else {
      return nil
    }
    let isMarker = element.attributes["tool"] == "highlighter"
    var brush = isMarker ? Brush.marker : Brush.pen
    let widest = max(nominal, widths.dropFirst().max() ?? 0)
    brush.width = min(1000, widest / point)
    brush.minimumWidth = 0.02
    brush.assumedPressure = 1
    if let color = InkColor(hex: element.attributes["color"] ?? "") { brush.color = color }
    if isMarker { brush.color.alpha = 255 }
    var samples: [InkSample] = []
    for index in 0..<(values.count / 2) {
      guard let x = values[2 * index], let y = values[2 * index + 1] else { return nil }
      var force: Float?
      if widths.count > 1 {
        let share = widths[min(widths.count - 1, index + 1)] / widest
        force = Float(max(0.0001, min(1, (share - 0.02) / 0.98)))
      }
      samples.append(
        InkSample(
          time: Timestamp(microseconds: Int64(index) * 8000),
          position: Point(x: x / point, y: y / point + top), pressure: force))
    }
    return InkDocument.Stroke(brush: brush, samples: samples)
  }
}
