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
