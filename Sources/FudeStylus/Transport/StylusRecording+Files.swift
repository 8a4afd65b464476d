public import FudeRecording
import FudeEvdev
import FudeModel
import FudePen

extension StylusRecording {
  /// Reads a session with touches and GATT notifications.
  ///
  /// - Throws: `RecordingError` if it can't be read.
  public init(reading sources: [RecordingSource]) throws(RecordingError) {
    var reader = try SessionReader(sources)
    try self.init(reading: &reader)
  }

  /// Reads the rest of a session that is open already.
  package init(reading reader: inout SessionReader) throws(RecordingError) {
    var steps: [Step] = []
    var heard: Set<DeviceID> = []
    var facts: [DeviceID: SimulatedPen] = [:]
    while let record = try reader.nextRecord() {
      switch record {
      case .input(.touch(let frame)): steps.append(.touch(frame))
      case .input(.lost(let device, let time, let cause)):
        steps.append(.lost(device, at: time, cause))
      case .link(let link):
        if heard.insert(link.device).inserted {
          facts[link.device] = StylusRecording.pen(link.device, of: reader.devices)
        }
        if let event = StylusRecording.event(link) { steps.append(.radio(event)) }
      default: break
      }
    }
    self.init(steps: steps, pens: facts.values.sorted { $0.id < $1.id })
    touchscreen = reader.devices.first { !heard.contains($0.id) }?.device
  }

  private static func pen(_ id: DeviceID, of devices: [SessionDevice]) -> SimulatedPen {
    let device = devices.first { $0.id == id }?.device
    return SimulatedPen(
      id: id, name: device?.description.name ?? "pen \(id.rawValue)", maker: "recorded",
      serial: device?.identity?.serial ?? "recorded-\(id.rawValue)")
  }

  private static func event(_ link: LinkRecord) -> TransportEvent? {
    switch link.content {
    case .notification(let uuid, let bytes), .read(let uuid, let bytes):
      guard let characteristic = PenCharacteristic(uuid: uuid) else { return nil }
      return TransportEvent(time: link.time, kind: .value(link.device, characteristic, bytes))
    case .state("disconnected"):
      return TransportEvent(time: link.time, kind: .unlinked(link.device, .timeout))
    case .write, .state, .signal: return nil
    }
  }

  /// Writes the session: the touch screen, then each pen, then everything by time.
  ///
  /// - Throws: `RecordingError` if it can't be written.
  public func write(
    to output: RecordingOutput, provenance: Provenance, surface: DeclaredSurface
  ) throws(RecordingError) {
    var writer = try RecordingWriter(to: output, provenance: provenance)
    var screen = RecordedDevice(
      description: DeviceDescription(name: "Touch screen"), level: .surface, role: .touch)
    screen.declaredSurface = surface
    let touch = try writer.add(screen)
    var numbers: [DeviceID: DeviceID] = [:]
    for pen in pens {
      numbers[pen.id] = try writer.add(
        RecordedDevice(
          description: DeviceDescription(name: pen.name), level: .gatt, role: .pen,
          identity: DeviceIdentity(serial: pen.serial)))
    }
    for step in steps {
      switch step {
      case .touch(var frame):
        frame.device = touch
        try writer.write(.input(.touch(frame)))
      case .lost(_, let time, let cause):
        try writer.write(.input(.lost(touch, at: time, cause)))
      case .radio(let event):
        if let record = StylusRecording.record(event, numbers) { try writer.write(.link(record)) }
      }
    }
    try writer.finish()
  }

  private static func record(
    _ event: TransportEvent, _ numbers: [DeviceID: DeviceID]
  ) -> LinkRecord? {
    switch event.kind {
    case .value(let pen, let characteristic, let bytes):
      numbers[pen].map {
        LinkRecord(
          time: event.time, device: $0,
          content: .notification(characteristic: characteristic.uuid, bytes: bytes))
      }
    case .unlinked(let pen, _):
      numbers[pen].map {
        LinkRecord(time: event.time, device: $0, content: .state("disconnected"))
      }
    case .radio, .advertisement, .linked, .ready, .unsupported, .address: nil
    }
  }
}
