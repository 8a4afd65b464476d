/// One touch contact in one frame.
public struct Contact: Hashable, Sendable {
  /// Which contact; the same from landing to lift.
  public var id: ContactID
  /// What happened to it in this frame.
  public var phase: ContactPhase
  /// Its centre; at `ended` and `cancelled` the last place known.
  public var position: Point
  /// Its extent; `nil` if the device tells none, or only a placeholder.
  public var size: ContactSize?
  /// Force or signal as a fraction of the device's full scale, `0...1`; `nil` if not measured.
  public var pressure: Float?
  /// Whether the device itself calls it a palm (`MT_TOOL_PALM`).
  public var isPalmByDevice: Bool

  /// A contact as reported; what is left out is unknown.
  @inlinable
  public init(
    id: ContactID, phase: ContactPhase, position: Point, size: ContactSize? = nil,
    pressure: Float? = nil, isPalmByDevice: Bool = false
  ) {
    self.id = id
    self.phase = phase
    self.position = position
    self.size = size
    self.pressure = pressure
    self.isPalmByDevice = isPalmByDevice
  }
}

/// A step in a contact's life.
public enum ContactPhase: UInt8, Hashable, Sendable {
  /// It landed.
  case began
  /// It moved, or its size, force or palm flag changed.
  case moved
  /// It lifted.
  case ended
  /// The system took it away: device lost, overflow, a gesture of the system.
  case cancelled
}

/// The extent of a contact.
///
/// In the device's own unit: reported millimetres differ between touchscreens by a factor of ten
/// thousand, so sizes are only ever compared with other sizes of the same device.
public struct ContactSize: Hashable, Sendable {
  /// The longer diameter, ≥ 0.
  public var major: Float
  /// The shorter diameter, ≥ 0.
  public var minor: Float
  /// The longer diameter's angle to the vertical in radians, `-π/2...π/2`, clockwise; `nil` if not
  /// measured.
  public var orientation: Float?

  /// An extent of `major` by `minor`.
  @inlinable
  public init(major: Float, minor: Float, orientation: Float? = nil) {
    self.major = major
    self.minor = minor
    self.orientation = orientation
  }
}

/// All that one touch device said at one moment.
public struct TouchFrame: Hashable, Sendable {
  /// When the device measured it.
  public var time: Timestamp
  /// Which device.
  public var device: DeviceID
  /// Where its coordinates live.
  public var surface: SurfaceID
  /// The contacts for which something changed, each once. A contact that is not listed stayed as
  /// it was.
  public var contacts: [Contact]

  /// A frame of `contacts`.
  @inlinable
  public init(time: Timestamp, device: DeviceID, surface: SurfaceID, contacts: [Contact]) {
    self.time = time
    self.device = device
    self.surface = surface
    self.contacts = contacts
  }
}
