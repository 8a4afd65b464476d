public import FudeModel

extension SessionDevice {
  /// The device as one recording of the whole session would hold it: a declared surface gets the
  /// session's number.
  public var recorded: RecordedDevice {
    var device = device
    if let surface { device.declaredSurface?.number = Int(surface.rawValue) }
    return device
  }
}

extension Record {
  /// The record with other device numbers; `nil` if its device has none.
  public func renumbered(_ numbers: [DeviceID: DeviceID]) -> Record? {
    switch self {
    case .raw(let device, let event):
      return numbers[device].map { .raw($0, event) }
    case .input(let event):
      guard let device = numbers[event.device] else { return nil }
      return .input(event.moved(to: device, surface: SurfaceID(0), keep: true))
    case .pointer(var pointer):
      guard let device = numbers[pointer.device] else { return nil }
      pointer.device = device
      return .pointer(pointer)
    case .report(var report):
      guard let device = numbers[report.device] else { return nil }
      report.device = device
      return .report(report)
    case .link(var link):
      guard let device = numbers[link.device] else { return nil }
      link.device = device
      return .link(link)
    case .annotation(var annotation):
      if let device = annotation.device {
        guard let other = numbers[device] else { return nil }
        annotation.device = other
      }
      return .annotation(annotation)
    }
  }
}
