import FudeEvdev
import FudeModel

extension SessionSummary {
  /// The summary as one line of JSON; times in microseconds.
  public var json: String {
    var line = JSONLine()
    line.beginObject()
    line.key("duration_us")
    line.value(span.map { ($0.end - $0.start).microseconds } ?? 0)
    line.key("records")
    line.value(recordCount)
    line.key("skipped_lines")
    line.value(skippedLines)
    line.key("devices")
    line.beginArray()
    for device in devices { write(device, into: &line) }
    line.endArray()
    line.key("notes")
    line.beginArray()
    for note in notes { write(note, into: &line) }
    line.endArray()
    line.key("sources")
    line.beginArray()
    for origin in provenance { write(origin, into: &line) }
    line.endArray()
    line.endObject()
    return String(decoding: line.bytes, as: UTF8.self)
  }

  private func write(_ origin: Provenance, into line: inout JSONLine) {
    line.beginObject()
    for (key, text) in [
      ("by", origin.writer), ("source", origin.source), ("simulated", origin.simulation),
      ("kernel", origin.kernel), ("seed", origin.seed.map { String($0) }),
    ] {
      guard let text else { continue }
      line.key(key)
      line.value(text)
    }
    line.endObject()
  }

  private func write(_ note: ReadingNote, into line: inout JSONLine) {
    line.beginObject()
    line.key("code")
    line.value(note.code.rawValue)
    line.key("file")
    line.value(note.file)
    if let number = note.line {
      line.key("line")
      line.value(number)
    }
    line.key("count")
    line.value(note.count)
    line.key("sentence")
    line.value(note.sentence)
    line.endObject()
  }

  private func write(_ summary: DeviceSummary, into line: inout JSONLine) {
    let device = summary.device
    line.beginObject()
    line.key("device")
    line.value(device.id.rawValue)
    line.key("name")
    line.value(device.description.name)
    line.key("role")
    line.value(device.role.word)
    line.key("level")
    line.value(device.level.rawValue)
    line.key("file")
    line.value(device.file)
    line.key("synthesised")
    line.value(device.device.isSynthesised)
    line.key("records")
    line.value(device.recordCount)
    if let id = device.surface, let surface = surfaces.first(where: { $0.id == id }) {
      line.key("surface")
      line.beginObject()
      line.key("number")
      line.value(id.rawValue)
      line.key("mm")
      line.beginArray()
      line.value(surface.size.width)
      line.value(surface.size.height)
      line.endArray()
      line.key("metric")
      line.value(surface.isMetric)
      line.endObject()
    }
    writeAxes(device.description, into: &line)
    if let interval = summary.interval {
      line.key("interval_us")
      line.value(interval.microseconds)
    }
    writeActivity(summary, into: &line)
    line.key("oddities")
    line.beginArray()
    for note in summary.notes {
      line.beginObject()
      line.key("count")
      line.value(note.count)
      line.key("first_us")
      line.value(note.first.microseconds)
      line.key("sentence")
      line.value(note.sentence)
      line.endObject()
    }
    line.endArray()
    line.endObject()
  }

  private func writeAxes(_ description: DeviceDescription, into line: inout JSONLine) {
    line.key("axes")
    line.beginArray()
    for axis in description.axes {
      line.beginObject()
      line.key("code")
      line.value(axis.code)
      line.key("name")
      line.value(evdevName(type: EV.abs, code: axis.code))
      line.key("minimum")
      line.value(axis.minimum)
      line.key("maximum")
      line.value(axis.maximum)
      line.key("resolution")
      line.value(axis.resolution)
      line.endObject()
    }
    line.endArray()
  }

  private func writeActivity(_ summary: DeviceSummary, into line: inout JSONLine) {
    if let pen = summary.pen {
      line.key("pen")
      line.beginObject()
      line.key("samples")
      line.value(pen.samples)
      write("in_range", pen.inRange, into: &line)
      write("strokes", pen.strokes, into: &line)
      line.key("buttons")
      line.beginArray()
      for button in pen.buttons { write(button, into: &line) }
      line.endArray()
      if let pressure = pen.pressure {
        line.key("pressure")
        line.beginArray()
        line.value(pressure.lowerBound)
        line.value(pressure.upperBound)
        line.endArray()
      }
      line.key("tools")
      line.beginArray()
      for tool in pen.tools { line.value(tool.word) }
      line.endArray()
      line.key("clicks")
      line.beginArray()
      for click in pen.clicks {
        line.beginObject()
        line.key("t_us")
        line.value(click.time.microseconds)
        line.key("kind")
        line.value(click.kind.word)
        if let held = click.held {
          line.key("held_us")
          line.value(held.microseconds)
        }
        line.endObject()
      }
      line.endArray()
      line.endObject()
    }
    if let touch = summary.touch {
      line.key("touch")
      line.beginObject()
      line.key("frames")
      line.value(touch.frames)
      line.key("at_once")
      line.value(touch.atOnce)
      line.key("cancelled")
      line.value(touch.cancelled)
      line.key("palms")
      line.value(touch.palms)
      write("contacts", touch.contacts, into: &line)
      line.endObject()
    }
    if let pad = summary.pad {
      line.key("pad")
      line.beginObject()
      line.key("frames")
      line.value(pad.frames)
      line.key("presses")
      line.value(pad.presses)
      line.endObject()
    }
  }

  private func write(_ key: StaticString, _ list: IntervalList, into line: inout JSONLine) {
    line.key(key)
    write(list, into: &line)
  }

  /// The count and the first spans as pairs of start and end.
  private func write(_ list: IntervalList, into line: inout JSONLine) {
    line.beginObject()
    line.key("count")
    line.value(list.count)
    line.key("total_us")
    line.value(list.total.microseconds)
    line.key("spans_us")
    line.beginArray()
    for interval in list.first {
      line.beginArray()
      line.value(interval.start.microseconds)
      line.value(interval.end.microseconds)
      line.endArray()
    }
    line.endArray()
    line.endObject()
  }
}
