/// A device within one session; numbered from 0 in the order in which devices appeared.
public struct DeviceID: Hashable, Comparable, Sendable {
  /// The number.
  public var rawValue: UInt32

  /// The device numbered `rawValue`.
  @inlinable
  public init(_ rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Whether `lhs` appeared before `rhs`.
  @inlinable
  public static func < (lhs: DeviceID, rhs: DeviceID) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// One touch from landing to lift; unique within a session and never reused.
///
/// Kernels and browsers reuse their own contact numbers: whoever decodes their events gives each
/// landing a fresh identifier.
public struct ContactID: Hashable, Comparable, Sendable {
  /// The number.
  public var rawValue: UInt64

  /// The contact numbered `rawValue`.
  @inlinable
  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Whether `lhs` landed before `rhs` on the same source.
  @inlinable
  public static func < (lhs: ContactID, rhs: ContactID) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// A surface on which pens and fingers share one coordinate space.
public struct SurfaceID: Hashable, Comparable, Sendable {
  /// The number.
  public var rawValue: UInt32

  /// The surface numbered `rawValue`.
  @inlinable
  public init(_ rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Whether `lhs` has the smaller number.
  @inlinable
  public static func < (lhs: SurfaceID, rhs: SurfaceID) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// A surface and what is known of its size.
///
/// A pen gates only the touches that share its surface.
public struct Surface: Hashable, Sendable {
  /// Which surface.
  public var id: SurfaceID
  /// The size in millimetres; nominal when ``isMetric`` is false.
  public var size: Size
  /// Whether the size comes from the device. If not, the longer side is called 250 mm.
  public var isMetric: Bool

  /// The nominal length of a longer side whose true length is unknown, in millimetres.
  ///
  /// Between a small tablet's active area (157 mm) and a large one's (325 mm).
  public static var nominalLongSide: Double { 250 }

  /// A surface with a known (`isMetric`) or nominal size.
  @inlinable
  public init(id: SurfaceID, size: Size, isMetric: Bool) {
    self.id = id
    self.size = size
    self.isMetric = isMetric
  }
}
