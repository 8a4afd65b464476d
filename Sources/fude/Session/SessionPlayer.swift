import FudeEngine
import FudeEvdev
import FudeInk
import FudeModel
import FudeRecording
import FudeSurface
import FudeTouch

/// Plays recordings through the engine.
struct SessionPlayer: ~Copyable {
  private(set) var reader: SessionReader
  /// The engine that draws; for a page's recording, the one inside the page's surface.
  ///
  /// To look at only: changing it through here would copy the whole drawing at every event.
  var engine: DrawingEngine { page?.engine ?? plain }
  /// Whether this is a page's recording, with tools, views and undo of its own.
  var isPage: Bool { page != nil }
  private var plain: DrawingEngine
  private var page: SurfaceSession?
  private(set) var eventCount = 0
  private(set) var first: Timestamp?
  private(set) var last = Timestamp.zero
  private var knownSurfaces = 0
  private var progress = Progress(what: "events read")

  /// A player at the beginning of the recordings.
  init(_ arguments: SessionArguments) throws(CommandError) {
    try self.init(arguments, opened: arguments.open())
  }

  /// A player of recordings that are open; nothing of them may have been read.
  init(
    _ arguments: SessionArguments, opened: consuming SessionReader
  ) throws(CommandError) {
    let isPage = SurfaceSession.made(opened.provenance)
    if isPage, !arguments.isPlain {
      throw .usage(
        "\(opened.devices.first?.file ?? "the file") was recorded by 'fude draw' and holds its own "
          + "settings: --hand, --fingers, --no-rejection, --remotes-ink, --pen-width, --palms and "
          + "--gestures don't apply")
    }
    reader = opened
    plain = DrawingEngine(options: arguments.engineOptions)
    if isPage {
      page = SurfaceSession(seed: 0)
      page?.keepsEvents = true
    }
    registerSurfaces()
  }

  /// Plays the next event; `false` at the end.
  mutating func step(
    emit: (EngineEvent) -> Void, observe: (EvidenceSample) -> Void = { _ in }
  ) throws(CommandError) -> Bool {
    if page != nil { return try stepPage(emit: emit) }
    let event: InputEvent?
    do {
      event = try reader.next()
    } catch {
      throw CommandError(error)
    }
    guard let event else {
      // What was only waiting for time to pass is decided now.
      while let due = plain.deadline { plain.advance(to: due, emit: emit) }
      progress.finish()
      return false
    }
    if reader.surfaces.count != knownSurfaces { registerSurfaces() }
    if first == nil { first = event.time }
    last = event.time
    eventCount += 1
    progress.note(reader.recordCount)
    plain.receive(event, emit: emit, observe: observe)
    return true
  }

  /// Plays the next record of a page's recording.
  private mutating func stepPage(emit: (EngineEvent) -> Void) throws(CommandError) -> Bool {
    let record: Record?
    do {
      record = try reader.nextRecord()
    } catch {
      throw CommandError(error)
    }
    if let record {
      if let time = record.time {
        if first == nil { first = time }
        last = max(last, time)
      }
      eventCount += 1
      progress.note(reader.recordCount)
      page?.play(record)
    } else if let due = page?.deadline, page?.engine.ledger.live.isEmpty == false {
      page?.advance(to: due)
    } else {
      progress.finish()
      return false
    }
    for event in page?.events ?? [] { emit(event) }
    page?.events.removeAll(keepingCapacity: true)
    return true
  }

  /// What a page's recording last showed, pixel by pixel; `nil` for other recordings.
  mutating func pagePicture() -> Bitmap? {
    guard page != nil else { return nil }
    _ = page?.paint()
    return page?.bitmap
  }

  /// Plays all that is left.
  mutating func playToEnd() throws(CommandError) {
    while try step(emit: { _ in }) {
      // Whoever wants the records reads them as it goes.
      _ = takeCompleted()
    }
  }

  /// The records of contacts that are complete, each once.
  mutating func takeCompleted() -> [ContactRecord] {
    guard page != nil else {
      guard !plain.completed.isEmpty else { return [] }
      defer { plain.completed.removeAll() }
      return plain.completed
    }
    guard let records = page?.engine.completed, !records.isEmpty else { return [] }
    page?.engine.completed.removeAll()
    return records
  }

  /// Forgets ink that nobody will look at; a page's recording keeps it for its undo.
  mutating func forgetInk() {
    if page == nil { plain.forgetInk() }
  }

  private mutating func registerSurfaces() {
    for surface in reader.surfaces { plain.register(surface: surface) }
    for device in reader.devices where device.role == .pen {
      if let surface = device.surface { plain.expectPen(on: surface) }
    }
    knownSurfaces = reader.surfaces.count
  }

  /// The surface that ink is drawn on: the first pen's, else the first device's that has one.
  var surface: Surface? {
    let pen = reader.devices.first { $0.role == .pen && $0.surface != nil }
    let device = pen ?? reader.devices.first { $0.surface != nil }
    return reader.surfaces.first { $0.id == device?.surface }
  }

  /// A device's name for people.
  func name(of device: DeviceID) -> String {
    reader.devices.first { $0.id == device }?.description.name ?? "device \(device.rawValue)"
  }

  /// What was skipped or odd, as lines for people.
  var remarks: [String] {
    var lines = reader.notes.map { note in
      let place = note.line.map { ":\($0)" } ?? ""
      return "\(note.file)\(place): \(times(note.count))\(note.sentence)"
    }
    for device in reader.devices {
      for note in reader.decoderNotes(of: device.id) {
        lines.append("\(device.description.name): \(times(note.count))\(note.sentence)")
      }
    }
    return lines
  }

  private func times(_ count: Int) -> String { count > 1 ? "\(count) times: " : "" }
}
