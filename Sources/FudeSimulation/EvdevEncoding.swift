import FudeEvdev
import FudeModel

/// Turns a simulated pen and simulated contacts into what the kernel would have said.
struct EvdevEncoding {
  private(set) var events: [Simulation.Event] = []
  private(set) var labels: [Simulation.Label] = []

  /// The screen of a 12-inch 2-in-1.
  static let size = Size(width: 260, height: 173)

  /// Whether the sensor sees `place`.
  static func covers(_ place: Point) -> Bool {
    (0...size.width).contains(place.x) && (0...size.height).contains(place.y)
  }

  private static let penUnits = 100.0
  private static let touchUnits = 40.0
  private static let pressureMaximum = 4095.0

  private enum Code {
    static let x: UInt16 = 0x00
    static let y: UInt16 = 0x01
    static let pressure: UInt16 = 0x18
    static let distance: UInt16 = 0x19
    static let tiltX: UInt16 = 0x1a
    static let tiltY: UInt16 = 0x1b
    static let slot: UInt16 = 0x2f
    static let touchMajor: UInt16 = 0x30
    static let touchMinor: UInt16 = 0x31
    static let positionX: UInt16 = 0x35
    static let positionY: UInt16 = 0x36
    static let trackingID: UInt16 = 0x39
    static let toolPen: UInt16 = 0x140
    static let toolRubber: UInt16 = 0x141
    static let touch: UInt16 = 0x14a
    static let stylus: UInt16 = 0x14b
  }

  /// A pen and a touchscreen that share one screen.
  static let devices: [DeviceDescription] = [
    DeviceDescription(
      name: "Fude simulated pen", bus: 0x06, properties: [1],
      codes: [0x140, 0x141, 0x14a, 0x14b].map { EventCode(type: 1, code: $0) },
      axes: [
        axis(Code.x, size.width * penUnits, resolution: penUnits),
        axis(Code.y, size.height * penUnits, resolution: penUnits),
        axis(Code.pressure, pressureMaximum), axis(Code.distance, 255),
        AxisDescription(code: Code.tiltX, minimum: -9000, maximum: 9000, resolution: 5730),
        AxisDescription(code: Code.tiltY, minimum: -9000, maximum: 9000, resolution: 5730),
      ]),
    DeviceDescription(
      name: "Fude simulated touchscreen", bus: 0x06, properties: [1],
      codes: [EventCode(type: 1, code: Code.touch)],
      axes: [
        axis(Code.slot, 9), axis(Code.touchMajor, 2000, resolution: touchUnits),
        axis(Code.touchMinor, 2000, resolution: touchUnits),
        axis(Code.positionX, size.width * touchUnits, resolution: touchUnits),
        axis(Code.positionY, size.height * touchUnits, resolution: touchUnits),
        axis(Code.trackingID, 65535),
      ]),
  ]

  private static func axis(
    _ code: UInt16, _ maximum: Double, resolution: Double = 0
  ) -> AxisDescription {
    AxisDescription(
      code: code, minimum: 0, maximum: Int32(maximum), resolution: Int32(resolution))
  }

  init(pen samples: [PenSample], tracks: [ContactTrack]) {
    var touch: [Simulation.Event] = []
    encode(tracks, into: &touch)
    var pen: [Simulation.Event] = []
    Self.encode(samples, into: &pen)
    merge(pen, touch)
  }

  /// Both are in time already; the pen goes first when they meet.
  private mutating func merge(_ pen: [Simulation.Event], _ touch: [Simulation.Event]) {
    var next = 0
    for event in pen {
      while next < touch.count && touch[next].raw.time < event.raw.time {
        events.append(touch[next])
        next += 1
      }
      events.append(event)
    }
    events += touch[next...]
  }

  private static func encode(_ samples: [PenSample], into events: inout [Simulation.Event]) {
    var state: [EventCode: Int32] = [:]
    for sample in samples {
      let writer = FrameWriter(device: DeviceID(0), time: sample.time)
      let inRange = sample.state.isInRange
      if let place = sample.position, inRange {
        writer.put(3, Code.x, place.x * penUnits, &state, &events)
        writer.put(3, Code.y, place.y * penUnits, &state, &events)
      }
      if let tilt = sample.tilt {
        writer.put(3, Code.tiltX, Double(tilt.x) * 5730, &state, &events)
        writer.put(3, Code.tiltY, Double(tilt.y) * 5730, &state, &events)
      }
      let isTouching = sample.state == .touching
      if case .hovering(let distance?) = sample.state {
        writer.put(3, Code.distance, Double(distance) * 255, &state, &events)
      }
      writer.put(
        3, Code.pressure, isTouching ? Double(sample.pressure ?? 0) * pressureMaximum : 0, &state,
        &events)
      writer.put(1, Code.toolPen, inRange ? 1 : 0, &state, &events)
      writer.put(1, Code.touch, isTouching ? 1 : 0, &state, &events)
      writer.end(&events)
    }
  }

  private mutating func encode(_ tracks: [ContactTrack], into events: inout [Simulation.Event]) {
    let tracks = tracks.filter { !$0.reports.isEmpty }.sorted {
      ($0.reports[0].time, $0.reports[0].position.x)
        < ($1.reports[0].time, $1.reports[0].position.x)
    }
    for (index, track) in tracks.enumerated() {
      labels.append(
        Simulation.Label(
          trackingID: Int32(index), began: track.reports[0].time,
          ended: track.reports[track.reports.count - 1].time, truth: track.truth))
    }
    guard let first = tracks.first else { return }
    var live: [(slot: Int, track: Int, next: Int)] = []
    var started = 0
    var time = first.reports[0].time
    while started < tracks.count || !live.isEmpty {
      let writer = FrameWriter(device: DeviceID(1), time: time)
      let before = events.count
      for (slot, track, next) in live where next >= tracks[track].reports.count {
        writer.add(3, Code.slot, Int32(slot), &events)
        writer.add(3, Code.trackingID, -1, &events)
      }
      live.removeAll { $0.next >= tracks[$0.track].reports.count }
      while started < tracks.count && tracks[started].reports[0].time <= time {
        let slot = (0..<10).first { slot in !live.contains { $0.slot == slot } }
        // A sensor with ten slots does not see an eleventh contact.
        if let slot {
          live.append((slot, started, 0))
          writer.add(3, Code.slot, Int32(slot), &events)
          writer.add(3, Code.trackingID, Int32(started), &events)
        }
        started += 1
      }
      for index in live.indices {
        report(
          tracks[live[index].track].reports[live[index].next], live[index].slot, writer, &events)
        live[index].next += 1
      }
      if events.count > before {
        writer.end(&events)
      }
      time = time + TimeSpan(microseconds: TouchClock.interval)
      if live.isEmpty && started < tracks.count { time = tracks[started].reports[0].time }
    }
  }

  private func report(
    _ report: ContactTrack.Report, _ slot: Int, _ writer: FrameWriter,
    _ events: inout [Simulation.Event]
  ) {
    let units = Self.touchUnits
    let x = max(0, min(Self.size.width, report.position.x)) * units
    let y = max(0, min(Self.size.height, report.position.y)) * units
    writer.add(3, Code.slot, Int32(slot), &events)
    writer.add(3, Code.positionX, Int32(x), &events)
    writer.add(3, Code.positionY, Int32(y), &events)
    writer.add(3, Code.touchMajor, Int32(report.major * units), &events)
    writer.add(3, Code.touchMinor, Int32(report.minor * units), &events)
  }
}

/// Writes the events of one frame.
private struct FrameWriter {
  let device: DeviceID
  let time: Timestamp

  /// Adds an event.
  func add(_ type: UInt16, _ code: UInt16, _ value: Int32, _ events: inout [Simulation.Event]) {
    events.append(
      Simulation.Event(
        device: device, raw: RawEvent(time: time, type: type, code: code, value: value)))
  }

  /// Adds an event unless the kernel would leave it out because nothing changed.
  func put(
    _ type: UInt16, _ code: UInt16, _ value: Double, _ state: inout [EventCode: Int32],
    _ events: inout [Simulation.Event]
  ) {
    let rounded = Int32(value.rounded())
    let key = EventCode(type: type, code: code)
    guard state[key, default: 0] != rounded else { return }
    state[key] = rounded
    add(type, code, rounded, &events)
  }

  /// Ends the frame.
  func end(_ events: inout [Simulation.Event]) {
    add(0, 0, 0, &events)
  }
}
