import FudeEvdev
import FudeModel

/// A short recording that was read whole, sorted by time.
final class ListTrack: Track {
  let name: String
  let devices: [RecordedDevice]
  let provenance: Provenance
  let log: SkipLog
  private(set) var frame: [RawEvent] = []

  private let entries: [Entry]
  private var index = 0

  /// A unit with its own events.
  struct Entry {
    var time: Timestamp
    var content: Content

    enum Content {
      case frame(device: Int, [RawEvent])
      case record(Record)
    }
  }

  init(
    name: String, devices: [RecordedDevice], provenance: Provenance, log: SkipLog,
    entries: [Entry]
  ) {
    self.name = name
    self.devices = devices
    self.provenance = provenance
    self.log = log
    // Stable: what has the same time stays in the order of the file.
    self.entries = entries.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  func next() throws(RecordingError) -> TrackUnit? {
    guard index < entries.count else { return nil }
    let entry = entries[index]
    index += 1
    switch entry.content {
    case .frame(let device, let events):
      frame = events
      return TrackUnit(time: entry.time, content: .frame(device: device))
    case .record(let record):
      return TrackUnit(time: entry.time, content: .record(record))
    }
  }
}
