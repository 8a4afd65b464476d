import FudeEvdev
import FudeModel

extension SessionSummary {
  /// The summary for people, a line each.
  ///
  /// - Parameter most: How many intervals of a kind are listed; the rest is counted.
  public func lines(most: Int = 12) -> [String] {
    var lines = head()
    for device in devices { lines.append(contentsOf: describe(device, most)) }
    if !notes.isEmpty {
      lines.append("")
      lines.append("Reading:")
      for note in notes {
        let place = note.line.map { "line \($0), " } ?? ""
        let times = note.count > 1 ? " (\(note.count) times)" : ""
        lines.append("  \(note.file): \(place)\(note.sentence)\(times)")
      }
    }
    return lines
  }

  private func head() -> [String] {
    var lines: [String] = []
    let length = span.map { "\(text($0.start)) to \(text($0.end)) s" } ?? "no decoded events"
    lines.append(
      "\(plural(devices.count, "device")), \(plural(recordCount, "record")), \(length)"
        + (skippedLines > 0 ? ", \(plural(skippedLines, "line")) skipped" : ""))
    for origin in provenance {
      if let simulation = origin.simulation {
        let seed = origin.seed.map { ", seed \($0)" } ?? ""
        lines.append("Simulated: \(simulation)\(seed)")
      }
      for remark in origin.remarks { lines.append("Remark: \(remark)") }
    }
    return lines
  }

  private func describe(_ summary: DeviceSummary, _ most: Int) -> [String] {
    let device = summary.device
    let made = device.device.isSynthesised ? ", described from its events" : ""
    var lines = [
      "",
      "\(device.id.rawValue)  \(device.description.name): \(device.role.label) "
        + "(\(device.level.rawValue)\(made))",
    ]
    if let id = device.surface, let surface = surfaces.first(where: { $0.id == id }) {
      let width = decimalText(surface.size.width, places: 1)
      let height = decimalText(surface.size.height, places: 1)
      lines.append(
        "   surface \(id.rawValue): \(width) × \(height) mm"
          + (surface.isMetric ? "" : " (nominal: the device tells no size)"))
    }
    for axis in device.description.axes { lines.append("   " + describe(axis)) }
    if let interval = summary.interval {
      let rate = decimalText(1 / max(1e-6, interval.seconds), places: 0)
      lines.append(
        "   a report every \(decimalText(interval.milliseconds, places: 1)) ms (\(rate) Hz)")
    }
    if let pen = summary.pen { lines.append(contentsOf: describe(pen, most)) }
    if let touch = summary.touch { lines.append(contentsOf: describe(touch, most)) }
    if let pad = summary.pad {
      lines.append("   \(plural(pad.frames, "frame")), \(plural(pad.presses, "button press"))")
    }
    if summary.pen == nil, summary.touch == nil, summary.pad == nil {
      // A controller's raw reports and motion are read by whoever plays it.
      let isOfController = device.role == .pad || device.role == .motion
      lines.append(
        "   \(plural(device.recordCount, "record"))" + (isOfController ? "" : ", none decoded"))
    }
    for note in summary.notes {
      let times = note.count > 1 ? " (\(note.count) times)" : ""
      lines.append("   note: \(note.sentence)\(times)")
    }
    return lines
  }

  private func describe(_ axis: AxisDescription) -> String {
    var line = "\(evdevName(type: EV.abs, code: axis.code)) \(axis.minimum)…\(axis.maximum)"
    if axis.resolution > 0 { line += ", \(axis.resolution) units per mm or radian" }
    return line
  }

  private func describe(_ pen: PenActivity, _ most: Int) -> [String] {
    var lines = ["   \(plural(pen.samples, "pen report"))"]
    list("in range", pen.inRange, most, &lines)
    list("stroke", pen.strokes, most, &lines)
    for (index, button) in pen.buttons.enumerated() where button.count > 0 {
      list("side button \(index + 1)", button, most, &lines)
    }
    if let pressure = pen.pressure {
      let low = decimalText(Double(pressure.lowerBound), places: 3)
      let high = decimalText(Double(pressure.upperBound), places: 3)
      lines.append("   pressure in strokes: \(low)…\(high) of full scale")
    }
    if pen.tools.count > 1 || pen.tools.first ?? .pen != .pen {
      lines.append("   tools: " + pen.tools.map(\.word).joined(separator: ", "))
    }
    for click in pen.clicks.prefix(most) {
      let held = click.held.map { ", keys held \(decimalText($0.milliseconds, places: 1)) ms" }
      lines.append("   tail button: \(click.kind.word) at \(text(click.time)) s\(held ?? "")")
    }
    return lines
  }

  private func describe(_ touch: TouchActivity, _ most: Int) -> [String] {
    var lines = [
      "   \(plural(touch.frames, "touch frame")), \(plural(touch.contacts.count, "contact")), "
        + "at most \(touch.atOnce) at once"
    ]
    if touch.palms > 0 {
      lines.append("   \(plural(touch.palms, "contact")) called a palm by the device")
    }
    if touch.cancelled > 0 { lines.append("   \(plural(touch.cancelled, "contact")) cancelled") }
    list("contact", touch.contacts, most, &lines)
    return lines
  }

  private func list(
    _ what: String, _ intervals: IntervalList, _ most: Int, _ lines: inout [String]
  ) {
    guard intervals.count > 0 else { return }
    let shown = intervals.first.prefix(most).map { "\(text($0.start))–\(text($0.end))" }
    let more = intervals.count - shown.count
    lines.append(
      "   \(what): " + shown.joined(separator: ", ") + " s" + (more > 0 ? ", \(more) more" : ""))
  }

  private func text(_ time: Timestamp) -> String { decimalText(time.seconds, places: 3) }

  private func plural(_ count: Int, _ noun: String) -> String {
    if count == 1 { return "1 \(noun)" }
    return "\(count) \(noun)" + (noun.hasSuffix("s") ? "es" : "s")
  }
}

extension PenTool {
  /// The tool's word in our format and in reports.
  var word: String {
    switch self {
    case .pen: "pen"
    case .eraser: "eraser"
    case .brush: "brush"
    case .pencil: "pencil"
    case .airbrush: "airbrush"
    case .cursor: "cursor"
    }
  }
}

extension PenClick.Kind {
  /// The kind's word in our format and in reports.
  var word: String {
    switch self {
    case .single: "single"
    case .double: "double"
    case .long: "long"
    }
  }
}
