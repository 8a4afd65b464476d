/// What a device says of itself, before it says anything else.
///
/// A device is known by what it can do, never by its name.
public struct DeviceDescription: Hashable, Sendable {
  /// The name as reported; for people only.
  public var name: String
  /// Bus, vendor, product and version, as in the kernel's `input_id`.
  public var bus: UInt16
  /// The vendor's number.
  public var vendor: UInt16
  /// The product's number.
  public var product: UInt16
  /// The version's number.
  public var version: UInt16
  /// Input properties (`INPUT_PROP_…`), ascending.
  public var properties: [UInt16]
  /// Codes supported for each event type other than `EV_ABS`, ascending in each.
  public var codes: [EventCode]
  /// Absolute axes, ascending by code.
  public var axes: [AxisDescription]

  /// A description; what is left out is empty.
  public init(
    name: String, bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0,
    properties: [UInt16] = [], codes: [EventCode] = [], axes: [AxisDescription] = []
  ) {
    self.name = name
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.version = version
    self.properties = properties
    self.codes = codes
    self.axes = axes
  }

  /// The axis of an `ABS_…` code; `nil` if the device has none.
  public func axis(_ code: UInt16) -> AxisDescription? {
    axes.first { $0.code == code }
  }

  /// Whether the device supports an event.
  public func supports(type: UInt16, code: UInt16) -> Bool {
    codes.contains(EventCode(type: type, code: code))
  }
}

/// An event's type and code, as in `linux/input-event-codes.h`.
public struct EventCode: Hashable, Comparable, Sendable {
  /// `EV_KEY`, `EV_REL` and so on.
  public var type: UInt16
  /// The code within the type.
  public var code: UInt16

  /// An event of `type` and `code`.
  @inlinable
  public init(type: UInt16, code: UInt16) {
    self.type = type
    self.code = code
  }

  /// Ordered by type, then code.
  @inlinable
  public static func < (lhs: EventCode, rhs: EventCode) -> Bool {
    (lhs.type, lhs.code) < (rhs.type, rhs.code)
  }
}

/// An absolute axis, as the kernel's `input_absinfo` describes it.
public struct AxisDescription: Hashable, Sendable {
  /// The `ABS_…` code.
  public var code: UInt16
  /// The value when the description was taken.
  public var value: Int32
  /// The smallest value.
  public var minimum: Int32
  /// The largest value.
  public var maximum: Int32
  /// The noise that the kernel filters, in the axis's units.
  public var fuzz: Int32
  /// The half width of the rest zone, in the axis's units.
  public var flat: Int32
  /// Units a millimetre, or a radian for angles; 0 if unknown.
  public var resolution: Int32

  /// An axis; what is left out is 0.
  @inlinable
  public init(
    code: UInt16, value: Int32 = 0, minimum: Int32, maximum: Int32, fuzz: Int32 = 0,
    flat: Int32 = 0, resolution: Int32 = 0
  ) {
    self.code = code
    self.value = value
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
  }

  /// A value as a fraction of the range, clamped to `0...1`; 0 when the range is empty.
  @inlinable
  public func fraction(of value: Int32) -> Double {
    let span = Double(maximum) - Double(minimum)
    guard span > 0 else { return 0 }
    return max(0, min(1, (Double(value) - Double(minimum)) / span))
  }
}
