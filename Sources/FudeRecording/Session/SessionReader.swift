import FudeEvdev
import FudeHID
public import FudeModel

/// Reads recordings that belong together as one session.
///
/// Files that share a time base are merged by time; evdev events are decoded. Memory does not grow
/// with the recording's length.
///
/// ```swift
/// var reader = try SessionReader([.path("pen.evemu"), .path("touch.evemu")])
/// while let event = try reader.next() {
///   …
/// }
/// ```
public struct SessionReader: ~Copyable {
  /// How to read.
  public struct Options: Hashable, Sendable {
    /// Whether a device with a pen's codes but no pressure inks (`DeviceRole.penLikeRemote`).
    public var remotesInk: Bool
    /// Whether a touchpad that shares no surface with a pen gives touches.
    public var includesTouchpads: Bool

    /// Options; what is left out is off.
    public init(remotesInk: Bool = false, includesTouchpads: Bool = false) {
      self.remotesInk = remotesInk
      self.includesTouchpads = includesTouchpads
    }
  }

  /// The devices known so far, by `DeviceID`; most recordings describe all of them at the start.
  public private(set) var devices: [SessionDevice] = []
  /// The surfaces known so far, by `SurfaceID`.
  public private(set) var surfaces: [Surface] = []
  /// The time on the source's own clock that is the session's zero: the first event's if that clock
  /// had been running for more than an hour, or what the recording says of itself.
  public private(set) var origin = Timestamp.zero
  /// Raw events and records read so far.
  public internal(set) var recordCount = 0
  /// Times that went backwards and were held at the one before.
  public private(set) var backwardsCount = 0

  private let options: Options
  var heads: [TrackHead] = []
  var decoders: [DecoderBox?] = []
  private var held: HeldState
  private var queue = EventQueue()
  private var lastTime: Timestamp?
  private var isFinished = false
  var sessionNotes: [ReadingNote] = []
  var undecoded: [RecordingLevel: Int] = [:]
  var rawHead: Int?
  var rawIndex = 0
  private var nextDeadline: Timestamp?
  /// The earliest report that a decoder withholds; nothing later may be taken before it.
  private var withheldSince: Timestamp?
  /// The decoders that can have a deadline.
  private var timedDecoders: [Int] = []

  /// Opens the inputs and reads their descriptions.
  ///
  /// - Parameters:
  ///   - inputs: One or more recordings, in any form that is known; the form is told from the
  ///     content. A split evemu `.desc` may be given along, or is found beside its `.events`.
  ///   - options: Exceptions from the rules.
  /// - Throws: ``RecordingError`` if an input is missing, may not be read, or is no recording.
  public init(
    _ inputs: [RecordingSource], options: Options = Options()
  ) throws(RecordingError) {
    self.options = options
    held = HeldState()
    let opened = try openTracks(inputs)
    sessionNotes = opened.notes
    for track in opened.tracks {
      var head = TrackHead(track: track)
      try head.advance()
      heads.append(head)
    }
    setClock()
    for index in heads.indices { adoptDevices(of: index) }
    layOutSurfaces()
    makeDecoders()
  }

  // MARK: Clocks

  /// A clock that has run for longer than this at the first event is moved to start at zero.
  static var longestLead: Int64 { 3_600_000_000 }

  private mutating func setClock() {
    let firsts = heads.compactMap { $0.unit?.time }
    guard let first = firsts.min(), let last = firsts.max() else { return }
    if last - first > TimeSpan(microseconds: Self.longestLead) {
      // One counts from its own start, the other from 1970: no common clock.
      for index in heads.indices {
        guard let own = heads[index].unit?.time else { continue }
        heads[index].origin = own.microseconds > Self.longestLead ? own : .zero
      }
      sessionNotes.append(
        ReadingNote(
          .separateClocks, file: heads[0].track.name, line: nil,
          sentence: "the files' clocks are more than an hour apart: each starts at its own zero"))
    } else if first.microseconds > Self.longestLead {
      origin = first
      for index in heads.indices { heads[index].origin = first }
    } else if heads.count == 1 {
      origin = heads[0].track.provenance.origin
    }
  }

  // MARK: Devices

  mutating func adoptDevices(of index: Int) {
    let track = heads[index].track
    while heads[index].ids.count < track.devices.count {
      let device = track.devices[heads[index].ids.count]
      let id = DeviceID(UInt32(truncatingIfNeeded: devices.count))
      heads[index].ids.append(id)
      devices.append(
        SessionDevice(id: id, device: device, file: track.name, track: index, surface: nil))
      decoders.append(nil)
    }
  }

  private mutating func layOutSurfaces() {
    let layout = SurfaceLayout(devices)
    surfaces = layout.surfaces
    for index in devices.indices {
      devices[index].surface = layout.assignment[index]
      devices[index].role = layout.roles[index]
    }
  }

  private mutating func makeDecoders() {
    let pens = devices.filter { $0.role == .pen }
    for index in devices.indices where decoders[index] == nil && devices[index].level == .evdev {
      let device = devices[index]
      let surface =
        device.surface.flatMap { id in surfaces.first { $0.id == id } }
        ?? Surface(id: SurfaceID(0), size: Size(width: 1, height: 1), isMetric: false)
      let tail = device.role == .keyboard && pens.count == 1 ? pens[0].id : nil
      decoders[index] = DecoderBox(
        EvdevDecoder(
          device: device.id, description: device.description, role: device.role, surface: surface,
          options: EvdevDecoder.Options(remoteInks: options.remotesInk, tailPen: tail)))
      if device.role == .pen || device.role == .penLikeRemote { timedDecoders.append(index) }
    }
  }

  // MARK: Decoded events

  /// The next event; `nil` at the end.
  ///
  /// Times never go backwards. At the end each device that still holds something gets
  /// `InputEvent.lost`.
  public mutating func next() throws(RecordingError) -> InputEvent? {
    while true {
      if let event = queue.pop(through: withheldSince) { return event }
      if isFinished { return nil }
      guard let index = earliestHead() else {
        finish()
        continue
      }
      try step(index)
    }
  }

  func earliestHead() -> Int? {
    var best: Int?
    for index in heads.indices {
      guard let unit = heads[index].unit else { continue }
      guard let chosen = best, let other = heads[chosen].unit else {
        best = index
        continue
      }
      if unit.time - heads[index].origin.asSpan < other.time - heads[chosen].origin.asSpan {
        best = index
      }
    }
    return best
  }

  private mutating func step(_ index: Int) throws(RecordingError) {
    guard let unit = heads[index].unit else { return }
    var time = unit.time - heads[index].origin.asSpan
    if let last = lastTime, time < last {
      backwardsCount += 1
      time = last
    }
    advanceDecoders(to: time)
    lastTime = time
    switch unit.content {
    case .frame(let device):
      decode(index, device, at: time)
    case .record(let record):
      recordCount += 1
      deliver(record, of: index, at: time)
    case .newDevice:
      adoptDevices(of: index)
      extendSurfaces()
      makeDecoders()
    }
    try heads[index].advance()
  }

  private mutating func decode(_ index: Int, _ device: Int, at time: Timestamp) {
    guard device < heads[index].ids.count else { return }
    let number = Int(heads[index].ids[device].rawValue)
    let track = heads[index].track
    recordCount += track.frame.count
    devices[number].recordCount += track.frame.count
    guard let box = decoders[number] else { return }
    let isWanted = wants(number)
    for event in track.frame {
      var event = event
      event.time = time
      box.decoder.receive(event) { if isWanted { queue.push($0) } }
    }
    if !timedDecoders.isEmpty { updateDeadline() }
  }

  /// Whether anybody wants what a device says.
  private func wants(_ device: Int) -> Bool {
    devices[device].role != .touchpad || options.includesTouchpads
  }

  private mutating func updateDeadline() {
    nextDeadline = nil
    withheldSince = nil
    for index in timedDecoders {
      if let due = decoders[index]?.decoder.deadline {
        nextDeadline = min(nextDeadline ?? due, due)
      }
      if let own = decoders[index]?.decoder.withheldSince {
        withheldSince = min(withheldSince ?? own, own)
      }
    }
  }

  private mutating func advanceDecoders(to time: Timestamp) {
    while let due = nextDeadline, due <= time {
      for index in timedDecoders {
        guard let own = decoders[index]?.decoder.deadline, own <= due else { continue }
        decoders[index]?.decoder.advance(to: due) { queue.push($0) }
      }
      updateDeadline()
      // A deadline that stays would be no deadline.
      if nextDeadline == due { return }
    }
  }

  private mutating func deliver(_ record: Record, of index: Int, at time: Timestamp) {
    switch record {
    case .input(let event):
      guard let event = translate(event, of: index, at: time) else { return }
      let number = Int(event.device.rawValue)
      devices[number].recordCount += 1
      if case .lost(_, _, let cause) = event, let box = decoders[number] {
        box.decoder.finish(at: time, cause: cause) { queue.push($0) }
        updateDeadline()
      } else if let event = held.admit(event) {
        queue.push(event)
      }
    case .raw, .annotation: break
    case .pointer(let pointer):
      var events: [InputEvent] = []
      heads[index].pointers.receive(pointer) { events.append($0) }
      for event in events { deliver(.input(event), of: index, at: time) }
    case .report(let report):
      if !decode(report, of: index, at: time) { count(.hid, report.device, of: index) }
    case .link(let record): count(.gatt, record.device, of: index)
    }
  }

  /// Decodes a controller's input report; false if its layout is not known, or if the kernel's events
  /// of a controller are there as well, which would say the same again.
  private mutating func decode(
    _ report: ReportRecord, of index: Int, at time: Timestamp
  ) -> Bool {
    guard report.kind == .input, Int(report.device.rawValue) < heads[index].ids.count,
      !devices.contains(where: { $0.role == .pad && $0.level == .evdev })
    else { return false }
    let device = devices[Int(heads[index].ids[Int(report.device.rawValue)].rawValue)]
    let id = device.description
    guard let decoder = PadReportDecoder(vendor: id.vendor, product: id.product) else {
      return false
    }
    do throws(PadReportError) {
      let decoded = try decoder.decode(report.bytes, device: report.device, at: time)
      deliver(.input(.pad(decoded.frame)), of: index, at: time)
      return true
    } catch {
      return false
    }
  }

  private mutating func count(_ level: RecordingLevel, _ device: DeviceID, of index: Int) {
    undecoded[level, default: 0] += 1
    guard Int(device.rawValue) < heads[index].ids.count else { return }
    devices[Int(heads[index].ids[Int(device.rawValue)].rawValue)].recordCount += 1
  }

  /// Gives a recorded event the session's numbers; `nil` if its device is unknown.
  func translate(_ event: InputEvent, of index: Int, at time: Timestamp) -> InputEvent? {
    let ids = heads[index].ids
    let local = Int(event.device.rawValue)
    guard local < ids.count else { return nil }
    let id = ids[local]
    let surface = devices[Int(id.rawValue)].surface ?? SurfaceID(0)
    return event.at(time).moved(to: id, surface: surface)
  }

  private mutating func extendSurfaces() {
    let layout = SurfaceLayout(devices)
    // Known devices keep their surface.
    for index in devices.indices where devices[index].surface == nil {
      guard let wanted = layout.assignment[index] else { continue }
      let partner = devices.indices.first {
        $0 < index && layout.assignment[$0] == wanted && devices[$0].surface != nil
      }
      if let partner {
        devices[index].surface = devices[partner].surface
      } else if var surface = layout.surfaces.first(where: { $0.id == wanted }) {
        surface.id = SurfaceID(UInt32(truncatingIfNeeded: surfaces.count))
        surfaces.append(surface)
        devices[index].surface = surface.id
      }
    }
  }

  private mutating func finish() {
    isFinished = true
    let time = lastTime ?? .zero
    advanceDecoders(to: time)
    for index in decoders.indices {
      let isWanted = wants(index)
      decoders[index]?.decoder.finish(at: time, cause: .endOfRecording) {
        if isWanted { queue.push($0) }
      }
    }
    withheldSince = nil
    for device in held.devices {
      queue.push(.lost(device, at: time, .endOfRecording))
    }
  }
}
