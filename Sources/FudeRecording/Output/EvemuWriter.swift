public import FudeEvdev
import FudeModel

/// Writes one device's events as evemu 1.3, so that `evemu-play` and libinput's tools can use them.
public struct EvemuWriter: ~Copyable {
  private let output: RecordingOutput
  private let redactor: KeyRedactor?

  /// Writes the description.
  ///
  /// - Throws: ``RecordingError/Code/notExpressible`` if the device is not recorded as the kernel's
  ///   events.
  public init(
    to output: RecordingOutput, device: RecordedDevice, provenance: Provenance = Provenance(),
    keepPrivate: Bool = false
  ) throws(RecordingError) {
    self.output = output
    redactor = keepPrivate || device.role != .keyboard ? nil : KeyRedactor()
    guard device.level == .evdev else {
      throw RecordingError(
        .notExpressible, file: output.name,
        "evemu holds the kernel's events only; '\(device.description.name)' is recorded at level "
          + device.level.rawValue)
    }
    var text = "# EVEMU 1.3\n"
    if let kernel = provenance.kernel { text += "# Kernel: \(Self.flat(kernel))\n" }
    if keepPrivate, let machine = provenance.machine { text += "# DMI: \(Self.flat(machine))\n" }
    let name = device.description.name
    Self.describe(
      device.description, name: Self.flat(keepPrivate ? name : Redaction.name(name)), into: &text)
    try output.write(text.utf8)
  }

  /// A text that stays on its line.
  private static func flat(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 < 32 ? 32 : $0 }, as: UTF8.self)
  }

  private static func describe(
    _ device: DeviceDescription, name: String, into text: inout String
  ) {
    // The axes' values have no place in the format; readers take them from these remarks.
    text += "# Supported events:\n#   Event type 3 (EV_ABS)\n"
    for axis in device.axes {
      text += "#     Event code \(axis.code) (\(evdevName(type: EV.abs, code: axis.code)))\n"
      text += "#       Value \(axis.value)\n"
    }
    text += "N: \(name)\n"
    text += "I: \(hex(device.bus)) \(hex(device.vendor)) \(hex(device.product)) "
    text += "\(hex(device.version))\n"
    mask(device.properties, prefix: "P:", length: 8, into: &text)
    var types: Set<UInt16> = [0]
    for item in device.codes { types.insert(item.type) }
    if !device.axes.isEmpty { types.insert(EV.abs) }
    mask(Array(types), prefix: "B: 00", length: 8, into: &text)
    for type in types.sorted() where type != 0 {
      let codes =
        type == EV.abs
        ? device.axes.map(\.code) : device.codes.filter { $0.type == type }.map(\.code)
      let length = type == EV.key ? 96 : 8
      mask(codes, prefix: "B: " + byteText(type), length: length, into: &text)
    }
    for axis in device.axes {
      text += "A: \(byteText(axis.code)) \(axis.minimum) \(axis.maximum) \(axis.fuzz) "
      text += "\(axis.flat) \(axis.resolution)\n"
    }
  }

  /// A set of numbers as bits, eight bytes a line.
  private static func mask(
    _ numbers: [UInt16], prefix: String, length: Int, into text: inout String
  ) {
    let needed = ((numbers.max().map { Int($0) } ?? 0) / 8 + 8) / 8 * 8
    var bytes = [UInt8](repeating: 0, count: max(length, needed))
    for number in numbers { bytes[Int(number) / 8] |= 1 << UInt8(number % 8) }
    for start in stride(from: 0, to: bytes.count, by: 8) {
      text += prefix
      for byte in bytes[start..<start + 8] { text += " " + byteText(UInt16(byte)) }
      text += "\n"
    }
  }

  private static func hex(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static func byteText(_ number: UInt16) -> String {
    let digits = String(number & 0xff, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }

  /// Writes an event.
  public mutating func write(_ event: RawEvent) throws(RecordingError) {
    let event = redactor?.redact(event) ?? event
    let micro = event.time.microseconds
    let (seconds, rest) = micro.quotientAndRemainder(dividingBy: 1_000_000)
    var fraction = String(rest.magnitude)
    fraction = String(repeating: "0", count: 6 - fraction.count) + fraction
    let sign = micro < 0 && seconds == 0 ? "-" : ""
    let text =
      "E: \(sign)\(seconds).\(fraction) \(Self.hex(event.type)) \(Self.hex(event.code)) "
      + "\(event.value)\n"
    try output.write(text.utf8)
  }

  /// Hands everything to the system.
  public mutating func finish() throws(RecordingError) {
    try output.finish()
  }
}
