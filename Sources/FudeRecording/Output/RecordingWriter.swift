public import FudeModel
import FudeEvdev

/// Writes a recording in our format; see Docs/recording-format.md.
///
/// First the header, then each device before its first record, then the records in the order of
/// time. What tells whose device or machine it was is left out unless asked for.
public struct RecordingWriter: ~Copyable {
  private let output: RecordingOutput
  private let keepPrivate: Bool
  private var line = JSONLine()
  private var frames: [FrameBuffer] = []
  private var redactors: [KeyRedactor?] = []

  private struct FrameBuffer {
    var events: [RawEvent] = []
  }

  /// Writes the header.
  ///
  /// - Parameters:
  ///   - output: Where to.
  ///   - provenance: Where the data comes from.
  ///   - origin: The time on the source's own clock that is the recording's zero.
  ///   - keepPrivate: Whether to keep serials, addresses, the machine's name and the keys of
  ///     keyboards.
  public init(
    to output: RecordingOutput, provenance: Provenance, origin: Timestamp = .zero,
    keepPrivate: Bool = false
  ) throws(RecordingError) {
    self.output = output
    self.keepPrivate = keepPrivate
    writeHeader(provenance, origin)
    try put()
  }

  private mutating func writeHeader(_ provenance: Provenance, _ origin: Timestamp) {
    line.beginObject()
    line.key("fude")
    line.value("recording")
    line.key("version")
    line.value(FudeTrack.version)
    optional("by", provenance.writer)
    optional("source", provenance.source)
    optional("simulated", provenance.simulation)
    if let seed = provenance.seed { optional("seed", String(seed)) }
    optional("kernel", provenance.kernel)
    if keepPrivate { optional("machine", provenance.machine) }
    if origin != .zero {
      line.key("origin")
      line.value(origin.microseconds)
    }
    if !provenance.remarks.isEmpty {
      line.key("remarks")
      line.beginArray()
      for remark in provenance.remarks { line.value(remark) }
      line.endArray()
    }
    if !keepPrivate {
      line.key("redacted")
      line.value(true)
    }
    line.endObject()
  }

  private mutating func optional(_ key: StaticString, _ text: String?) {
    guard let text else { return }
    line.key(key)
    line.value(text)
  }

  private mutating func put() throws(RecordingError) {
    try output.write(line.bytes)
    try output.write(CollectionOfOne(10))
    line.clear()
  }

  /// Describes a device; its number is the count of those before it.
  @discardableResult
  public mutating func add(_ device: RecordedDevice) throws(RecordingError) -> DeviceID {
    let number = frames.count
    frames.append(FrameBuffer())
    redactors.append(keepPrivate || device.role != .keyboard ? nil : KeyRedactor())
    DeviceLine.write(device, number: number, keepPrivate: keepPrivate, into: &line)
    try put()
    return DeviceID(UInt32(number))
  }

  /// Writes a record. The kernel's events are held until their frame ends.
  public mutating func write(_ record: Record) throws(RecordingError) {
    switch record {
    case .raw(let device, let event): try write(event, of: device)
    default:
      RecordLineWriter.write(record, into: &line)
      try put()
    }
  }

  private mutating func write(_ event: RawEvent, of device: DeviceID) throws(RecordingError) {
    let index = Int(device.rawValue)
    precondition(index < frames.count, "a device is described before its first event")
    let event = redactors[index]?.redact(event) ?? event
    if event.type == EV.syn, event.code == SYN.report {
      try flush(index, end: event)
      return
    }
    frames[index].events.append(event)
    if frames[index].events.count >= longestFrame { try flush(index, end: nil) }
  }

  private mutating func flush(_ index: Int, end: RawEvent?) throws(RecordingError) {
    let time = end?.time ?? frames[index].events.last?.time ?? .zero
    RecordLineWriter.frame(
      frames[index].events, device: index, at: time, reportValue: end?.value, into: &line)
    frames[index].events.removeAll(keepingCapacity: true)
    try put()
  }

  /// Writes what is still held, and hands everything to the system.
  public mutating func finish() throws(RecordingError) {
    for index in frames.indices where !frames[index].events.isEmpty {
      try flush(index, end: nil)
    }
    try output.finish()
  }
}

/// Hides which keys of a keyboard were pressed, but not when.
struct KeyRedactor {
  /// `KEY_UNKNOWN`, which no key sends.
  private static let unknown: UInt16 = 240

  func redact(_ event: RawEvent) -> RawEvent {
    var event = event
    switch (event.type, event.code) {
    case (EV.key, KEY.leftMeta), (EV.key, KEY.rightMeta), (EV.key, KEY.f18...KEY.f20): break
    case (EV.key, _): event.code = Self.unknown
    case (EV.msc, MSC.scan): event.value = 0
    default: break
    }
    return event
  }
}
