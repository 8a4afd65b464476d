/// The two envelopes in which a DualSense takes the same 47 bytes, after linux/hid-playstation.c.
enum DualSenseReport {
  /// On the cable.
  static func usb(_ common: [UInt8]) -> [UInt8] { [0x02] + common }

  /// On the radio: a tag, and a CRC-32 that begins with the transaction's byte.
  ///
  /// The sequence number stays 0, beside the kernel's driver that counts its own; not tried on a
  /// real pad.
  static func bluetooth(_ common: [UInt8]) -> [UInt8] {
    var report: [UInt8] = [0x31, 0x00, 0x10] + common
    report += [UInt8](repeating: 0, count: max(0, 74 - report.count))
    let sum = crc([0xa2] + report)
    return report + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
  }

  /// CRC-32 as zip and Ethernet have it.
  static func crc(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xffff_ffff
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xedb8_8320) }
    }
    return ~sum
  }
}
