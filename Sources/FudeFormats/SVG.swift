public import FudeInk
import FudeModel

/// Scalable Vector Graphics: each stroke is one path, its outline filled.
///
/// Variable width has no stroke attribute in SVG, so the outline is what is written; the shape is the
/// one that the rasteriser fills, to 0.005 mm.
public enum SVG {
  /// A page of a canvas as the text of an SVG file, in millimetres.
  public static func encode(_ canvas: Canvas, page: Page) -> String {
    var text = header(page)
    for id in canvas.drawn {
      guard let stroke = canvas[id] else { continue }
      text += path(canvas.outline(of: id), brush: stroke.brush, page: page)
    }
    return text + "</svg>\n"
  }

  private static func header(_ page: Page) -> String {
    let width = number(page.size.width)
    let height = number(page.size.height)
    let box = "\(number(page.origin.x)) \(number(page.origin.y)) \(width) \(height)"
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)mm" height="\(height)mm" \
      viewBox="\(box)">

      """
    if page.paper.alpha > 0 {
      text +=
        "  <rect x=\"\(number(page.origin.x))\" y=\"\(number(page.origin.y))\" "
        + "width=\"\(width)\" height=\"\(height)\"\(fill(page.paper))/>\n"
    }
    return text
  }

  private static func path(_ outline: Polygons, brush: Brush, page: Page) -> String {
    guard !outline.isEmpty else { return "" }
    var data = ""
    for polygon in 0..<outline.count {
      for (index, corner) in outline.range(of: polygon).enumerated() {
        let point = outline.points[corner]
        data += index == 0 ? "M" : index == 1 ? "L" : " "
        data += "\(number(Double(point.x))) \(number(Double(point.y)))"
      }
      data += "Z"
    }
    let paint =
      switch brush.mode {
      case .normal, .grain: fill(brush.color)
      case .highlight: fill(brush.color) + " style=\"mix-blend-mode:multiply\""
      // Painting with paper is the nearest that a path can come to taking away.
      case .erase: fill(page.paper)
      }
    return "  <path fill-rule=\"nonzero\"\(paint) d=\"\(data)\"/>\n"
  }

  private static func fill(_ color: InkColor) -> String {
    func hex(_ value: UInt8) -> String {
      let digits = String(value, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }
    let text = " fill=\"#\(hex(color.red))\(hex(color.green))\(hex(color.blue))\""
    guard color.alpha < 255 else { return text }
    return text + " fill-opacity=\"\(decimalText(Double(color.alpha) / 255, places: 3))\""
  }

  /// Micrometres are enough for ink.
  private static func number(_ value: Double) -> String { decimalText(value, places: 3) }
}
