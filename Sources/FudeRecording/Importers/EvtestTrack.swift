import FudeEvdev
import FudeModel

/// Reads what evtest prints.
final class EvtestTrack: Track {
  let name: String
  private(set) var devices: [RecordedDevice] = []
  private(set) var provenance = Provenance(source: "evtest")
  private(set) var log: SkipLog
  private(set) var frame: [RawEvent] = []

  private let stream: ByteStream
  private var pending: RawEvent?
  private var header = EvtestHeader()

  /// Reads the description at the start; makes one up from the events if there is none.
  init(_ stream: ByteStream) throws(RecordingError) {
    self.stream = stream
    name = stream.name
    log = SkipLog(file: stream.name)
    try readHeader()
    guard header.isEmpty else {
      devices = [RecordedDevice(description: header.description, level: .evdev)]
      return
    }
    var synthesis = DescriptionSynthesis()
    if let first = pending { synthesis.note(first) }
    while let line = try stream.next() {
      if let event = Self.event(line) { synthesis.note(event) }
    }
    var description = header.description
    if description.name.isEmpty { description.name = "device of the log" }
    devices = [
      RecordedDevice(
        description: synthesis.description(description), level: .evdev, isSynthesised: true)
    ]
    log.add(.synthesised, line: nil, DescriptionSynthesis.sentence)
    try stream.rewind()
    try readHeader()
  }

  private func readHeader() throws(RecordingError) {
    pending = nil
    while let line = try stream.next() {
      if let event = Self.event(line) {
        pending = event
        return
      }
      header.read(line)
    }
  }

  func next() throws(RecordingError) -> TrackUnit? {
    frame.removeAll(keepingCapacity: true)
    if let first = pending {
      pending = nil
      if append(first) { return unit() }
    }
    while let line = try stream.next() {
      guard let event = Self.event(line) else {
        var scanner = LineScanner(line)
        // A log on the web has prompts and remarks of people between.
        if scanner.skip(past: "Event:") {
          log.skip(line: stream.line, "expected Event: time, type, code, value")
        }
        continue
      }
      if append(event) { return unit() }
    }
    return frame.isEmpty ? nil : unit()
  }

  private func append(_ event: RawEvent) -> Bool {
    frame.append(event)
    return event.type == EV.syn && event.code == SYN.report || frame.count >= longestFrame
  }

  private func unit() -> TrackUnit {
    TrackUnit(time: frame.last?.time ?? .zero, content: .frame(device: 0))
  }

  /// The event of a line; `nil` if it holds none.
  static func event(_ line: UnsafeBufferPointer<UInt8>) -> RawEvent? {
    var scanner = LineScanner(line)
    guard scanner.skip(past: "Event: time"), let time = scanner.time() else { return nil }
    var whole = scanner
    guard scanner.skip(past: "type"), let type = scanner.decimal(), scanner.skip(past: "code"),
      let code = scanner.decimal(), scanner.skip(past: "value"),
      let type = UInt16(exactly: type), let code = UInt16(exactly: code)
    else {
      if whole.skip(past: "SYN_MT_REPORT") {
        return RawEvent(time: time, type: EV.syn, code: SYN.mtReport, value: 0)
      }
      if whole.skip(past: "SYN_DROPPED") {
        return RawEvent(time: time, type: EV.syn, code: SYN.dropped, value: 0)
      }
      if whole.skip(past: "SYN_REPORT") || whole.skip(past: "Report Sync") {
        return RawEvent(time: time, type: EV.syn, code: SYN.report, value: 0)
      }
      return nil
    }
    // Scan codes are printed in hexadecimal, all else in decimal.
    let isHex = type == EV.msc && (code == MSC.scan || code == 3)
    guard let value = isHex ? scanner.hex().map({ Int32(bitPattern: $0) }) : scanner.value() else {
      return nil
    }
    return RawEvent(time: time, type: type, code: code, value: value)
  }
}

/// The description that evtest prints first.
struct EvtestHeader {
  private(set) var isEmpty = true
  private var name = ""
  private var id: [UInt16] = [0, 0, 0, 0]
  private var codes: Set<EventCode> = []
  private var axes: [UInt16: AxisDescription] = [:]
  private var properties: Set<UInt16> = []
  private var type: UInt16 = 0
  private var axis: UInt16?

  var description: DeviceDescription {
    DeviceDescription(
      name: name, bus: id[0], vendor: id[1], product: id[2], version: id[3],
      properties: properties.sorted(), codes: codes.sorted(),
      axes: axes.values.sorted { $0.code < $1.code })
  }

  mutating func read(_ line: UnsafeBufferPointer<UInt8>) {
    var scanner = LineScanner(line)
    scanner.skipSpace()
    if scanner.take("Input device name:") {
      name = scanner.rest()
      if name.hasPrefix("\""), name.hasSuffix("\""), name.utf8.count >= 2 {
        name = String(name.dropFirst().dropLast())
      }
    } else if scanner.take("Input device ID:") {
      for (index, word) in [
        "bus 0x" as StaticString, "vendor 0x", "product 0x", "version 0x",
      ].enumerated() {
        guard scanner.skip(past: word), let number = scanner.hex() else { return }
        id[index] = UInt16(truncatingIfNeeded: number)
      }
    } else if scanner.take("Event type") {
      type = scanner.decimal().flatMap { UInt16(exactly: $0) } ?? 0
      axis = nil
      isEmpty = false
    } else if scanner.take("Event code") {
      readCode(&scanner)
    } else if scanner.take("Property type") || scanner.take("Property  type") {
      if let number = scanner.decimal(), let number = UInt16(exactly: number) {
        properties.insert(number)
      }
    } else if axis != nil {
      readRange(&scanner)
    }
  }

  private mutating func readCode(_ scanner: inout LineScanner) {
    guard let number = scanner.decimal(), let code = UInt16(exactly: number) else { return }
    axis = nil
    if type == EV.abs {
      axis = code
      axes[code] = AxisDescription(code: code, minimum: 0, maximum: 0)
    } else if type != EV.syn {
      codes.insert(EventCode(type: type, code: code))
    }
  }

  private mutating func readRange(_ scanner: inout LineScanner) {
    guard let axis, var range = axes[axis] else { return }
    if scanner.take("Value") {
      range.value = scanner.value() ?? 0
    } else if scanner.take("Min") {
      range.minimum = scanner.value() ?? 0
    } else if scanner.take("Max") {
      range.maximum = scanner.value() ?? 0
    } else if scanner.take("Fuzz") {
      range.fuzz = scanner.value() ?? 0
    } else if scanner.take("Flat") {
      range.flat = scanner.value() ?? 0
    } else if scanner.take("Resolution") {
      range.resolution = scanner.value() ?? 0
    }
    axes[axis] = range
  }
}
