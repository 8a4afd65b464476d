public import FudeEvdev
public import FudeModel

/// A device of a session.
public struct SessionDevice: Hashable, Sendable, Identifiable {
  /// Its number in the session.
  public let id: DeviceID
  /// What the recording says of it.
  public let device: RecordedDevice
  /// The file that it is recorded in.
  public let file: String
  /// The input's number.
  let track: Int
  /// What it is taken for, in the company it is in: a touchpad that shares a pen's surface is that
  /// tablet's touch layer.
  public internal(set) var role: DeviceRole
  /// Where its coordinates live; `nil` if it has none.
  public internal(set) var surface: SurfaceID?
  /// Raw events or records read of it so far.
  public internal(set) var recordCount = 0

  init(id: DeviceID, device: RecordedDevice, file: String, track: Int, surface: SurfaceID?) {
    self.id = id
    self.device = device
    self.file = file
    self.track = track
    self.surface = surface
    role = device.role
  }

  /// What it says of itself.
  public var description: DeviceDescription { device.description }
  /// How its events are recorded.
  public var level: RecordingLevel { device.level }
}
