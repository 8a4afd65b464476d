import FudeEngine
import FudeInk
import FudeModel
import FudePointer
import FudeTouch

extension SurfaceSession {
  /// What the page shows of the session, as one JSON object.
  public func state() -> [UInt8] {
    var text = ByteText()
    text.add("{\"tool\":\"")
    text.add(tool.word)
    text.add("\",\"tools\":{")
    for tool in SurfaceTool.allCases {
      let setting = settings[Int(tool.rawValue)]
      if tool != .pen { text.add(",") }
      text.add("\"")
      text.add(tool.word)
      text.add("\":{\"width\":")
      text.add(setting.width, places: 3)
      text.add(",\"color\":\"#")
      text.add(hex: [setting.color.red, setting.color.green, setting.color.blue])
      text.add("\",\"opacity\":")
      text.add(setting.opacity, places: 2)
      text.add(",\"widths\":[")
      text.add(tool.widths.lowerBound, places: 2)
      text.add(",")
      text.add(tool.widths.upperBound, places: 2)
      text.add("]}")
    }
    text.add("},\"curve\":[")
    text.add(Double(curve.low), places: 3)
    text.add(",")
    text.add(Double(curve.high), places: 3)
    for point in curve.points {
      text.add(",")
      text.add(Double(point), places: 3)
    }
    text.add("],\"learning\":")
    text.add(learner.left)
    addChoices(&text)
    addView(&text)
    addPalette(&text)
    text.add("}")
    return text.bytes
  }

  private func addChoices(_ text: inout ByteText) {
    text.add(",\"hand\":\"")
    text.add(engine.options.arbitration.handedness.word)
    text.add("\",\"fingers\":\"")
    text.add(engine.options.arbitration.fingers.word)
    text.add("\",\"rejection\":")
    add(engine.options.arbitration.rejectsPalms, &text)
    text.add(",\"erasesStrokes\":")
    add(engine.options.eraser == .strokes, &text)
    text.add(",\"canUndo\":")
    add(engine.canvas.canUndo, &text)
    text.add(",\"canRedo\":")
    add(engine.canvas.canRedo, &text)
    text.add(",\"isEmpty\":")
    add(engine.canvas.drawnCount == 0, &text)
    text.add(",\"strokes\":")
    text.add(engine.canvas.drawnCount)
  }

  private func add(_ value: Bool, _ text: inout ByteText) { text.add(value ? "true" : "false") }

  private func addView(_ text: inout ByteText) {
    text.add(",\"turn\":")
    text.add(engine.view.rotation * 180 / Maths.pi, places: 1)
    text.add(",\"zoom\":")
    text.add(engine.view.scale, places: 4)
    text.add(",\"turn\":")
    text.add(engine.view.rotation * 180 / Maths.pi, places: 1)
    text.add(",\"selected\":")
    text.add(selection.strokes.count)
    text.add(",\"selection\":")
    add(selection.bounds, shift: selection.shift, &text)
    text.add(",\"frame\":")
    add(selection.frame, shift: nil, &text)
  }

  /// A rectangle of the canvas as four corners on the page, in CSS pixels.
  private func add(_ area: (from: Point, to: Point)?, shift: Point?, _ text: inout ByteText) {
    guard let area else {
      text.add("null")
      return
    }
    let corners = [
      area.from, Point(x: area.to.x, y: area.from.y), area.to, Point(x: area.from.x, y: area.to.y),
    ]
    for (index, corner) in corners.enumerated() {
      let seen = engine.view.pixel(of: corner + (shift ?? .zero))
      text.add(index == 0 ? "[" : ",")
      text.add(seen.x / PointerReport.millimetresPerPixel, places: 1)
      text.add(",")
      text.add(seen.y / PointerReport.millimetresPerPixel, places: 1)
    }
    text.add("]")
  }

  private func addPalette(_ text: inout ByteText) {
    text.add(",\"palette\":{\"open\":")
    add(palette.isOpen, &text)
    text.add(",\"scroll\":")
    text.add(palette.scroll, places: 1)
    text.add(",\"selected\":")
    text.add(palette.selected ?? -1)
    text.add(",\"under\":")
    text.add(pad.isPresent ? palette.index(at: pad.pointer) ?? -1 : -1)
    text.add(",\"colors\":[")
    for (index, color) in palette.colors.enumerated() {
      text.add(index == 0 ? "\"#" : ",\"#")
      text.add(hex: [color.red, color.green, color.blue])
      text.add("\"")
    }
    text.add("]},\"pad\":{\"present\":")
    add(pad.isPresent, &text)
    text.add(",\"x\":")
    text.add(pad.pointer.x, places: 1)
    text.add(",\"y\":")
    text.add(pad.pointer.y, places: 1)
    text.add(",\"opacity\":")
    add(opacityHeld, &text)
    text.add(",\"actions\":[")
    for (index, action) in actions.enumerated() {
      text.add(index == 0 ? "\"" : ",\"")
      text.add(action.word)
      text.add("\"")
    }
    text.add("]}")
  }

  /// Why the last contacts were taken for what they were, the newest first, as a JSON array.
  public func explanations() -> [UInt8] {
    var text = ByteText()
    text.add("[")
    let known = explained + engine.ledger.live
    for (index, record) in known.reversed().enumerated() {
      text.add(index == 0 ? "{\"contact\":" : ",{\"contact\":")
      text.add(Int64(clamping: record.contact.rawValue))
      text.add(",\"verdict\":\"")
      let word: StaticString =
        switch record.verdict {
        case .undecided: "undecided"
        case .pen: "pen"
        case .finger: "finger"
        case .palm: "palm"
        }
      text.add(word)
      text.add("\",\"at\":")
      text.add(record.began.seconds, places: 3)
      text.add(",\"down\":")
      add(record.ended == nil, &text)
      text.add(",\"sentence\":")
      text.add(quoted: record.sentence)
      text.add("}")
    }
    text.add("]")
    return text.bytes
  }
}
