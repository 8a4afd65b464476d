import CCairo
public import FudeInk
import FudeModel

/// Portable Document Format, through Cairo: one page, each stroke one filled outline.
public enum PDF {
  /// A page of a canvas as the bytes of a PDF file.
  ///
  /// A highlighter multiplies, as on the canvas; an erasing stroke is painted in the paper's colour.
  ///
  /// - Throws: ``ExportError`` when the page has no area or Cairo refuses.
  public static func encode(_ canvas: Canvas, page: Page) throws(ExportError) -> [UInt8] {
    guard page.size.width > 0, page.size.height > 0, page.size.width < 10_000,
      page.size.height < 10_000
    else {
      throw ExportError(code: .badSize, message: "a PDF page needs sides of 0 to 10000 mm")
    }
    let point = 72 / 25.4
    var bytes: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &bytes) { target -> cairo_status_t in
      let surface = cairo_pdf_surface_create_for_stream(
        { closure, data, length in
          guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
          closure.assumingMemoryBound(to: [UInt8].self).pointee.append(
            contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
          return CAIRO_STATUS_SUCCESS
        }, target, page.size.width * point, page.size.height * point)
      let context = cairo_create(surface)
      cairo_scale(context, point, point)
      cairo_translate(context, -page.origin.x, -page.origin.y)
      if page.paper.alpha > 0 {
        setColor(page.paper, on: context)
        cairo_paint(context)
      }
      for id in canvas.drawn {
        if let stroke = canvas[id] {
          fill(canvas.outline(of: id), stroke.brush, paper: page.paper, on: context)
        }
      }
      cairo_show_page(context)
      cairo_destroy(context)
      cairo_surface_finish(surface)
      let status = cairo_surface_status(surface)
      cairo_surface_destroy(surface)
      return status
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      let text = cairo_status_to_string(status).map { String(cString: $0) } ?? "unknown"
      throw ExportError(code: .encoderRefused, message: "Cairo: \(text)")
    }
    return bytes
  }

  private static func fill(
    _ outline: Polygons, _ brush: Brush, paper: InkColor, on context: OpaquePointer?
  ) {
    guard !outline.isEmpty else { return }
    for polygon in 0..<outline.count {
      for (index, corner) in outline.range(of: polygon).enumerated() {
        let place = outline.points[corner]
        if index == 0 {
          cairo_move_to(context, Double(place.x), Double(place.y))
        } else {
          cairo_line_to(context, Double(place.x), Double(place.y))
        }
      }
      cairo_close_path(context)
    }
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    cairo_set_operator(
      context, brush.mode == .highlight ? CAIRO_OPERATOR_MULTIPLY : CAIRO_OPERATOR_OVER)
    setColor(brush.mode == .erase ? paper : brush.color, on: context)
    cairo_fill(context)
    cairo_set_operator(context, CAIRO_OPERATOR_OVER)
  }

  private static func setColor(_ color: InkColor, on context: OpaquePointer?) {
    cairo_set_source_rgba(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      Double(color.alpha) / 255)
  }
}
