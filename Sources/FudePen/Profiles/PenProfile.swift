public import FudeModel

/// A characteristic of a pen, by the number that the Bluetooth SIG or its maker assigned.
public enum PenCharacteristic: Hashable, Sendable {
  /// One of the Bluetooth SIG's 16-bit numbers.
  case assigned(UInt16)
  /// Fude's own pen report; see ``FudePenReport``.
  case fudeReport

  /// Battery Level, `0x2A19`.
  public static var batteryLevel: PenCharacteristic { .assigned(0x2A19) }
  /// Device Name, `0x2A00`.
  public static var deviceName: PenCharacteristic { .assigned(0x2A00) }
}

/// Why a notification could not be read.
public enum PenProfileError: Error, Hashable, Sendable {
  /// The value has fewer bytes than its format needs.
  case tooShort(expected: Int, found: Int)
  /// The value is not what its format allows.
  case malformed
  /// No profile knows the characteristic.
  case unknownCharacteristic
}

/// What a characteristic's value says.
public enum PenValue: Hashable, Sendable {
  /// A report of the pen's state.
  case report(PenReport)
  /// Something the pen told of itself.
  case fact(PenFact)
}

/// Reads the bytes of the characteristics that pens are known to have.
///
/// Formats are public: the Bluetooth SIG's Battery and Device Information services, and Fude's own
/// report. Makers' private formats are added here when their makers publish them.
public struct PenProfile: Sendable {
  private var report = FudePenReport()

  /// A profile for one link: it unwraps that link's counter.
  public init() {}

  /// Reads one value.
  ///
  /// - Throws: ``PenProfileError``; the profile stays usable.
  public mutating func read(
    _ bytes: [UInt8], of characteristic: PenCharacteristic, at time: Timestamp
  ) throws(PenProfileError) -> PenValue {
    switch characteristic {
    case .fudeReport:
      return .report(try report.decode(bytes, at: time))
    case .assigned(0x2A19):
      guard let percent = bytes.first else { throw .tooShort(expected: 1, found: 0) }
      guard percent <= 100 else { throw .malformed }
      return .report(PenReport(time: time, battery: percent))
    case .assigned(let number):
      guard let fact = PenProfile.fact(number, PenProfile.text(bytes)) else {
        throw .unknownCharacteristic
      }
      return .fact(fact)
    }
  }

  /// UTF-8 up to the first zero byte; what is not UTF-8 is replaced.
  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func fact(_ number: UInt16, _ text: String) -> PenFact? {
    switch number {
    case 0x2A00: .name(text)
    case 0x2A24: .model(text)
    case 0x2A25: .serial(text)
    case 0x2A26: .firmware(text)
    case 0x2A27: .hardware(text)
    case 0x2A28: .software(text)
    case 0x2A29: .maker(text)
    default: nil
    }
  }
}

extension PenCharacteristic {
  /// The UUID as text, lower case.
  public var uuid: String {
    switch self {
    case .assigned(let number):
      "0000" + PenCharacteristic.hex(number) + "-0000-1000-8000-00805f9b34fb"
    case .fudeReport: "f0de0001-70e1-4bad-8a5e-000000000001"
    }
  }

  /// The characteristic of a UUID; `nil` if no profile knows it.
  ///
  /// - Parameter uuid: 36 characters as BlueZ writes it, or 4 digits; upper or lower case.
  public init?(uuid: String) {
    let bytes = Array(uuid.utf8).map { $0 >= 65 && $0 <= 90 ? $0 + 32 : $0 }
    if bytes == Array(PenCharacteristic.fudeReport.uuid.utf8) {
      self = .fudeReport
      return
    }
    let digits: ArraySlice<UInt8>
    switch bytes.count {
    case 4: digits = bytes[...]
    case 36:
      digits = bytes[4..<8]
      let number = PenCharacteristic.number(digits) ?? 0
      guard bytes == Array(PenCharacteristic.assigned(number).uuid.utf8) else { return nil }
    default: return nil
    }
    guard let number = PenCharacteristic.number(digits) else { return nil }
    self = .assigned(number)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt16? {
    var value: UInt16 = 0
    for digit in digits {
      switch digit {
      case 48...57: value = value << 4 | UInt16(digit - 48)
      case 97...102: value = value << 4 | UInt16(digit - 87)
      default: return nil
      }
    }
    return value
  }

  private static func hex(_ number: UInt16) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let bytes = [12, 8, 4, 0].map { digits[Int(number >> UInt16($0) & 15)] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
