import FudeEvdev
import FudeModel

/// Reads what evemu writes: 1.0 to 1.3, whole or split in `.desc` and `.events`.
final class EvemuTrack: Track {
  let name: String
  private(set) var devices: [RecordedDevice] = []
  private(set) var provenance = Provenance()
  private(set) var log: SkipLog
  private(set) var frame: [RawEvent] = []

  private let stream: ByteStream
  private var pending: RawEvent?
  private var header = EvemuHeader()
  private var isEnded = false

  /// Reads the description at the start of the stream.
  ///
  /// - Parameter description: What a split `.desc` says; `nil` if the stream has it itself.
  init(_ stream: ByteStream, description: RecordedDevice?) throws(RecordingError) {
    self.stream = stream
    name = stream.name
    log = SkipLog(file: stream.name)
    frame.reserveCapacity(64)
    try readHeader()
    provenance.kernel = header.kernel
    provenance.machine = header.machine
    provenance.source = "evemu \(header.version ?? "without version")"
    if header.isEmpty, let description {
      devices = [description]
    } else {
      devices = [RecordedDevice(description: header.description, level: .evdev)]
    }
  }

  /// Whether the stream describes a device.
  var hasDescription: Bool { !header.isEmpty }
  /// Whether the stream has events.
  var hasEvents: Bool { pending != nil }

  /// Puts another description in the place of an empty one.
  func adopt(_ device: RecordedDevice, note: ReadingNote.Code, _ sentence: String) {
    devices = [device]
    log.add(note, line: nil, sentence)
  }

  /// Reads the stream again from where it is, with another description.
  func restart(
    _ device: RecordedDevice, note: ReadingNote.Code, _ sentence: String
  ) throws(RecordingError) {
    log = SkipLog(file: name)
    isEnded = false
    pending = nil
    try readHeader()
    adopt(device, note: note, sentence)
  }

  private func readHeader() throws(RecordingError) {
    while let line = try stream.next() {
      var scanner = LineScanner(line)
      if scanner.take("E:") {
        pending = Self.event(&scanner)
        if pending != nil { return }
        log.skip(line: stream.line, "expected E: seconds type code value")
      } else if !header.read(line) {
        log.skip(line: stream.line, "expected a line of evemu (N:, I:, P:, B:, A:, L:, S:, E:)")
      }
    }
    isEnded = true
  }

  /// The event of a line; `nil` if it holds none.
  static func event(_ line: UnsafeBufferPointer<UInt8>) -> RawEvent? {
    var scanner = LineScanner(line)
    return scanner.take("E:") ? event(&scanner) : nil
  }

  private static func event(_ scanner: inout LineScanner) -> RawEvent? {
    guard let time = scanner.time(), let type = scanner.hex(), type <= 0xffff,
      let code = scanner.hex(), code <= 0xffff, let value = scanner.value()
    else { return nil }
    return RawEvent(
      time: time, type: UInt16(truncatingIfNeeded: type), code: UInt16(truncatingIfNeeded: code),
      value: value)
  }

  func next() throws(RecordingError) -> TrackUnit? {
    frame.removeAll(keepingCapacity: true)
    if let first = pending {
      pending = nil
      if append(first) { return unit() }
    }
    while !isEnded {
      guard let line = try stream.next() else {
        isEnded = true
        break
      }
      var scanner = LineScanner(line)
      guard scanner.take("E:") else {
        if !EvemuHeader.isIgnorable(line) {
          log.skip(line: stream.line, "expected E: seconds type code value")
        }
        continue
      }
      guard let event = Self.event(&scanner) else {
        log.skip(line: stream.line, "expected E: seconds type code value")
        continue
      }
      if append(event) { return unit() }
    }
    return frame.isEmpty ? nil : unit()
  }

  /// Appends an event; true if it ends the frame.
  private func append(_ event: RawEvent) -> Bool {
    frame.append(event)
    return event.type == 0 && event.code == 0 || frame.count >= longestFrame
  }

  private func unit() -> TrackUnit {
    TrackUnit(time: frame.last?.time ?? .zero, content: .frame(device: 0))
  }
}
