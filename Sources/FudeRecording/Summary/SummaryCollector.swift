import FudeEvdev
import FudeModel

/// Gathers a summary from a session's events; its memory is bounded.
struct SummaryCollector {
  private struct Own {
    var pen: SessionSummary.PenActivity?
    var touch: SessionSummary.TouchActivity?
    var pad: SessionSummary.PadActivity?
    var live: [ContactID: Timestamp] = [:]
    var flagged: Set<ContactID> = []
    var held: PadButtons = []
    var lastReport: Timestamp?
    var rate = IntervalHistogram()
  }

  private var own: [DeviceID: Own] = [:]
  private var span: SessionSummary.Interval?

  mutating func take(_ event: InputEvent) {
    let time = event.time
    span = SessionSummary.Interval(start: span?.start ?? time, end: time)
    let device = event.device
    if case .lost(_, _, let cause) = event {
      lose(device, at: time, cause)
      return
    }
    if case .penClick = event {
    } else {
      if let last = own[device]?.lastReport { own[device]?.rate.add(time - last) }
      own[device, default: Own()].lastReport = time
    }
    switch event {
    case .pen(let sample): take(sample)
    case .touch(let frame): take(frame)
    case .pad(let frame): take(frame)
    case .penClick(let click):
      own[device, default: Own()].pen = own[device]?.pen ?? SessionSummary.PenActivity()
      own[device]?.pen?.clicks.append(click)
    case .lost: break
    }
  }

  private mutating func take(_ sample: PenSample) {
    var pen = own[sample.device]?.pen ?? SessionSummary.PenActivity()
    // The copy here would make the change below copy every list.
    own[sample.device]?.pen = nil
    pen.samples += 1
    pen.inRange.set(sample.state.isInRange, at: sample.time)
    pen.strokes.set(sample.state == .touching, at: sample.time)
    for (index, button) in [PenButtons.first, .second, .third].enumerated() {
      pen.buttons[index].set(sample.buttons.contains(button), at: sample.time)
    }
    if sample.state == .touching, let pressure = sample.pressure {
      let range = pen.pressure ?? pressure...pressure
      pen.pressure = min(range.lowerBound, pressure)...max(range.upperBound, pressure)
    }
    if sample.state.isInRange, !pen.tools.contains(sample.tool) { pen.tools.append(sample.tool) }
    own[sample.device]?.pen = pen
  }

  private mutating func take(_ frame: TouchFrame) {
    guard var mine = own.removeValue(forKey: frame.device) else { return }
    defer { own[frame.device] = mine }
    var touch = mine.touch ?? SessionSummary.TouchActivity()
    mine.touch = nil
    touch.frames += 1
    for contact in frame.contacts {
      if contact.isPalmByDevice, mine.flagged.insert(contact.id).inserted { touch.palms += 1 }
      switch contact.phase {
      case .began, .moved:
        if mine.live[contact.id] == nil { mine.live[contact.id] = frame.time }
      case .ended, .cancelled:
        if contact.phase == .cancelled { touch.cancelled += 1 }
        if let start = mine.live.removeValue(forKey: contact.id) {
          touch.contacts.add(SessionSummary.Interval(start: start, end: frame.time))
        }
        mine.flagged.remove(contact.id)
      }
    }
    touch.atOnce = max(touch.atOnce, mine.live.count)
    mine.touch = touch
  }

  private mutating func take(_ frame: PadFrame) {
    guard var mine = own.removeValue(forKey: frame.device) else { return }
    defer { own[frame.device] = mine }
    var pad = mine.pad ?? SessionSummary.PadActivity()
    pad.frames += 1
    pad.presses += frame.buttons.subtracting(mine.held).rawValue.nonzeroBitCount
    pad.pressed.formUnion(frame.buttons)
    mine.held = frame.buttons
    mine.pad = pad
  }

  private mutating func lose(_ device: DeviceID, at time: Timestamp, _ cause: LossCause) {
    guard var mine = own.removeValue(forKey: device) else { return }
    defer { own[device] = mine }
    mine.pen?.inRange.close(at: time)
    mine.pen?.strokes.close(at: time)
    for index in 0..<3 { mine.pen?.buttons[index].close(at: time) }
    for (_, start) in mine.live.sorted(by: { $0.key < $1.key }) {
      mine.touch?.contacts.add(SessionSummary.Interval(start: start, end: time))
      mine.touch?.cancelled += 1
    }
    mine.live = [:]
    mine.flagged = []
    mine.held = []
    mine.lastReport = nil
  }

  consuming func finish(_ reader: borrowing SessionReader) -> SessionSummary {
    if let end = span?.end {
      for device in own.keys { lose(device, at: end, .endOfRecording) }
    }
    var summary = SessionSummary()
    for device in reader.devices {
      let mine = own[device.id]
      summary.devices.append(
        SessionSummary.DeviceSummary(
          device: device, interval: mine?.rate.median, pen: mine?.pen, touch: mine?.touch,
          pad: mine?.pad, notes: reader.decoderNotes(of: device.id)))
    }
    summary.surfaces = reader.surfaces
    summary.span = span
    summary.recordCount = reader.recordCount
    summary.skippedLines = reader.skippedLines
    summary.notes = reader.notes
    summary.provenance = reader.provenance
    return summary
  }
}

/// The usual time between reports, in steps of 0.1 ms up to 50 ms; longer ones are pauses.
private struct IntervalHistogram {
  private var counts = [Int](repeating: 0, count: 500)
  private var total = 0

  mutating func add(_ span: TimeSpan) {
    let index = span.microseconds / 100
    guard index >= 0, index < counts.count else { return }
    counts[Int(index)] += 1
    total += 1
  }

  var median: TimeSpan? {
    guard total >= 2 else { return nil }
    var seen = 0
    for (index, count) in counts.enumerated() {
      seen += count
      if seen * 2 >= total { return TimeSpan(microseconds: Int64(index) * 100 + 50) }
    }
    return nil
  }
}
