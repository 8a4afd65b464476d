/// A name of an element, whatever its kind.
public protocol GCPhysicalInputElementTypedName: RawRepresentable, Hashable, Sendable
where RawValue == String {
  /// The kind of element that the name is of.
  associatedtype PhysicalInputElement
}

/// The name of any element.
public struct GCPhysicalInputElementName: GCPhysicalInputElementTypedName {
  /// The kind of element.
  public typealias PhysicalInputElement = any GCPhysicalInputElement
  /// The name.
  public var rawValue: String
  /// A name.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The name of a button.
public struct GCButtonElementName: GCPhysicalInputElementTypedName {
  /// The kind of element.
  public typealias PhysicalInputElement = any GCButtonElement
  /// The name.
  public var rawValue: String
  /// A name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The lower face button.
  public static let a = Self(rawValue: GCInputButtonA)
  /// The right face button.
  public static let b = Self(rawValue: GCInputButtonB)
  /// The left face button.
  public static let x = Self(rawValue: GCInputButtonX)
  /// The upper face button.
  public static let y = Self(rawValue: GCInputButtonY)
  /// The menu button.
  public static let menu = Self(rawValue: GCInputButtonMenu)
  /// The secondary menu button.
  public static let options = Self(rawValue: GCInputButtonOptions)
  /// The home button.
  public static let home = Self(rawValue: GCInputButtonHome)
  /// The share button.
  public static let share = Self(rawValue: GCInputButtonShare)
  /// The left shoulder button.
  public static let leftShoulder = Self(rawValue: GCInputLeftShoulder)
  /// The right shoulder button.
  public static let rightShoulder = Self(rawValue: GCInputRightShoulder)
  /// The left trigger.
  public static let leftTrigger = Self(rawValue: GCInputLeftTrigger)
  /// The right trigger.
  public static let rightTrigger = Self(rawValue: GCInputRightTrigger)
  /// A press on the left stick.
  public static let leftThumbstickButton = Self(rawValue: GCInputLeftThumbstickButton)
  /// A press on the right stick.
  public static let rightThumbstickButton = Self(rawValue: GCInputRightThumbstickButton)
}

/// The name of an axis that stands alone.
public struct GCAxisElementName: GCPhysicalInputElementTypedName {
  /// The kind of element.
  public typealias PhysicalInputElement = any GCAxisElement
  /// The name.
  public var rawValue: String
  /// A name.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The name of a switch.
public struct GCSwitchElementName: GCPhysicalInputElementTypedName {
  /// The kind of element.
  public typealias PhysicalInputElement = any GCSwitchElement
  /// The name.
  public var rawValue: String
  /// A name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The direction pad, as a switch of nine positions.
  public static let directionPad = Self(rawValue: GCInputDirectionPad)
}

/// The name of a direction pad or stick.
public struct GCDirectionPadElementName: GCPhysicalInputElementTypedName {
  /// The kind of element.
  public typealias PhysicalInputElement = any GCDirectionPadElement
  /// The name.
  public var rawValue: String
  /// A name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The direction pad.
  public static let directionPad = Self(rawValue: GCInputDirectionPad)
  /// The left stick.
  public static let leftThumbstick = Self(rawValue: GCInputLeftThumbstick)
  /// The right stick.
  public static let rightThumbstick = Self(rawValue: GCInputRightThumbstick)
}
