import FudeEvdev
import FudeModel

/// Reads our own format; see Docs/recording-format.md.
final class FudeTrack: Track {
  /// The version that is written; later ones are refused.
  static let version = 1

  let name: String
  private(set) var devices: [RecordedDevice] = []
  private(set) var provenance = Provenance()
  private(set) var log: SkipLog
  private(set) var frame: [RawEvent] = []

  private let stream: ByteStream
  private var numbers: [Int: Int] = [:]
  private var pending: TrackUnit?
  private var line = RecordLine()

  init(_ stream: ByteStream) throws(RecordingError) {
    self.stream = stream
    name = stream.name
    log = SkipLog(file: stream.name)
    frame.reserveCapacity(64)
    guard let first = try stream.next() else {
      throw RecordingError(.malformed, file: name, "is empty")
    }
    do throws(JSONFault) {
      try readHeader(JSONValue(first))
    } catch {
      throw RecordingError(
        .malformed, file: name, line: 1, "the header cannot be read: \(error.sentence)")
    }
    guard let version = fileVersion, version >= 1 else {
      throw RecordingError(
        .malformed, file: name, line: 1, "expected the format's version, a whole number from 1 on")
    }
    if version > Self.version {
      throw RecordingError(
        .unknownVersion, file: name, line: 1,
        "is version \(version) of the format; this program knows up to \(Self.version)")
    }
    // Devices come first: read up to the first record.
    while pending == nil {
      guard let unit = try read() else { break }
      if case .newDevice = unit.content { continue }
      pending = unit
    }
  }

  private var fileVersion: Int?

  private func readHeader(_ header: JSONValue) {
    fileVersion = header["version"]?.int
    provenance.writer = header["by"]?.text
    provenance.source = header["source"]?.text
    provenance.kernel = header["kernel"]?.text
    provenance.machine = header["machine"]?.text
    provenance.simulation = header["simulated"]?.text
    provenance.seed =
      header["seed"]?.text.flatMap { UInt64($0) }
      ?? header["seed"]?.int.flatMap { UInt64(exactly: $0) }
    provenance.origin = Timestamp(microseconds: Int64(header["origin"]?.int ?? 0))
    provenance.remarks = header["remarks"]?.array?.compactMap(\.text) ?? []
  }

  func next() throws(RecordingError) -> TrackUnit? {
    if let unit = pending {
      pending = nil
      return unit
    }
    return try read()
  }

  private func read() throws(RecordingError) -> TrackUnit? {
    while let bytes = try stream.next() {
      guard bytes.contains(where: { $0 > 32 }) else { continue }
      frame.removeAll(keepingCapacity: true)
      do throws(JSONFault) {
        try line.read(bytes, frame: &frame)
      } catch {
        log.skip(line: stream.line, error.sentence)
        continue
      }
      if line.isDevice {
        if addDevice(bytes) { return TrackUnit(time: line.time, content: .newDevice) }
        continue
      }
      if let unit = unit() { return unit }
    }
    return nil
  }

  private func addDevice(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    do throws(JSONFault) {
      let value = try JSONValue(bytes)
      guard let number = value["device"]?.int, let device = DeviceLine.read(value) else {
        log.skip(line: stream.line, "expected a device with its number and level")
        return false
      }
      guard numbers[number] == nil else {
        log.skip(line: stream.line, "expected a device number that is not taken")
        return false
      }
      guard devices.count < 4096 else {
        log.skip(line: stream.line, "expected fewer than 4096 devices")
        return false
      }
      numbers[number] = devices.count
      devices.append(device)
      return true
    } catch {
      log.skip(line: stream.line, error.sentence)
      return false
    }
  }

  private func unit() -> TrackUnit? {
    if line.content == .note {
      let device = numbers[line.device].map { DeviceID(UInt32($0)) }
      let annotation = Annotation(
        time: line.hasTime ? line.time : nil, device: device, text: line.text,
        isExpectation: line.isExpectation)
      return TrackUnit(time: line.time, content: .record(.annotation(annotation)))
    }
    guard line.hasTime else {
      log.skip(line: stream.line, "expected a time t in microseconds")
      return nil
    }
    guard let index = numbers[line.device] else {
      log.skip(line: stream.line, "expected d, the number of a device described before")
      return nil
    }
    guard line.fits(devices[index].level) else {
      log.skip(line: stream.line, "expected a record of the device's level")
      return nil
    }
    if line.content == .frame { return TrackUnit(time: line.time, content: .frame(device: index)) }
    guard let record = line.record(device: DeviceID(UInt32(index))) else {
      log.skip(line: stream.line, "expected e, pen, touch, pad, pointer, hid, gatt, lost or note")
      return nil
    }
    return TrackUnit(time: line.time, content: .record(record))
  }
}
