public import FudeEvdev
public import FudeModel

/// One thing that a recording holds, at the level at which it holds it.
public enum Record: Hashable, Sendable {
  /// An event of the kernel.
  case raw(DeviceID, RawEvent)
  /// A pen, touch, pad or loss, already decoded by whoever recorded it.
  case input(InputEvent)
  /// A browser's pointer event.
  case pointer(PointerRecord)
  /// A HID report.
  case report(ReportRecord)
  /// A packet or change of a radio link.
  case link(LinkRecord)
  /// A remark, a label or an expectation.
  case annotation(Annotation)

  /// When it happened; `nil` for an annotation of the whole recording.
  public var time: Timestamp? {
    switch self {
    case .raw(_, let event): event.time
    case .input(let event): event.time
    case .pointer(let record): record.time
    case .report(let record): record.time
    case .link(let record): record.time
    case .annotation(let annotation): annotation.time
    }
  }
}

/// A remark inside a recording.
public struct Annotation: Hashable, Sendable {
  /// When it applies; `nil` if to the whole recording.
  public var time: Timestamp?
  /// The device it is about, if any.
  public var device: DeviceID?
  /// The text.
  public var text: String
  /// Whether it states what should come out, rather than what happened.
  public var isExpectation: Bool

  /// A remark.
  public init(
    time: Timestamp? = nil, device: DeviceID? = nil, text: String, isExpectation: Bool = false
  ) {
    self.time = time
    self.device = device
    self.text = text
    self.isExpectation = isExpectation
  }
}

/// A HID report as it went over the wire.
public struct ReportRecord: Hashable, Sendable {
  /// When it was read or written.
  public var time: Timestamp
  /// The device.
  public var device: DeviceID
  /// Which way it went and of what kind it is.
  public var kind: Kind
  /// The report, its number first if the device numbers them.
  public var bytes: [UInt8]
  /// What the recorder was doing, if it said so.
  public var label: String?

  /// A report.
  public init(
    time: Timestamp, device: DeviceID, kind: Kind = .input, bytes: [UInt8], label: String? = nil
  ) {
    self.time = time
    self.device = device
    self.kind = kind
    self.bytes = bytes
    self.label = label
  }

  /// A kind of HID report.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// From the device.
    case input
    /// To the device.
    case output
    /// Settings, either way.
    case feature
  }
}

/// A packet or a change of state of a radio link.
public struct LinkRecord: Hashable, Sendable {
  /// When it was received.
  public var time: Timestamp
  /// The device.
  public var device: DeviceID
  /// What came.
  public var content: Content

  /// A packet or change.
  public init(time: Timestamp, device: DeviceID, content: Content) {
    self.time = time
    self.device = device
    self.content = content
  }

  /// What a radio link can bring.
  public enum Content: Hashable, Sendable {
    /// A notification of a GATT characteristic, named by its UUID.
    case notification(characteristic: String, bytes: [UInt8])
    /// The answer to a read.
    case read(characteristic: String, bytes: [UInt8])
    /// What was written.
    case write(characteristic: String, bytes: [UInt8])
    /// The link's state changed, in the recorder's own word, such as `connected`.
    case state(String)
    /// An advertisement's strength in dBm.
    case signal(rssi: Int)
  }
}

/// A browser's pointer event, as it came.
public struct PointerRecord: Hashable, Sendable {
  /// When: the event's `timeStamp`.
  public var time: Timestamp
  /// The device: one for each `pointerType`.
  public var device: DeviceID
  /// The event's name without `pointer`: `down`, `move`, `up`, `cancel`, `enter`, `leave`, `over`,
  /// `out`, `rawupdate`.
  public var event: String
  /// `pointerId`.
  public var pointer: Int64
  /// `pointerType`: `pen`, `touch` or `mouse`.
  public var kind: String
  /// Where, in millimetres on the surface.
  public var position: Point
  /// `pressure`, as it came.
  public var pressure: Double?
  /// `tiltX` and `tiltY` in degrees, as they came.
  public var tilt: SIMD2<Double>?
  /// `twist` in degrees, as it came.
  public var twist: Double?
  /// `width` and `height` in CSS pixels, as they came.
  public var size: SIMD2<Double>?
  /// `buttons`.
  public var buttons: Int64
  /// Whether this is one of the coalesced events of the next one that is not.
  public var isCoalesced: Bool

  /// An event; what is left out did not come.
  public init(
    time: Timestamp, device: DeviceID, event: String, pointer: Int64, kind: String,
    position: Point, pressure: Double? = nil, tilt: SIMD2<Double>? = nil, twist: Double? = nil,
    size: SIMD2<Double>? = nil, buttons: Int64 = 0, isCoalesced: Bool = false
  ) {
    self.time = time
    self.device = device
    self.event = event
    self.pointer = pointer
    self.kind = kind
    self.position = position
    self.pressure = pressure
    self.tilt = tilt
    self.twist = twist
    self.size = size
    self.buttons = buttons
    self.isCoalesced = isCoalesced
  }
}
