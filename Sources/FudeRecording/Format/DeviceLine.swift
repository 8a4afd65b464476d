import FudeEvdev
import FudeModel

/// A device's line in our format.
enum DeviceLine {
  /// The device that a line describes; `nil` without a known level.
  static func read(_ value: JSONValue) -> RecordedDevice? {
    guard let level = value["level"]?.text.flatMap({ RecordingLevel(rawValue: $0) }) else {
      return nil
    }
    let description = describe(value)
    var identity: DeviceIdentity?
    if value["serial"] != nil || value["place"] != nil {
      identity = DeviceIdentity(serial: value["serial"]?.text, place: value["place"]?.text)
    }
    let role = value["role"]?.text.flatMap { word in
      DeviceRole.allCases.first { $0.word == word }
    }
    var device = RecordedDevice(
      description: description, level: level, role: role, declaredSurface: surface(value),
      identity: identity, isSynthesised: value["synthesised"]?.bool ?? false)
    device.reportDescriptor = value["descriptor"]?.text.flatMap { Hex.bytes($0) }
    return device
  }

  private static func describe(_ value: JSONValue) -> DeviceDescription {
    let id = value["id"]?.array?.map { number16($0) } ?? []
    var codes: [EventCode] = []
    for member in value["codes"]?.object ?? [] {
      guard let type = UInt16(member.key) else { continue }
      for code in member.value.array ?? [] {
        guard let code = code.int, let number = UInt16(exactly: code) else { continue }
        codes.append(EventCode(type: type, code: number))
      }
    }
    var axes: [AxisDescription] = []
    for member in value["axes"]?.object ?? [] {
      guard let code = UInt16(member.key), let numbers = member.value.array, numbers.count >= 3
      else { continue }
      func at(_ index: Int) -> Int32 { index < numbers.count ? number32(numbers[index]) : 0 }
      axes.append(
        AxisDescription(
          code: code, value: at(0), minimum: at(1), maximum: at(2), fuzz: at(3), flat: at(4),
          resolution: at(5)))
    }
    return DeviceDescription(
      name: value["name"]?.text ?? "", bus: id.count > 0 ? id[0] : 0,
      vendor: id.count > 1 ? id[1] : 0, product: id.count > 2 ? id[2] : 0,
      version: id.count > 3 ? id[3] : 0,
      properties: (value["properties"]?.array ?? []).map { number16($0) }.sorted(),
      codes: codes.sorted(), axes: axes.sorted { $0.code < $1.code })
  }

  private static func surface(_ value: JSONValue) -> DeclaredSurface? {
    guard let surface = value["surface"], let number = surface["number"]?.int,
      let size = surface["mm"]?.array, size.count == 2,
      let width = size[0].double, let height = size[1].double,
      width > 0, height > 0, width < 1e6, height < 1e6
    else { return nil }
    return DeclaredSurface(
      number: number, size: Size(width: width, height: height),
      isMetric: surface["metric"]?.bool ?? true)
  }

  private static func number16(_ value: JSONValue) -> UInt16 {
    UInt16(truncatingIfNeeded: value.int ?? 0)
  }

  private static func number32(_ value: JSONValue) -> Int32 {
    Int32(clamping: value.int ?? 0)
  }

  /// Writes the line of the device numbered `number`.
  static func write(
    _ device: RecordedDevice, number: Int, keepPrivate: Bool, into line: inout JSONLine
  ) {
    let description = device.description
    line.beginObject()
    line.key("device")
    line.value(number)
    line.key("name")
    line.value(keepPrivate ? description.name : Redaction.name(description.name))
    line.key("level")
    line.value(device.level.rawValue)
    if device.role != DeviceRole(of: description) {
      line.key("role")
      line.value(device.role.word)
    }
    line.key("id")
    line.beginArray()
    for number in [
      description.bus, description.vendor, description.product, description.version,
    ] {
      line.value(number)
    }
    line.endArray()
    writeCapabilities(description, into: &line)
    if let surface = device.declaredSurface { write(surface, into: &line) }
    if device.isSynthesised {
      line.key("synthesised")
      line.value(true)
    }
    if let descriptor = device.reportDescriptor {
      line.key("descriptor")
      line.value(Hex.text(descriptor))
    }
    if keepPrivate, let serial = device.identity?.serial {
      line.key("serial")
      line.value(serial)
    }
    if keepPrivate, let place = device.identity?.place {
      line.key("place")
      line.value(place)
    }
    line.endObject()
  }

  private static func writeCapabilities(
    _ description: DeviceDescription, into line: inout JSONLine
  ) {
    if !description.properties.isEmpty {
      line.key("properties")
      line.beginArray()
      for property in description.properties { line.value(property) }
      line.endArray()
    }
    if !description.codes.isEmpty {
      line.key("codes")
      line.beginObject()
      var type: UInt16?
      for item in description.codes {
        if item.type != type {
          if type != nil { line.endArray() }
          line.key(String(item.type))
          line.beginArray()
          type = item.type
        }
        line.value(item.code)
      }
      line.endArray()
      line.endObject()
    }
    if !description.axes.isEmpty {
      line.key("axes")
      line.beginObject()
      for axis in description.axes {
        line.key(String(axis.code))
        line.beginArray()
        for number in [
          axis.value, axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution,
        ] {
          line.value(number)
        }
        line.endArray()
      }
      line.endObject()
    }
  }

  private static func write(_ surface: DeclaredSurface, into line: inout JSONLine) {
    line.key("surface")
    line.beginObject()
    line.key("number")
    line.value(surface.number)
    line.key("mm")
    line.beginArray()
    line.value(surface.size.width)
    line.value(surface.size.height)
    line.endArray()
    line.key("metric")
    line.value(surface.isMetric)
    line.endObject()
  }
}

extension DeviceRole {
  /// The role's word in our format.
  var word: String {
    switch self {
    case .pen: "pen"
    case .touch: "touch"
    case .touchpad: "touchpad"
    case .pad: "pad"
    case .tabletPad: "tablet-pad"
    case .keyboard: "keyboard"
    case .mouse: "mouse"
    case .motion: "motion"
    case .penLikeRemote: "pen-like-remote"
    case .other: "other"
    }
  }
}
