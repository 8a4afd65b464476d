public import FudeModel
public import FudePad

/// Where controllers come from: what a back-end must provide, whole.
///
/// SDL, a recording and a program are peers behind it. A source numbers its controllers itself;
/// a number is used again only for the same controller.
public protocol PadSource: AnyObject, Sendable {
  /// Begins to tell what happens, from any one thread at a time, until ``stop()`` returns.
  ///
  /// - Throws: if nothing can ever come from here.
  func start(_ deliver: @escaping @Sendable (PadSourceEvent) -> Void) throws(PadSourceError)

  /// Ends it; controllers still there are told to be gone first.
  func stop()

  /// Makes a controller do something. What it cannot do is ignored; a controller that is gone too.
  func perform(_ command: PadCommand, on pad: DeviceID)
}

/// What happens at a source.
public enum PadSourceEvent: Sendable {
  /// A controller is there. It rests until its first report.
  case connected(DeviceID, PadTraits)
  /// Its whole state.
  case report(PadReport)
  /// It is gone.
  case disconnected(DeviceID, at: Timestamp)
  /// Something that a person should know and can mend.
  case advice(String)
}

/// What a source can be told to do.
public enum PadCommand: Hashable, Sendable {
  /// Turns the two motors for some time: strength of the heavy and of the light one, `0...1`.
  case rumble(heavy: Float, light: Float, TimeSpan)
  /// Turns the motors in the triggers, `0...1`.
  case triggerRumble(left: Float, right: Float, TimeSpan)
  /// Lights the lamp: red, green and blue, `0...1`.
  case light(red: Float, green: Float, blue: Float)
  /// Shows a player's number, from 0; `nil` for none.
  case player(Int?)
  /// Switches the motion sensors.
  case sensors(Bool)
  /// Lets the triggers resist or vibrate; `nil` leaves one as it is.
  case triggers(left: TriggerEffect?, right: TriggerEffect?)
}

/// What is known of a controller.
public struct PadTraits: Hashable, Sendable {
  /// The kind of controller, for its names and extras; never for what it can do.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// Any controller with the usual layout.
    case standard
    /// Sony DualShock 3 and 4.
    case dualShock
    /// Sony DualSense.
    case dualSense
    /// Microsoft Xbox.
    case xbox
    /// Nintendo Switch Pro.
    case switchPro
    /// A direction pad and few buttons.
    case micro
  }

  /// What some controllers have.
  public struct Features: OptionSet, Hashable, Sendable {
    /// One bit a feature.
    public var rawValue: UInt16
    /// Features of the given bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// Two motors.
    public static let rumble = Features(rawValue: 1)
    /// Motors in the triggers.
    public static let triggerRumble = Features(rawValue: 2)
    /// A lamp of any colour.
    public static let light = Features(rawValue: 4)
    /// A touchpad for two fingers.
    public static let touchpad = Features(rawValue: 8)
    /// Accelerometer and gyroscope.
    public static let motion = Features(rawValue: 16)
    /// A battery that tells its charge.
    public static let battery = Features(rawValue: 32)
    /// Triggers that can resist.
    public static let adaptiveTriggers = Features(rawValue: 64)
  }

  /// The name to show.
  public var name: String
  /// The kind.
  public var kind: Kind
  /// The vendor's number; 0 if unknown.
  public var vendor: UInt16
  /// The product's number; 0 if unknown.
  public var product: UInt16
  /// What tells this very controller from another of its kind: its serial or address, the same on
  /// every bus. `nil` if it does not say.
  public var serial: String?
  /// The buttons that it has.
  public var buttons: PadButtons
  /// What else it has.
  public var features: Features

  /// A controller; what is left out is usual.
  public init(
    name: String, kind: Kind = .standard, vendor: UInt16 = 0, product: UInt16 = 0,
    serial: String? = nil, buttons: PadButtons = .usual, features: Features = []
  ) {
    self.name = name
    self.kind = kind
    self.vendor = vendor
    self.product = product
    self.serial = serial
    self.buttons = buttons
    self.features = features
  }
}

extension PadButtons {
  /// The buttons of the usual layout.
  public static let usual: PadButtons = [
    .south, .east, .west, .north, .leftShoulder, .rightShoulder, .leftStick, .rightStick, .menu,
    .options, .home, .up, .down, .left, .right,
  ]
}

/// Why no controller can come from a source.
public struct PadSourceError: Error, Hashable, Sendable {
  /// What kind of trouble.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public var rawValue: String
    /// A kind of trouble.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The library or service is not there or does not start.
    public static let unavailable = Code(rawValue: "unavailable")
    /// The system refuses.
    public static let permission = Code(rawValue: "permission")
    /// What was read makes no sense.
    public static let malformed = Code(rawValue: "malformed")
    /// There is nothing at that place.
    public static let missing = Code(rawValue: "missing")
  }

  /// What kind of trouble.
  public var code: Code
  /// A sentence for a person: what is wrong, and what to do.
  public var message: String

  /// Trouble.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
