import FudeEvdev
import FudeModel

/// The devices of a libinput recording and where their events start.
struct LibinputOutline {
  struct Part {
    var description = DeviceDescription(name: "")
    var eventsStart: (offset: Int, line: Int)?
  }

  private(set) var parts: [Part] = []
  private(set) var provenance = Provenance(source: "libinput record")
  private(set) var faults: [(Int, String)] = []
  private var section = Section.top

  private enum Section {
    case top, evdev, codes, absinfo, elsewhere, events
  }

  mutating func read(_ line: UnsafeBufferPointer<UInt8>, number: Int, next: Int) {
    var scanner = LineScanner(line)
    if scanner.take("- node:") {
      parts.append(Part())
      section = .elsewhere
      return
    }
    scanner.skipSpace()
    // Most of the file is events; they are read later.
    if section == .events { return }
    if scanner.byte == 35 || scanner.isAtEnd { return }
    if parts.isEmpty {
      system(&scanner)
      return
    }
    if scanner.take("evdev:") {
      section = .evdev
    } else if scanner.take("codes:") {
      section = .codes
    } else if scanner.take("absinfo:") {
      section = .absinfo
    } else if scanner.take("events:") {
      section = .events
      parts[parts.count - 1].eventsStart = (next, number)
    } else if scanner.take("hid:") || scanner.take("udev:") || scanner.take("quirks:")
      || scanner.take("libinput:")
    {
      section = .elsewhere
    } else {
      entry(&scanner, number)
    }
  }

  private mutating func system(_ scanner: inout LineScanner) {
    if scanner.take("kernel:") {
      provenance.kernel = Self.unquoted(scanner.rest())
    } else if scanner.take("dmi:") {
      provenance.machine = Self.unquoted(scanner.rest())
    }
  }

  private mutating func entry(_ scanner: inout LineScanner, _ number: Int) {
    let index = parts.count - 1
    switch section {
    case .top, .elsewhere, .events: return
    case .evdev, .codes, .absinfo:
      if scanner.take("name:") {
        parts[index].description.name = Self.unquoted(scanner.rest())
      } else if scanner.take("id:") {
        let id = Self.list(&scanner).map { UInt16(truncatingIfNeeded: $0) }
        guard id.count == 4 else {
          fault(number, "expected id: [bus, vendor, product, version]")
          return
        }
        parts[index].description.bus = id[0]
        parts[index].description.vendor = id[1]
        parts[index].description.product = id[2]
        parts[index].description.version = id[3]
      } else if scanner.take("properties:") {
        parts[index].description.properties = Self.list(&scanner)
          .compactMap { UInt16(exactly: $0) }.sorted()
        section = .elsewhere
      } else if section == .codes {
        codes(&scanner, number)
      } else if section == .absinfo {
        axis(&scanner, number)
      }
    }
  }

  private mutating func codes(_ scanner: inout LineScanner, _ number: Int) {
    guard let key = scanner.decimal(), let type = UInt16(exactly: key), scanner.take(":") else {
      fault(number, "expected type: [codes]")
      return
    }
    guard type != EV.syn, type != EV.abs else { return }
    let known = parts[parts.count - 1].description.codes
    let more = Self.list(&scanner).compactMap { UInt16(exactly: $0) }
      .map { EventCode(type: type, code: $0) }
    parts[parts.count - 1].description.codes = Set(known).union(more).sorted()
  }

  private mutating func axis(_ scanner: inout LineScanner, _ number: Int) {
    guard let key = scanner.decimal(), let code = UInt16(exactly: key), scanner.take(":") else {
      fault(number, "expected axis: [minimum, maximum, fuzz, flat, resolution]")
      return
    }
    let numbers = Self.list(&scanner).map { Int32(clamping: $0) }
    guard numbers.count >= 2 else {
      fault(number, "expected axis: [minimum, maximum, fuzz, flat, resolution]")
      return
    }
    func at(_ index: Int) -> Int32 { index < numbers.count ? numbers[index] : 0 }
    var axes = parts[parts.count - 1].description.axes.filter { $0.code != code }
    axes.append(
      AxisDescription(
        code: code, minimum: at(0), maximum: at(1), fuzz: at(2), flat: at(3), resolution: at(4)))
    parts[parts.count - 1].description.axes = axes.sorted { $0.code < $1.code }
  }

  private mutating func fault(_ line: Int, _ sentence: String) {
    if faults.count < 64 { faults.append((line, sentence)) }
  }

  /// The numbers between brackets, decimal or with 0x.
  private static func list(_ scanner: inout LineScanner) -> [Int64] {
    scanner.skipSpace()
    guard scanner.take("[") else { return [] }
    var result: [Int64] = []
    while result.count < 1024 {
      scanner.skipSpace()
      if scanner.take("0x") {
        guard let number = scanner.hex() else { break }
        result.append(Int64(number))
      } else if let number = scanner.decimal() {
        result.append(number)
      } else {
        break
      }
      guard scanner.comma() else { break }
    }
    return result
  }

  private static func unquoted(_ text: String) -> String {
    guard text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast())
  }
}
