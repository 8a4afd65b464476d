import FudeEvdev
public import FudeModel

extension Simulation {
  /// The session as the decoder gives it: pen samples and touch frames by time.
  public var inputEvents: [InputEvent] {
    let surface = Surface(id: SurfaceID(0), size: EvdevEncoding.size, isMetric: true)
    var decoders = devices.enumerated().map { index, description in
      EvdevDecoder(device: DeviceID(UInt32(index)), description: description, surface: surface)
    }
    var decoded: [InputEvent] = []
    for event in events {
      let index = Int(event.device.rawValue)
      guard index < decoders.count else { continue }
      decoders[index].receive(event.raw) { decoded.append($0) }
    }
    return decoded
  }
}
