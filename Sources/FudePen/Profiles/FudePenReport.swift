public import FudeModel

/// Fude's own pen report, for simulated pens and for pens people build.
///
/// Ten bytes, little endian: version (1), flags, force (u16), force at full scale (u16), counter in
/// units of 100 µs (u16, wraps), battery (0…100, 255 for unknown), scroll steps (i8). Flags: bit 0
/// tip, bit 1 eraser, bits 2…7 buttons 1…6. Two more bytes may follow: lean to the right and to the
/// bottom in degrees (i8 each).
public struct FudePenReport: Sendable {
  private var last: (counter: UInt16, time: Timestamp)?
  private var unwrapped: Int64 = 0
  /// The counter comes round after this many ticks: 6.6 s.
  private static let wrap: Int64 = 65_536

  /// A decoder for one link.
  public init() {}

  /// Reads one report.
  public mutating func decode(
    _ bytes: [UInt8], at time: Timestamp
  ) throws(PenProfileError) -> PenReport {
    guard bytes.count >= 10 else { throw .tooShort(expected: 10, found: bytes.count) }
    guard bytes[0] == 1 else { throw .malformed }
    func word(_ index: Int) -> UInt16 { UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8 }
    let counter = word(6)
    if let last {
      let step = Int64(counter &- last.counter)
      // A pen that slept may have come round several times; this machine's clock says how often.
      let passed = max(0, min(1e12, Double((time - last.time).microseconds) / 100))
      let rounds = ((passed - Double(step)) / Double(FudePenReport.wrap)).rounded()
      unwrapped &+= step &+ max(0, Int64(rounds)) &* FudePenReport.wrap
    }
    last = (counter, time)
    var report = PenReport(
      time: time, isTipDown: bytes[1] & 1 != 0, pressure: word(2), maximumPressure: word(4),
      buttons: bytes[1] >> 2, scroll: Int8(bitPattern: bytes[9]), isErasing: bytes[1] & 2 != 0,
      battery: bytes[8] <= 100 ? bytes[8] : nil, counter: unwrapped &* 100)
    if bytes.count >= 12 {
      let degree = Float(Maths.pi / 180)
      report.tilt = Tilt(
        x: Float(max(-90, min(90, Int8(bitPattern: bytes[10])))) * degree,
        y: Float(max(-90, min(90, Int8(bitPattern: bytes[11])))) * degree)
    }
    return report
  }

  /// Writes one report, as a simulated pen sends it.
  ///
  /// `counter` is the pen's clock in microseconds, ≥ 0; `lean` its lean to the right and to the
  /// bottom in degrees, `-90...90`, `nil` for a pen that tells none.
  public static func encode(
    isTipDown: Bool, isErasing: Bool = false, buttons: UInt8 = 0, pressure: UInt16,
    maximumPressure: UInt16, counter: Int64, battery: UInt8? = nil, scroll: Int8 = 0,
    lean: (right: Int8, bottom: Int8)? = nil
  ) -> [UInt8] {
    let flags = (isTipDown ? 1 : 0) | (isErasing ? 2 : 0) | (buttons << 2)
    let ticks = UInt16(truncatingIfNeeded: counter / 100)
    let bytes = [
      1, flags, UInt8(pressure & 255), UInt8(pressure >> 8), UInt8(maximumPressure & 255),
      UInt8(maximumPressure >> 8), UInt8(ticks & 255), UInt8(ticks >> 8), battery ?? 255,
      UInt8(bitPattern: scroll),
    ]
    guard let lean else { return bytes }
    return bytes + [UInt8(bitPattern: lean.right), UInt8(bitPattern: lean.bottom)]
  }
}
