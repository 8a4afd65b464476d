public import FudeModel

/// Reads the HID reports of controllers whose reports are known.
///
/// A report is the whole state: nothing is carried from one to the next, so a lost report costs
/// nothing but itself. Constant time, no allocation.
public struct PadReportDecoder: Hashable, Sendable {
  /// The report layouts known.
  public enum Layout: UInt8, Hashable, Sendable, CaseIterable {
    /// Sony DualShock 4, on USB (report 1, 64 bytes) and Bluetooth (report 0x11, 78 bytes; report
    /// 1 with 10 bytes before the first is asked for).
    case dualShock4
    /// Sony DualSense, on USB (report 1, 64 bytes) and Bluetooth (report 0x31, 78 bytes).
    case dualSense
  }

  /// Which layout it reads.
  public let layout: Layout

  /// A decoder for a layout.
  public init(layout: Layout) {
    self.layout = layout
  }

  /// A decoder for a product; `nil` if its reports are not known.
  public init?(vendor: UInt16, product: UInt16) {
    // USB-IF's numbers: 0x054c Sony; CUH-ZCT1, CUH-ZCT2 and the wireless adaptor; CFI-ZCT1 and Edge.
    switch (vendor, product) {
    case (0x054c, 0x05c4), (0x054c, 0x09cc), (0x054c, 0x0ba0): layout = .dualShock4
    case (0x054c, 0x0ce6), (0x054c, 0x0df2): layout = .dualSense
    default: return nil
    }
  }

  /// The state in a report, its first byte being the report's number.
  ///
  /// - Throws: ``PadReportError`` if it is no input report of this layout.
  public func decode(
    _ report: [UInt8], device: DeviceID, at time: Timestamp
  ) throws(PadReportError) -> PadReport {
    guard let number = report.first else { throw .short(length: 0, needed: 1) }
    switch (layout, number) {
    case (.dualShock4, 0x01) where report.count < 64:
      return try basic(report, device, time)
    case (.dualShock4, 0x01):
      return try dualShock4(report, 1, device, time)
    case (.dualShock4, 0x11):
      try check(report)
      return try dualShock4(report, 3, device, time)
    case (.dualSense, 0x01):
      return try dualSense(report, 1, device, time)
    case (.dualSense, 0x31):
      try check(report)
      return try dualSense(report, 2, device, time)
    default:
      throw .unknownNumber(number)
    }
  }

  // MARK: - Layouts

  /// Report 1 as sent over Bluetooth before the full one is asked for: no sensors.
  private func basic(
    _ report: [UInt8], _ device: DeviceID, _ time: Timestamp
  ) throws(PadReportError) -> PadReport {
    guard report.count >= 10 else { throw .short(length: report.count, needed: 10) }
    return PadReport(frame: frame(report, sticks: 1, buttons: 5, triggers: 8, device, time))
  }

  private func dualShock4(
    _ report: [UInt8], _ base: Int, _ device: DeviceID, _ time: Timestamp
  ) throws(PadReportError) -> PadReport {
    let needed = base + 42
    guard report.count >= needed else { throw .short(length: report.count, needed: needed) }
    let state = report[base + 29]
    let level = Float(state & 15)
    let isOnCable = state & 16 != 0
    let battery =
      isOnCable
      ? PadBattery(
        level: min(1, (level + (level < 10 ? 0.5 : 0)) / 10),
        state: level <= 10 ? .charging : level == 11 ? .full : .unknown)
      : PadBattery(level: min(1, (level + (level < 10 ? 0.5 : 0)) / 10), state: .discharging)
    return PadReport(
      frame: frame(
        report, sticks: base, buttons: base + 4, triggers: base + 7, device, time),
      firstTouch: touch(report, base + 34, height: 942),
      secondTouch: touch(report, base + 38, height: 942),
      motion: motion(report, base + 12), battery: battery)
  }

  private func dualSense(
    _ report: [UInt8], _ base: Int, _ device: DeviceID, _ time: Timestamp
  ) throws(PadReportError) -> PadReport {
    let needed = base + 53
    guard report.count >= needed else { throw .short(length: report.count, needed: needed) }
    let state = report[base + 52]
    let level = min(1, (Float(state & 15) + 0.5) / 10)
    let battery: PadBattery? =
      switch state >> 4 {
      case 0: PadBattery(level: level, state: .discharging)
      case 1: PadBattery(level: level, state: .charging)
      case 2: PadBattery(level: 1, state: .full)
      default: PadBattery(level: level, state: .unknown)
      }
    var frame = frame(
      report, sticks: base, buttons: base + 7, triggers: base + 4, device, time)
    if report[base + 9] & 4 != 0 { frame.buttons.insert(.share) }
    return PadReport(
      frame: frame, firstTouch: touch(report, base + 32, height: 1080),
      secondTouch: touch(report, base + 36, height: 1080), motion: motion(report, base + 15),
      battery: battery)
  }

  // MARK: - Parts, the same in both layouts

  private func frame(
    _ report: [UInt8], sticks: Int, buttons: Int, triggers: Int, _ device: DeviceID,
    _ time: Timestamp
  ) -> PadFrame {
    PadFrame(
      time: time, device: device,
      buttons: self.buttons(report[buttons], report[buttons + 1], report[buttons + 2]),
      leftStick: SIMD2(stick(report[sticks]), -stick(report[sticks + 1])),
      rightStick: SIMD2(stick(report[sticks + 2]), -stick(report[sticks + 3])),
      leftTrigger: Float(report[triggers]) / 255, rightTrigger: Float(report[triggers + 1]) / 255)
  }

  /// 0...255 with the middle at 128: both halves reach their end.
  private func stick(_ value: UInt8) -> Float {
    let offset = Float(value) - 128
    return offset < 0 ? offset / 128 : offset / 127
  }

  private func buttons(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> PadButtons {
    var held: PadButtons = []
    // The direction pad counts clockwise from up; 8 is none.
    switch first & 15 {
    case 0: held = .up
    case 1: held = [.up, .right]
    case 2: held = .right
    case 3: held = [.down, .right]
    case 4: held = .down
    case 5: held = [.down, .left]
    case 6: held = .left
    case 7: held = [.up, .left]
    default: break
    }
    func add(_ byte: UInt8, _ bit: UInt8, _ button: PadButtons) {
      if byte & (1 << bit) != 0 { held.insert(button) }
    }
    add(first, 4, .west)
    add(first, 5, .south)
    add(first, 6, .east)
    add(first, 7, .north)
    add(second, 0, .leftShoulder)
    add(second, 1, .rightShoulder)
    // Bits 2 and 3 are the triggers once more; their travel says it better.
    add(second, 4, .options)
    add(second, 5, .menu)
    add(second, 6, .leftStick)
    add(second, 7, .rightStick)
    add(third, 0, .home)
    add(third, 1, .touchpad)
    return held
  }

  private func touch(_ report: [UInt8], _ at: Int, height: Float) -> PadTouch? {
    guard report[at] & 0x80 == 0 else { return nil }
    let x = Int(report[at + 1]) | Int(report[at + 2] & 15) << 8
    let y = Int(report[at + 2] >> 4) | Int(report[at + 3]) << 4
    return PadTouch(x: min(1, Float(x) / 1919), y: min(1, Float(y) / (height - 1)))
  }

  /// Gyroscope, then accelerometer, three axes each, at the makers' nominal scale: 2000 degrees a
  /// second and 4 g over the whole range. Each pad's own calibration is in a feature report.
  private func motion(_ report: [UInt8], _ at: Int) -> PadMotion {
    func word(_ index: Int) -> Float {
      let low = UInt16(report[at + 2 * index])
      let high = UInt16(report[at + 2 * index + 1])
      return Float(Int16(bitPattern: high << 8 | low))
    }
    let radians: Float = 2000 / 32768 * 3.14159265 / 180
    return PadMotion(
      acceleration: SIMD3(word(3), word(4), word(5)) / 8192,
      rotationRate: SIMD3(word(0), word(1), word(2)) * radians)
  }

  /// Over Bluetooth the last four bytes are a CRC-32 of 0xa1 and all before them.
  private func check(_ report: [UInt8]) throws(PadReportError) {
    guard report.count == 78 else { throw .short(length: report.count, needed: 78) }
    var sum: UInt32 = 0xffff_ffff
    PadReportDecoder.mix(0xa1, into: &sum)
    for index in 0..<74 { PadReportDecoder.mix(report[index], into: &sum) }
    var told: UInt32 = 0
    for index in 0..<4 { told |= UInt32(report[74 + index]) << UInt32(8 * index) }
    guard ~sum == told else { throw .checksum }
  }

  private static func mix(_ byte: UInt8, into sum: inout UInt32) {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum & 1 != 0 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
  }
}

/// Why a report gave no state.
public enum PadReportError: Error, Hashable, Sendable {
  /// It is shorter than its layout needs; both in bytes.
  case short(length: Int, needed: Int)
  /// No input report of this layout has this number.
  case unknownNumber(UInt8)
  /// It was damaged on the way.
  case checksum

  /// One sentence that says so.
  public var sentence: String {
    switch self {
    case .short(let length, let needed):
      "the report has \(length) bytes where at least \(needed) are needed"
    case .unknownNumber(let number): "no input report of this controller has number \(number)"
    case .checksum: "the report's checksum is wrong: it was damaged on the way"
    }
  }
}
