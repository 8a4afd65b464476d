public import FudeModel

/// One notification of a pen, decoded: what it told, and nothing else.
public struct PenReport: Hashable, Sendable {
  /// When it reached this machine.
  public var time: Timestamp
  /// Whether the tip switch is closed; `nil` if not told.
  public var isTipDown: Bool?
  /// The raw force, `0...maximumPressure`; `nil` if not told.
  public var pressure: UInt16?
  /// The force at full scale, > 0; `nil` if not told (the last one told holds).
  public var maximumPressure: UInt16?
  /// The buttons held, bit 0 for button 1; `nil` if not told.
  public var buttons: UInt8?
  /// Steps of a scroll strip, positive away from the tip; `nil` if not told.
  public var scroll: Int8?
  /// Whether the eraser end is in use; `nil` if not told.
  public var isErasing: Bool?
  /// Remaining charge in per cent, `0...100`; `nil` if not told.
  public var battery: UInt8?
  /// The pen's own clock in microseconds from an arbitrary origin, unwrapped; `nil` if not told.
  public var counter: Int64?
  /// The pen's lean; `nil` if not told.
  public var tilt: Tilt?

  /// A report; what is left out was not told.
  public init(
    time: Timestamp, isTipDown: Bool? = nil, pressure: UInt16? = nil,
    maximumPressure: UInt16? = nil, buttons: UInt8? = nil, scroll: Int8? = nil,
    isErasing: Bool? = nil, battery: UInt8? = nil, counter: Int64? = nil, tilt: Tilt? = nil
  ) {
    self.time = time
    self.isTipDown = isTipDown
    self.pressure = pressure
    self.maximumPressure = maximumPressure
    self.buttons = buttons
    self.scroll = scroll
    self.isErasing = isErasing
    self.battery = battery
    self.counter = counter
    self.tilt = tilt
  }
}

/// Something a pen told about itself once.
public enum PenFact: Hashable, Sendable {
  /// Its radio address. Some platforms tell it only some time after pairing.
  case address(String)
  /// Its name.
  case name(String)
  /// Its maker.
  case maker(String)
  /// Its model.
  case model(String)
  /// Its firmware's version.
  case firmware(String)
  /// Its hardware's version.
  case hardware(String)
  /// Its software's version.
  case software(String)
  /// Its serial number.
  case serial(String)
}
