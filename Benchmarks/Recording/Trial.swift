import FudeModel
import FudeRecording

/// One damaged recording, read to its end.
enum Trial {
  /// How it went.
  enum Outcome {
    case read(events: Int, skipped: Int)
    case refused
  }

  /// Reads the inputs, decoded or rewritten, and checks what must hold for any input.
  ///
  /// - Returns: How it went, or the broken promise.
  static func run(_ inputs: [RecordingSource], rewriting: Bool) -> Result<Outcome, BrokenPromise> {
    do throws(RecordingError) {
      return rewriting ? .success(try rewrite(inputs)) : try decode(inputs)
    } catch {
      return error.description.isEmpty
        ? .failure(BrokenPromise(what: "an error without a word")) : .success(.refused)
    }
  }

  private static func decode(
    _ inputs: [RecordingSource]
  ) throws(RecordingError) -> Result<Outcome, BrokenPromise> {
    var reader = try SessionReader(inputs, options: .init(includesTouchpads: true))
    var events = 0
    var last: Timestamp?
    var live: Set<ContactID> = []
    while let event = try reader.next() {
      events += 1
      if let last, event.time < last {
        return .failure(BrokenPromise(what: "time went backwards"))
      }
      last = event.time
      switch event {
      case .touch(let frame):
        for contact in frame.contacts {
          switch contact.phase {
          case .began:
            if !live.insert(contact.id).inserted {
              return .failure(BrokenPromise(what: "a contact began twice"))
            }
          case .moved:
            if !live.contains(contact.id) {
              return .failure(BrokenPromise(what: "a contact moved that was not down"))
            }
          case .ended, .cancelled:
            if live.remove(contact.id) == nil {
              return .failure(BrokenPromise(what: "a contact ended that never began"))
            }
          }
        }
      case .lost(let device, _, _):
        live = live.filter { $0.rawValue >> 32 != UInt64(device.rawValue) }
      default: break
      }
    }
    if !live.isEmpty { return .failure(BrokenPromise(what: "a contact never ended")) }
    return .success(.read(events: events, skipped: reader.skippedLines))
  }

  private static func rewrite(_ inputs: [RecordingSource]) throws(RecordingError) -> Outcome {
    var reader = try SessionReader(inputs)
    let output = RecordingOutput()
    var writer = try RecordingWriter(to: output, provenance: Provenance())
    var numbers: [DeviceID: DeviceID] = [:]
    while let record = try reader.nextRecord() {
      for device in reader.devices where numbers[device.id] == nil {
        numbers[device.id] = try writer.add(device.recorded)
      }
      if let record = record.renumbered(numbers) { try writer.write(record) }
    }
    try writer.finish()
    return .read(events: reader.recordCount, skipped: reader.skippedLines)
  }
}

/// Something that must hold for any input, and did not.
struct BrokenPromise: Error {
  let what: String
}
