import FudeEngine
import FudeEvdev
import FudeModel
import FudeRecording
import FudeTouch

/// Plays recordings through the engine.
struct SessionPlayer: ~Copyable {
  private(set) var reader: SessionReader
  var engine: DrawingEngine
  private(set) var eventCount = 0
  private(set) var first: Timestamp?
  private(set) var last = Timestamp.zero
  private var knownSurfaces = 0
  private var progress = Progress(what: "events read")

  /// A player at the beginning of the recordings.
  init(_ arguments: SessionArguments) throws(CommandError) {
    reader = try arguments.open()
    engine = DrawingEngine(options: arguments.engineOptions)
    registerSurfaces()
  }

  /// Plays the next event; `false` at the end.
  mutating func step(
    emit: (EngineEvent) -> Void, observe: (EvidenceSample) -> Void = { _ in }
  ) throws(CommandError) -> Bool {
    let event: InputEvent?
    do {
      event = try reader.next()
    } catch {
      throw CommandError(error)
    }
    guard let event else {
      // What was only waiting for time to pass is decided now.
      while let due = engine.deadline { engine.advance(to: due, emit: emit) }
      progress.finish()
      return false
    }
    if reader.surfaces.count != knownSurfaces { registerSurfaces() }
    if first == nil { first = event.time }
    last = event.time
    eventCount += 1
    progress.note(reader.recordCount)
    engine.receive(event, emit: emit, observe: observe)
    return true
  }

  /// Plays all that is left.
  mutating func playToEnd() throws(CommandError) {
    while try step(emit: { _ in }) {
      // Whoever wants the records reads them as it goes.
      engine.completed.removeAll(keepingCapacity: true)
    }
  }

  private mutating func registerSurfaces() {
    for surface in reader.surfaces { engine.register(surface: surface) }
    for device in reader.devices where device.role == .pen {
      if let surface = device.surface { engine.expectPen(on: surface) }
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
