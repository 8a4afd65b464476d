import FudeEvdev
import FudeModel

/// The forms of a recording, told from its first bytes.
enum RecordingForm {
  case fude, evemu, penTouch

  /// How many bytes are looked at.
  static let window = 64 << 10

  /// The form of a recording that starts with `bytes`; `nil` if it is none that is known.
  init?(_ bytes: [UInt8]) {
    guard let first = Self.firstLine(bytes) else { return nil }
    if first.first == 123 {
      if first.contains("\"fude\":\"recording\"") {
        self = .fude
      } else if first.contains("\"meta\"") {
        self = .penTouch
      } else {
        return nil
      }
      return
    }
    let text = String(decoding: first.prefix(2), as: UTF8.self)
    if ["N:", "I:", "P:", "B:", "A:", "E:", "L:", "S:"].contains(text) || first.contains("EVEMU") {
      self = .evemu
      return
    }
    return nil
  }

  private static func firstLine(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    for line in bytes.split(separator: 10, maxSplits: 64) {
      let trimmed = line.drop { $0 <= 32 || $0 == 0xef || $0 == 0xbb || $0 == 0xbf }
      if !trimmed.isEmpty { return trimmed }
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes of `text` occur in a row, spaces left out.
  fileprivate func contains(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    let packed = filter { $0 != 32 }
    guard packed.count >= wanted.count else { return false }
    for start in 0...(packed.count - wanted.count)
    where packed[start..<start + wanted.count].elementsEqual(wanted) {
      return true
    }
    return false
  }
}

/// Opens each input in its form; split evemu descriptions are joined to their events.
func openTracks(
  _ inputs: [RecordingSource]
) throws(RecordingError) -> (tracks: [any Track], notes: [ReadingNote]) {
  guard !inputs.isEmpty else {
    throw RecordingError(.noInput, file: "(none)", "name at least one recording")
  }
  var tracks: [any Track] = []
  for input in inputs {
    let stream = try ByteStream(input)
    let head = try stream.peek(RecordingForm.window)
    guard !head.isEmpty else { throw RecordingError(.malformed, file: stream.name, "is empty") }
    guard let form = RecordingForm(head) else {
      throw RecordingError(
        .malformed, file: stream.name, line: 1,
        "is no recording in a known form: expected ours, evemu, libinput record, evtest, or "
          + "pen-and-touch JSON Lines")
    }
    switch form {
    case .fude: tracks.append(try FudeTrack(stream))
    case .penTouch: tracks.append(try PenTouchTrack(stream))
    case .evemu: tracks.append(try EvemuTrack(stream, description: nil))
    }
  }
  return (tracks, [])
}
