import FudeEvdev
import FudeModel

/// A pen with the usual codes, 100 × 60 mm at 100 units a millimetre.
func penDescription(_ keys: [UInt16] = [0x140, 0x141, 0x14a, 0x14b, 0x14c]) -> DeviceDescription {
  DeviceDescription(
    name: "pen", properties: [1], codes: keys.map { EventCode(type: 1, code: $0) },
    axes: [
      AxisDescription(code: 0, minimum: 0, maximum: 10000, resolution: 100),
      AxisDescription(code: 1, minimum: 0, maximum: 6000, resolution: 100),
      AxisDescription(code: 0x18, minimum: 0, maximum: 1000),
    ])
}

/// A touchscreen of 100 × 60 mm with slots.
func touchDescription(slots: Int32 = 10) -> DeviceDescription {
  DeviceDescription(
    name: "touch", properties: [1], codes: [EventCode(type: 1, code: 0x14a)],
    axes: [
      AxisDescription(code: 0x2f, minimum: 0, maximum: slots - 1),
      AxisDescription(code: 0x35, minimum: 0, maximum: 1000, resolution: 10),
      AxisDescription(code: 0x36, minimum: 0, maximum: 600, resolution: 10),
      AxisDescription(code: 0x37, minimum: 0, maximum: 2),
      AxisDescription(code: 0x39, minimum: 0, maximum: 65535),
    ])
}

/// One frame: a time in milliseconds and events of type, code and value; `SYN_REPORT` is added.
struct Frame {
  var ms: Int64
  var events: [(UInt16, UInt16, Int32)]

  init(_ ms: Int64, _ events: [(UInt16, UInt16, Int32)]) {
    self.ms = ms
    self.events = events
  }
}

/// Runs frames through a decoder, letting time pass as a session would, and ends the recording.
func decode(
  _ description: DeviceDescription, _ frames: [Frame], options: EvdevDecoder.Options = .init(),
  role: DeviceRole? = nil, ends: Bool = true
) -> (events: [InputEvent], notes: [DecoderNote]) {
  let size = surfaceSize(of: description)
  let surface = Surface(
    id: SurfaceID(0), size: size?.size ?? Size(width: 1, height: 1),
    isMetric: size?.isMetric ?? false)
  var decoder = EvdevDecoder(
    device: DeviceID(0), description: description, surface: surface, options: options)
  var result: [InputEvent] = []
  var last = Timestamp.zero
  for frame in frames {
    let time = Timestamp(microseconds: frame.ms * 1000)
    while let due = decoder.deadline, due <= time {
      decoder.advance(to: due) { result.append($0) }
    }
    for event in frame.events {
      decoder.receive(RawEvent(time: time, type: event.0, code: event.1, value: event.2)) {
        result.append($0)
      }
    }
    decoder.receive(RawEvent(time: time, type: 0, code: 0, value: 0)) { result.append($0) }
    last = time
  }
  if ends { decoder.finish(at: last, cause: .endOfRecording) { result.append($0) } }
  return (result, decoder.notes)
}

/// The strokes of a pen: for each, the times in milliseconds at which its samples touch.
func strokes(_ events: [InputEvent]) -> [[Int64]] {
  var result: [[Int64]] = []
  var isDown = false
  for event in events {
    guard case .pen(let sample) = event else {
      if case .lost = event { isDown = false }
      continue
    }
    if sample.state == .touching {
      if !isDown { result.append([]) }
      result[result.count - 1].append(sample.time.microseconds / 1000)
    }
    isDown = sample.state == .touching
  }
  return result
}
