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
