public import FudeEvdev
public import FudeModel

/// A device of a recording.
public struct RecordedDevice: Hashable, Sendable {
  /// What it says of itself. Empty but for the name where the recording does not hold it.
  public var description: DeviceDescription
  /// How its events are recorded.
  public var level: RecordingLevel
  /// What it is taken for.
  public var role: DeviceRole
  /// The surface that the recording itself declares for it; `nil` if it declares none.
  public var declaredSurface: DeclaredSurface?
  /// Its serial number or radio address, its place on the bus, and other things that tell whose it
  /// is. Left out of what is written unless asked for.
  public var identity: DeviceIdentity?
  /// Whether the description was made up from the events because the recording has none.
  public var isSynthesised: Bool
  /// Its HID report descriptor; `nil` if it is not recorded.
  public var reportDescriptor: [UInt8]?

  /// A device; what is left out is unknown.
  public init(
    description: DeviceDescription, level: RecordingLevel, role: DeviceRole? = nil,
    declaredSurface: DeclaredSurface? = nil, identity: DeviceIdentity? = nil,
    isSynthesised: Bool = false
  ) {
    self.description = description
    self.description.name = description.name.printable
    self.level = level
    self.role = role ?? DeviceRole(of: description)
    self.declaredSurface = declaredSurface
    self.identity = identity
    self.isSynthesised = isSynthesised
  }
}

/// A surface as a recording declares it.
public struct DeclaredSurface: Hashable, Sendable {
  /// The number within the file: devices with the same one share the surface.
  public var number: Int
  /// Its size in millimetres.
  public var size: Size
  /// Whether the millimetres are true.
  public var isMetric: Bool

  /// A surface.
  public init(number: Int, size: Size, isMetric: Bool) {
    self.number = number
    self.size = size
    self.isMetric = isMetric
  }
}

/// How raw a recording's events are.
public enum RecordingLevel: String, Hashable, Sendable, CaseIterable {
  /// The kernel's events.
  case evdev
  /// Pens and contacts in millimetres on the surface, controllers' states.
  case surface
  /// A browser's pointer events.
  case pointer
  /// HID reports.
  case hid
  /// Notifications of a radio link.
  case gatt
}

/// What tells one unit of a product from another, or whose it is.
public struct DeviceIdentity: Hashable, Sendable {
  /// The serial number or radio address (`uniq`).
  public var serial: String?
  /// Where it is plugged in (`phys`).
  public var place: String?

  /// An identity; what is left out is unknown.
  public init(serial: String? = nil, place: String? = nil) {
    self.serial = serial
    self.place = place
  }
}

/// Where a recording comes from, as its own header says.
public struct Provenance: Hashable, Sendable {
  /// The program that wrote it.
  public var writer: String?
  /// Where the data came from: a device, another recording, a report.
  public var source: String?
  /// The generator and its parameters, if the events were made and not measured.
  public var simulation: String?
  /// The seed of the generator.
  public var seed: UInt64?
  /// The operating system's kernel.
  public var kernel: String?
  /// The machine, as its firmware names it. Left out of what is written unless asked for.
  public var machine: String?
  /// Other remarks, in order.
  public var remarks: [String]
  /// The time on the source's own clock that is the recording's zero.
  public var origin = Timestamp.zero

  /// A provenance; what is left out is unknown.
  public init(
    writer: String? = nil, source: String? = nil, simulation: String? = nil, seed: UInt64? = nil,
    kernel: String? = nil, machine: String? = nil, remarks: [String] = []
  ) {
    self.writer = writer
    self.source = source
    self.simulation = simulation
    self.seed = seed
    self.kernel = kernel
    self.machine = machine
    self.remarks = remarks
  }
}
