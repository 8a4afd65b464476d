import FudeEvdev
import FudeModel

/// Opens each input in its form; split evemu descriptions are joined to their events.
func openTracks(
  _ inputs: [RecordingSource]
) throws(RecordingError) -> (tracks: [any Track], notes: [ReadingNote]) {
  guard !inputs.isEmpty else {
    throw RecordingError(.noInput, file: "(none)", "name at least one recording")
  }
  guard inputs.filter({ $0.name == "standard input" }).count < 2 else {
    throw RecordingError(.noInput, file: "standard input", "can be read once only")
  }
  var opened: [[any Track]] = []
  var halves = EvemuHalves()
  for (index, input) in inputs.enumerated() {
    let stream = try ByteStream(input)
    // Our own form is known by its first bytes: a live one may give no more for a while.
    let first = try stream.peek(RecordingForm.ownWindow)
    let isOurs = RecordingForm(first) == .fude
    let head = isOurs ? first : try stream.peek(RecordingForm.window)
    guard !head.isEmpty else { throw RecordingError(.malformed, file: stream.name, "is empty") }
    guard let form = RecordingForm(head) else { throw unknownForm(head, stream.name) }
    switch form {
    case .fude: opened.append([try FudeTrack(stream)])
    case .penTouch: opened.append([try PenTouchTrack(stream)])
    case .excerpt: opened.append([try ExcerptImporter.read(stream)])
    case .padCapture: opened.append([try PadCaptureImporter.read(stream)])
    case .evtest:
      try stream.makeRewindable()
      opened.append([try EvtestTrack(stream)])
    case .libinput: opened.append(try openLibinput(stream, input))
    case .evemu:
      let isHeaderless = !EvemuHalves.hasDescription(head)
      if isHeaderless { try stream.makeRewindable() }
      let track = try EvemuTrack(stream, description: nil)
      halves.note(track, at: index, source: input, stream: stream)
      opened.append([track])
    }
  }
  let used = try halves.join()
  var tracks: [any Track] = []
  for (index, group) in opened.enumerated() where !used.contains(index) {
    tracks.append(contentsOf: group)
  }
  return (tracks, [])
}

private func openLibinput(
  _ stream: ByteStream, _ input: RecordingSource
) throws(RecordingError) -> [any Track] {
  try stream.makeRewindable()
  let bytes = input.isReopenable ? nil : try stream.everything()
  return try LibinputTrack.open(stream) { () throws(RecordingError) in
    if let bytes { return try ByteStream(.bytes(bytes, name: input.name)) }
    return try ByteStream(input)
  }
}

private func unknownForm(_ head: [UInt8], _ name: String) -> RecordingError {
  if head.starts(with: [0x1f, 0x8b]) || head.starts(with: [0xfd, 0x37, 0x7a])
    || head.starts(with: [0x28, 0xb5, 0x2f, 0xfd]) || head.starts(with: [0x42, 0x5a, 0x68])
  {
    return RecordingError(
      .malformed, file: name, "is compressed; decompress it and pipe it in, with '-' as the file")
  }
  return RecordingError(
    .malformed, file: name, line: 1,
    "is no recording in a known form: expected Fude's own, evemu, libinput record, evtest or "
      + "pen-and-touch JSON Lines")
}

extension RecordingSource {
  /// Whether opening it again gives the same bytes.
  package var isReopenable: Bool {
    switch self {
    case .path("-"), .standardInput: false
    case .path(let path): ByteStream.isRegularFile(path)
    case .bytes: true
    }
  }
}

/// The older evemu's halves: descriptions without events, events without description.
struct EvemuHalves {
  private struct Half {
    var track: EvemuTrack
    var index: Int
    var source: RecordingSource
    var stream: ByteStream
  }

  private var descriptions: [Half] = []
  private var events: [Half] = []

  /// Whether the first bytes of an evemu file describe a device.
  static func hasDescription(_ head: [UInt8]) -> Bool {
    for line in head.split(separator: 10) {
      let start = String(decoding: line.prefix(2), as: UTF8.self)
      if ["N:", "I:", "A:", "B:"].contains(start) { return true }
      if start == "E:" { return false }
    }
    return false
  }

  mutating func note(
    _ track: EvemuTrack, at index: Int, source: RecordingSource, stream: ByteStream
  ) {
    let half = Half(track: track, index: index, source: source, stream: stream)
    if track.hasDescription, !track.hasEvents { descriptions.append(half) }
    if !track.hasDescription { events.append(half) }
  }

  /// Gives each half its other one; the numbers of the inputs that are used up.
  func join() throws(RecordingError) -> Set<Int> {
    var used: Set<Int> = []
    for half in events {
      let name = half.source.name
      let fitting = descriptions.filter { Self.stem($0.source.name, fits: name) }
      if let given = fitting.max(by: { $0.source.name.utf8.count < $1.source.name.utf8.count })
        ?? (descriptions.count == 1 ? descriptions[0] : nil)
      {
        half.track.adopt(
          given.track.devices[0], note: .foundBeside, "described by \(given.source.name)")
        used.insert(given.index)
      } else if let (beside, device) = try Self.beside(half.source) {
        half.track.adopt(device, note: .foundBeside, "described by \(beside), found beside it")
      } else {
        try Self.synthesise(half)
      }
    }
    return used
  }

  /// Whether `description` without its ending starts the name of `events`.
  private static func stem(_ description: String, fits events: String) -> Bool {
    let one = description.split(separator: "/").last ?? ""
    let other = events.split(separator: "/").last ?? ""
    let stem = one.hasSuffix(".desc") ? one.dropLast(5) : one
    return !stem.isEmpty && other.hasPrefix(stem)
  }

  /// The `.desc` that lies beside a `.events` under a name that its own starts with.
  private static func beside(
    _ source: RecordingSource
  ) throws(RecordingError) -> (String, RecordedDevice)? {
    guard case .path(let path) = source, path.hasSuffix(".events") else { return nil }
    var stem = path.dropLast(7)
    while true {
      let candidate = stem + ".desc"
      if ByteStream.isRegularFile(String(candidate)) {
        let track = try EvemuTrack(ByteStream(.path(String(candidate))), description: nil)
        if track.hasDescription { return (String(candidate), track.devices[0]) }
      }
      guard let dot = stem.lastIndex(of: "."), !stem[dot...].contains("/") else { return nil }
      stem = stem[..<dot]
    }
  }

  private static func synthesise(_ half: Half) throws(RecordingError) {
    var synthesis = DescriptionSynthesis()
    try half.stream.rewind()
    while let line = try half.stream.next() {
      if let event = EvemuTrack.event(line) { synthesis.note(event) }
    }
    try half.stream.rewind()
    let description = synthesis.description(DeviceDescription(name: "device of the events"))
    let device = RecordedDevice(description: description, level: .evdev, isSynthesised: true)
    try half.track.restart(device, note: .synthesised, DescriptionSynthesis.sentence)
  }
}
