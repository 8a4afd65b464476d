import FudeEvdev
import FudeModel

/// One file, or one device's part of one, as a sequence of units in its own time.
protocol Track: AnyObject {
  /// The file's name.
  var name: String { get }
  /// The devices known so far; numbered by their index.
  var devices: [RecordedDevice] { get }
  /// Where the recording comes from.
  var provenance: Provenance { get }
  /// What was skipped so far.
  var log: SkipLog { get }
  /// The events of the unit that ``next()`` returned last, if it is a frame.
  var frame: [RawEvent] { get }

  /// Reads the next unit; `nil` at the end.
  func next() throws(RecordingError) -> TrackUnit?
}

/// One step of a track.
struct TrackUnit {
  var time: Timestamp
  var content: Content

  enum Content {
    /// The kernel's events in the track's ``Track/frame``.
    case frame(device: Int)
    /// Anything else; its device is the track's own number.
    case record(Record)
    /// The track has a new device, the last of its ``Track/devices``.
    case newDevice
  }
}

/// The longest frame that is kept whole.
///
/// A frame of the largest panel has a few hundred events; a file without `SYN_REPORT` would fill
/// the memory.
let longestFrame = 4096
