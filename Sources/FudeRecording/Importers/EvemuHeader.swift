import FudeModel

/// The description that an evemu file starts with.
struct EvemuHeader {
  private(set) var version: String?
  private(set) var kernel: String?
  private(set) var machine: String?
  private(set) var isEmpty = true
  private var name = ""
  private var id: [UInt16] = []
  private var properties: [UInt16] = []
  private var propertyBytes = 0
  private var codes: Set<EventCode> = []
  private var maskBytes: [UInt32: Int] = [:]
  private var axes: [UInt16: AxisDescription] = [:]
  private var values: [UInt16: Int32] = [:]
  private var remarkAxis: UInt16?
  private var isInAxes = false

  var description: DeviceDescription {
    DeviceDescription(
      name: name, bus: id.count > 0 ? id[0] : 0, vendor: id.count > 1 ? id[1] : 0,
      product: id.count > 2 ? id[2] : 0, version: id.count > 3 ? id[3] : 0,
      properties: properties.sorted(), codes: codes.sorted(),
      axes: axes.values.map { axis in
        var axis = axis
        axis.value = values[axis.code] ?? 0
        return axis
      }.sorted { $0.code < $1.code })
  }

  /// Reads a line that is no event; false if it is none of evemu's.
  mutating func read(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = LineScanner(line)
    if scanner.byte == 35 {
      remark(&scanner)
      return true
    }
    if scanner.isAtEnd { return true }
    if scanner.take("N:") {
      name = scanner.rest()
      isEmpty = false
      return true
    }
    if scanner.take("I:") { return identifiers(&scanner) }
    if scanner.take("P:") { return properties(&scanner) }
    if scanner.take("B:") { return mask(&scanner) }
    if scanner.take("A:") { return axis(&scanner) }
    return Self.isIgnorable(line)
  }

  /// Whether a line may be anywhere without meaning: space, a remark, a light's or switch's state.
  static func isIgnorable(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = LineScanner(line)
    scanner.skipSpace()
    return scanner.isAtEnd || scanner.byte == 35 || scanner.take("L:") || scanner.take("S:")
  }

  private mutating func identifiers(_ scanner: inout LineScanner) -> Bool {
    id = []
    for _ in 0..<4 {
      guard let number = scanner.hex(), number <= 0xffff else { return false }
      id.append(UInt16(truncatingIfNeeded: number))
    }
    isEmpty = false
    return true
  }

  private mutating func properties(_ scanner: inout LineScanner) -> Bool {
    while let byte = scanner.hex(), byte <= 0xff, propertyBytes < 64 {
      for bit in 0..<8 where byte & (1 << UInt32(bit)) != 0 {
        properties.append(UInt16(propertyBytes * 8 + bit))
      }
      propertyBytes += 1
    }
    isEmpty = false
    return propertyBytes > 0
  }

  private mutating func mask(_ scanner: inout LineScanner) -> Bool {
    guard let type = scanner.hex(), type <= 0x1f else { return false }
    var index = maskBytes[type] ?? 0
    while let byte = scanner.hex(), byte <= 0xff, index < 128 {
      // Type 0 lists the types; the axes have lines of their own.
      if type != 0, type != 3 {
        for bit in 0..<8 where byte & (1 << UInt32(bit)) != 0 {
          codes.insert(EventCode(type: UInt16(type), code: UInt16(index * 8 + bit)))
        }
      }
      index += 1
    }
    maskBytes[type] = index
    isEmpty = false
    return true
  }

  private mutating func axis(_ scanner: inout LineScanner) -> Bool {
    guard let code = scanner.hex(), code <= 0x3f, let minimum = scanner.value(),
      let maximum = scanner.value(), let fuzz = scanner.value(), let flat = scanner.value()
    else { return false }
    // Before version 1.2 there was no resolution.
    let resolution = scanner.value() ?? 0
    let number = UInt16(truncatingIfNeeded: code)
    axes[number] = AxisDescription(
      code: number, minimum: minimum, maximum: maximum, fuzz: fuzz, flat: flat,
      resolution: resolution)
    isEmpty = false
    return true
  }

  /// Remarks hold what the format has no place for: the version, the machine, and each axis's value
  /// at the start.
  private mutating func remark(_ scanner: inout LineScanner) {
    scanner.advance()
    scanner.skipSpace()
    if scanner.take("EVEMU") {
      version = scanner.rest()
    } else if scanner.take("Kernel:") {
      kernel = scanner.rest()
    } else if scanner.take("DMI:") {
      machine = scanner.rest()
    } else if scanner.take("Event type") {
      isInAxes = scanner.decimal() == 3
      remarkAxis = nil
    } else if isInAxes, scanner.take("Event code") {
      remarkAxis = scanner.decimal().flatMap { UInt16(exactly: $0) }
    } else if isInAxes, scanner.take("Value"), let axis = remarkAxis {
      values[axis] = scanner.value()
    }
  }
}
