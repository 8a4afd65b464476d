public import FudeEvdev
public import FudeModel
public import FudeRecording

/// What must be done, and when, for other programs to see the controllers of a recording as if they
/// were plugged in.
///
/// A controller recorded at the kernel's level is copied node by node: same name, numbers, codes and
/// axes, same events. Of any other the states are played as a wired Xbox 360 pad. What cannot be
/// played is said in ``notes``.
public struct PadEmulation: Sendable {
  /// A device to make.
  public struct Node: Hashable, Sendable {
    /// What it says of itself.
    public var description: DeviceDescription
    /// Which controller it belongs to.
    public var pad: DeviceID
    /// Whether it is a copy of the recorded one, not a stand-in.
    public var isCopy: Bool
  }

  /// What to do.
  public enum Action: Hashable, Sendable {
    /// Make the device of a number in ``PadEmulation/nodes``.
    case plug(Int)
    /// Take it away.
    case unplug(Int)
    /// Let it send events.
    case send(Int, [RawEvent])
  }

  /// What to do and when.
  public struct Step: Hashable, Sendable {
    /// When, on the recording's clock.
    public var time: Timestamp
    /// What.
    public var action: Action
  }

  /// The devices.
  public private(set) var nodes: [Node] = []
  /// What to do, in order of time. Every device is plugged in at the first moment.
  public private(set) var steps: [Step] = []
  /// What cannot be played, one sentence each.
  public private(set) var notes: [String] = []

  /// How long before its next event a device that was unplugged is made again: programs need some
  /// time to find and open it.
  static let lead = TimeSpan.seconds(1)

  /// Reads recordings that belong together.
  ///
  /// - Throws: `RecordingError` if one is missing or is no recording.
  public init(_ inputs: [RecordingSource]) throws(RecordingError) {
    var reader = try SessionReader(inputs)
    var records: [Record] = []
    let timeline = try PadTimeline(reading: &reader) { record in
      switch record {
      case .raw, .input(.lost): records.append(record)
      default: break
      }
    }
    notes = timeline.notes
    var copies: [DeviceID: Int] = [:]
    for pad in timeline.pads {
      let own = reader.devices.filter { pad.nodes.contains($0.id) && $0.level == .evdev }
      guard own.contains(where: { $0.role == .pad }) else {
        stand(in: pad, timeline)
        continue
      }
      // The pad itself comes last: who opens it finds what belongs to it.
      for device in own.filter({ $0.role != .pad }) + own.filter({ $0.role == .pad }) {
        copies[device.id] = nodes.count
        nodes.append(
          Node(description: device.description.playable, pad: pad.number, isCopy: true))
      }
    }
    copy(records, copies)
    noteWithheld(records, reader.devices.filter { copies[$0.id] != nil })
    let start = steps.map(\.time).min() ?? .zero
    // A sort that keeps the order of what happens at once.
    let order = steps.indices.sorted {
      (steps[$0].time, $0) < (steps[$1].time, $1)
    }
    steps =
      nodes.indices.map { Step(time: start, action: .plug($0)) } + order.map { steps[$0] }
  }

  /// Says which codes of copied nodes are withheld, since no controller has them.
  private mutating func noteWithheld(_ records: [Record], _ devices: [SessionDevice]) {
    for device in devices {
      var withheld = Set(device.description.codes.filter { !$0.isOfPads })
      for case .raw(device.id, let event) in records where !event.eventCode.isOfPads {
        withheld.insert(event.eventCode)
      }
      guard !withheld.isEmpty else { continue }
      notes.append(
        "'\(device.description.name)' has \(withheld.count) codes that no controller has (keys of a "
          + "keyboard, a mouse's movements, switches): they are not played")
    }
  }

  /// Copies the events of nodes.
  private mutating func copy(_ records: [Record], _ copies: [DeviceID: Int]) {
    var frames: [Int: [RawEvent]] = [:]
    var away: [Int: Timestamp] = [:]
    var overflows = 0
    for record in records {
      switch record {
      case .raw(let device, let event):
        guard let node = copies[device] else { continue }
        if event.type == EV.syn, event.code == SYN.dropped { overflows += 1 }
        guard event.isPlayable else { continue }
        frames[node, default: []].append(event)
        guard event.type == EV.syn, event.code == SYN.report else { continue }
        let frame = frames.removeValue(forKey: node) ?? []
        // The kernel passes on no report without news.
        guard frame.count > 1 else { continue }
        if let since = away.removeValue(forKey: node) {
          let time = max(since, event.time - PadEmulation.lead)
          steps.append(Step(time: time, action: .plug(node)))
        }
        steps.append(Step(time: event.time, action: .send(node, frame)))
      case .input(.lost(let device, let time, .removed)):
        guard let node = copies[device], away[node] == nil else { continue }
        frames[node] = nil
        away[node] = time
        steps.append(Step(time: time, action: .unplug(node)))
      default: break
      }
    }
    if overflows > 0 {
      notes.append(
        "the kernel's queue overflowed while this was recorded (\(overflows) times): that cannot be "
          + "played, and what was lost is missing")
    }
  }

  /// Plays a controller's states as a pad that every program knows.
  private mutating func stand(in pad: PadTimeline.Pad, _ timeline: PadTimeline) {
    let node = nodes.count
    nodes.append(
      Node(
        description: XboxPadEncoder.description(name: pad.traits.name), pad: pad.number,
        isCopy: false))
    var encoder = XboxPadEncoder()
    var away: Timestamp?
    for entry in timeline.entries {
      switch entry.event {
      case .report(let report) where report.frame.device == pad.number:
        if let since = away {
          away = nil
          encoder = XboxPadEncoder()
          let time = max(since, entry.time - PadEmulation.lead)
          steps.append(Step(time: time, action: .plug(node)))
        }
        let events = encoder.encode(report.frame)
        if !events.isEmpty { steps.append(Step(time: entry.time, action: .send(node, events))) }
      case .disconnected(pad.number, let time):
        away = time
        steps.append(Step(time: time, action: .unplug(node)))
      default: break
      }
    }
  }
}

extension EventCode {
  /// Whether a controller, its touchpad or its motion sensors may have it. A recording is somebody
  /// else's file: it must not type on this machine, move its mouse or close its lid.
  fileprivate var isOfPads: Bool {
    switch type {
    case EV.key: EventCode.padKeys.contains { $0.contains(code) }
    case EV.rel, EV.sw: false
    default: true
    }
  }

  /// What counts as a controller's own in `linux/input-event-codes.h`.
  private static let padKeys: [ClosedRange<UInt16>] = [
    // Buttons, from BTN_MISC to the last before KEY_OK: those of touchpads too.
    0x100...0x15f,
    // The direction pad (BTN_DPAD_UP and its kind), the grips (BTN_GRIPL and its kind).
    0x220...0x227,
    // BTN_TRIGGER_HAPPY1 to 40.
    0x2c0...0x2e7,
    // KEY_BACK, KEY_RECORD and KEY_HOMEPAGE: view, share and guide of Xbox pads.
    158...158, 167...167, 172...172,
  ]
}

extension RawEvent {
  /// Whether a program may send it: not the kernel's own remarks, and nothing that goes the other
  /// way (lamps, sounds, force feedback) or that no controller has.
  fileprivate var isPlayable: Bool {
    switch type {
    case EV.syn: code == SYN.report
    case EV.key, EV.abs, EV.msc: eventCode.isOfPads
    default: false
    }
  }

  fileprivate var eventCode: EventCode { EventCode(type: type, code: code) }
}

extension DeviceDescription {
  /// A description that the kernel takes: axes whose limits make sense, codes that controllers have.
  fileprivate var playable: DeviceDescription {
    var copy = self
    copy.codes = codes.filter(\.isOfPads)
    copy.axes = axes.compactMap { axis in
      var axis = axis
      guard axis.minimum <= axis.maximum else { return nil }
      let range = Int64(axis.maximum) - Int64(axis.minimum)
      axis.flat = Int32(max(0, min(Int64(axis.flat), min(range, Int64(Int32.max)))))
      axis.value = max(axis.minimum, min(axis.maximum, axis.value))
      // So many fingers no pad has; the kernel keeps room for each.
      if axis.code == ABS.mtSlot { axis.maximum = min(axis.maximum, 63) }
      return axis.code == ABS.mtSlot && axis.minimum < 0 ? nil : axis
    }
    return copy
  }
}
