import FudeEvdev
import FudeModel

/// Reads one device's part of what `libinput record` writes.
///
/// The file is YAML, of which only the subset that the tool itself writes is known: a line is a
/// heading, a list of numbers in brackets, or a text in quotes. A file of several devices has their
/// events one device after the other, so each gets its own place in the file.
final class LibinputTrack: Track {
  let name: String
  let devices: [RecordedDevice]
  let provenance: Provenance
  private(set) var log: SkipLog
  private(set) var frame: [RawEvent] = []

  private let stream: ByteStream
  private var isDone = false

  private init(
    _ stream: ByteStream, device: RecordedDevice, provenance: Provenance, log: SkipLog
  ) {
    self.stream = stream
    name = stream.name
    devices = [device]
    self.provenance = provenance
    self.log = log
    isDone = false
  }

  /// Opens every device of a file.
  ///
  /// - Parameter reopen: Gives the same source again, from its start.
  static func open(
    _ stream: ByteStream, reopen: () throws(RecordingError) -> ByteStream
  ) throws(RecordingError) -> [LibinputTrack] {
    var outline = LibinputOutline()
    while let line = try stream.next() {
      outline.read(line, number: stream.line, next: stream.offset)
      guard outline.parts.count <= 256 else {
        throw RecordingError(.malformed, file: stream.name, "expected at most 256 devices")
      }
    }
    guard !outline.parts.isEmpty else {
      throw RecordingError(
        .malformed, file: stream.name, "is a recording of libinput without a device")
    }
    var tracks: [LibinputTrack] = []
    for (index, part) in outline.parts.enumerated() {
      var log = SkipLog(file: stream.name)
      if index == 0 {
        for (line, sentence) in outline.faults { log.skip(line: line, sentence) }
      }
      let own = index == 0 ? stream : try reopen()
      if let start = part.eventsStart {
        try own.seek(to: start.offset, line: start.line)
      }
      let track = LibinputTrack(
        own,
        device: RecordedDevice(description: part.description, level: .evdev),
        provenance: outline.provenance, log: log)
      track.isDone = part.eventsStart == nil
      tracks.append(track)
    }
    return tracks
  }

  func next() throws(RecordingError) -> TrackUnit? {
    frame.removeAll(keepingCapacity: true)
    while !isDone {
      guard let line = try stream.next() else { break }
      var scanner = LineScanner(line)
      let isHeading = scanner.take("- node:") || scanner.take("devices:")
      if isHeading { break }
      scanner.skipSpace()
      guard scanner.take("- [") else { continue }
      guard let event = Self.event(&scanner) else {
        log.skip(line: stream.line, "expected - [s, us, type, code, value]")
        continue
      }
      frame.append(event)
      if event.type == EV.syn && event.code == SYN.report || frame.count >= longestFrame {
        return TrackUnit(time: event.time, content: .frame(device: 0))
      }
    }
    isDone = true
    guard let last = frame.last else { return nil }
    return TrackUnit(time: last.time, content: .frame(device: 0))
  }

  /// Five numbers with commas between, up to the bracket.
  private static func event(_ scanner: inout LineScanner) -> RawEvent? {
    guard let seconds = scanner.decimal(), scanner.comma(), let micro = scanner.decimal(),
      scanner.comma(), let type = scanner.decimal(), scanner.comma(),
      let code = scanner.decimal(), scanner.comma(), let value = scanner.value(),
      let type = UInt16(exactly: type), let code = UInt16(exactly: code),
      abs(seconds) < 9_000_000_000, abs(micro) < 9_000_000_000
    else { return nil }
    return RawEvent(
      time: Timestamp(microseconds: seconds * 1_000_000 + micro), type: type, code: code,
      value: value)
  }
}

extension LineScanner {
  /// Consumes a comma after space.
  mutating func comma() -> Bool {
    skipSpace()
    return take(",")
  }
}

/// The devices of a libinput recording and where their events start.
struct LibinputOutline {
  struct Part {
    var description = DeviceDescription(name: "")
    var eventsStart: (offset: Int, line: Int)?
  }

  private(set) var parts: [Part] = []
  private(set) var provenance = Provenance(source: "libinput record")
  private(set) var faults: [(Int, String)] = []
  private var section = Section.top

  private enum Section {
    case top, evdev, codes, absinfo, elsewhere, events
  }

  mutating func read(_ line: UnsafeBufferPointer<UInt8>, number: Int, next: Int) {
    var scanner = LineScanner(line)
    if scanner.take("- node:") {
      parts.append(Part())
      section = .elsewhere
      return
    }
    scanner.skipSpace()
    // Most of the file is events; they are read later.
    if section == .events { return }
    if scanner.byte == 35 || scanner.isAtEnd { return }
    if parts.isEmpty {
      system(&scanner)
      return
    }
    if scanner.take("evdev:") {
      section = .evdev
    } else if scanner.take("codes:") {
      section = .codes
    } else if scanner.take("absinfo:") {
      section = .absinfo
    } else if scanner.take("events:") {
      section = .events
      parts[parts.count - 1].eventsStart = (next, number)
    } else if scanner.take("hid:") || scanner.take("udev:") || scanner.take("quirks:")
      || scanner.take("libinput:")
    {
      section = .elsewhere
    } else {
      entry(&scanner, number)
    }
  }

  private mutating func system(_ scanner: inout LineScanner) {
    if scanner.take("kernel:") {
      provenance.kernel = Self.unquoted(scanner.rest())
    } else if scanner.take("dmi:") {
      provenance.machine = Self.unquoted(scanner.rest())
    }
  }

  private mutating func entry(_ scanner: inout LineScanner, _ number: Int) {
    let index = parts.count - 1
    switch section {
    case .top, .elsewhere, .events: return
    case .evdev, .codes, .absinfo:
      if scanner.take("name:") {
        parts[index].description.name = Self.unquoted(scanner.rest())
      } else if scanner.take("id:") {
        let id = Self.list(&scanner).map { UInt16(truncatingIfNeeded: $0) }
        guard id.count == 4 else {
          fault(number, "expected id: [bus, vendor, product, version]")
          return
        }
        parts[index].description.bus = id[0]
        parts[index].description.vendor = id[1]
        parts[index].description.product = id[2]
        parts[index].description.version = id[3]
      } else if scanner.take("properties:") {
        parts[index].description.properties = Self.list(&scanner)
          .compactMap { UInt16(exactly: $0) }.sorted()
        section = .elsewhere
      } else if section == .codes {
        codes(&scanner, number)
      } else if section == .absinfo {
        axis(&scanner, number)
      }
    }
  }

  private mutating func codes(_ scanner: inout LineScanner, _ number: Int) {
    guard let key = scanner.decimal(), let type = UInt16(exactly: key), scanner.take(":") else {
      fault(number, "expected type: [codes]")
      return
    }
    guard type != EV.syn, type != EV.abs else { return }
    let known = parts[parts.count - 1].description.codes
    let more = Self.list(&scanner).compactMap { UInt16(exactly: $0) }
      .map { EventCode(type: type, code: $0) }
    parts[parts.count - 1].description.codes = Set(known).union(more).sorted()
  }

  private mutating func axis(_ scanner: inout LineScanner, _ number: Int) {
    guard let key = scanner.decimal(), let code = UInt16(exactly: key), scanner.take(":") else {
      fault(number, "expected axis: [minimum, maximum, fuzz, flat, resolution]")
      return
    }
    let numbers = Self.list(&scanner).map { Int32(clamping: $0) }
    guard numbers.count >= 2 else {
      fault(number, "expected axis: [minimum, maximum, fuzz, flat, resolution]")
      return
    }
    func at(_ index: Int) -> Int32 { index < numbers.count ? numbers[index] : 0 }
    var axes = parts[parts.count - 1].description.axes.filter { $0.code != code }
    axes.append(
      AxisDescription(
        code: code, minimum: at(0), maximum: at(1), fuzz: at(2), flat: at(3), resolution: at(4)))
    parts[parts.count - 1].description.axes = axes.sorted { $0.code < $1.code }
  }

  private mutating func fault(_ line: Int, _ sentence: String) {
    if faults.count < 64 { faults.append((line, sentence)) }
  }

  /// The numbers between brackets, decimal or with 0x.
  private static func list(_ scanner: inout LineScanner) -> [Int64] {
    scanner.skipSpace()
    guard scanner.take("[") else { return [] }
    var result: [Int64] = []
    while result.count < 1024 {
      scanner.skipSpace()
      if scanner.take("0x") {
        guard let number = scanner.hex() else { break }
        result.append(Int64(number))
      } else if let number = scanner.decimal() {
        result.append(number)
      } else {
        break
      }
      guard scanner.comma() else { break }
    }
    return result
  }

  private static func unquoted(_ text: String) -> String {
    guard text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast())
  }
}
