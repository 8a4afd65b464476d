import FudeModel

/// The bodies of surface-level records in our format, read where they stand.
enum RecordBody {
  private static let nowhere = DeviceID(0)

  private enum Key {
    static let state = JSONKey("state")
    static let x = JSONKey("x")
    static let y = JSONKey("y")
    static let pressure = JSONKey("p")
    static let tilt = JSONKey("tilt")
    static let twist = JSONKey("twist")
    static let distance = JSONKey("distance")
    static let tool = JSONKey("tool")
    static let buttons = JSONKey("buttons")
    static let id = JSONKey("id")
    static let phase = JSONKey("phase")
    static let size = JSONKey("size")
    static let palm = JSONKey("palm")
    static let left = JSONKey("left")
    static let right = JSONKey("right")
    static let triggers = JSONKey("triggers")
    static let event = JSONKey("event")
    static let kind = JSONKey("type")
    static let coalesced = JSONKey("coalesced")
  }

  static func pen(_ cursor: inout JSONCursor) throws(JSONFault) -> PenSample {
    var sample = PenSample(
      time: .zero, device: nowhere, surface: SurfaceID(0), state: .out, position: nil)
    var x: Double?
    var y: Double?
    var distance: Float?
    var isHovering = false
    try cursor.object { (cursor: inout JSONCursor, key: JSONKey) throws(JSONFault) in
      switch key {
      case Key.state:
        let word = try cursor.string()
        isHovering = word == "hover"
        sample.state = try state(word, at: cursor.position)
      case Key.x: x = try cursor.number()
      case Key.y: y = try cursor.number()
      case Key.pressure: sample.pressure = try fraction(&cursor)
      case Key.distance: distance = try fraction(&cursor)
      case Key.tilt:
        let pair = try pair(&cursor)
        sample.tilt = Tilt(x: Float(pair.x), y: Float(pair.y))
      case Key.twist: sample.twist = Float(try cursor.number())
      case Key.tool: sample.tool = try tool(&cursor)
      case Key.buttons:
        sample.buttons = PenButtons(rawValue: UInt8(truncatingIfNeeded: try cursor.integer()))
      default: try cursor.skip()
      }
    }
    if isHovering { sample.state = .hovering(distance: distance) }
    if let x, let y { sample.position = Point(x: x, y: y) }
    if sample.position == nil, isHovering || sample.state == .touching {
      throw JSONFault(
        position: cursor.position, expected: "x and y of a pen that hovers or touches")
    }
    return sample
  }

  private static func state(_ word: String, at position: Int) throws(JSONFault) -> PenState {
    switch word {
    case "out": return .out
    case "near": return .near
    case "hover": return .hovering(distance: nil)
    case "touch": return .touching
    default: throw JSONFault(position: position, expected: "out, near, hover or touch")
    }
  }

  private static func tool(_ cursor: inout JSONCursor) throws(JSONFault) -> PenTool {
    switch try cursor.string() {
    case "pen": return .pen
    case "eraser": return .eraser
    case "brush": return .brush
    case "pencil": return .pencil
    case "airbrush": return .airbrush
    case "cursor": return .cursor
    default:
      throw JSONFault(
        position: cursor.position, expected: "pen, eraser, brush, pencil, airbrush or cursor")
    }
  }

  /// A number held in 0…1.
  private static func fraction(_ cursor: inout JSONCursor) throws(JSONFault) -> Float {
    Float(max(0, min(1, try cursor.number())))
  }

  private static func pair(_ cursor: inout JSONCursor) throws(JSONFault) -> SIMD2<Double> {
    var result = SIMD2<Double>.zero
    try cursor.array { (cursor: inout JSONCursor, index: Int) throws(JSONFault) in
      let number = try cursor.number()
      if index < 2 { result[index] = number }
    }
    return result
  }

  static func touch(_ cursor: inout JSONCursor) throws(JSONFault) -> TouchFrame {
    var contacts: [Contact] = []
    try cursor.array { (cursor: inout JSONCursor, _: Int) throws(JSONFault) in
      contacts.append(try contact(&cursor))
    }
    return TouchFrame(time: .zero, device: nowhere, surface: SurfaceID(0), contacts: contacts)
  }

  private static func contact(_ cursor: inout JSONCursor) throws(JSONFault) -> Contact {
    var contact = Contact(id: ContactID(0), phase: .moved, position: .zero)
    try cursor.object { (cursor: inout JSONCursor, key: JSONKey) throws(JSONFault) in
      switch key {
      case Key.id:
        contact.id = ContactID(UInt64(truncatingIfNeeded: try cursor.integer()) & 0xffff_ffff)
      case Key.phase: contact.phase = try phase(&cursor)
      case Key.x: contact.position.x = try cursor.number()
      case Key.y: contact.position.y = try cursor.number()
      case Key.pressure: contact.pressure = try fraction(&cursor)
      case Key.palm: contact.isPalmByDevice = try cursor.boolean()
      case Key.size: contact.size = try size(&cursor)
      default: try cursor.skip()
      }
    }
    return contact
  }

  private static func phase(_ cursor: inout JSONCursor) throws(JSONFault) -> ContactPhase {
    switch try cursor.string() {
    case "began": return .began
    case "moved": return .moved
    case "ended": return .ended
    case "cancelled": return .cancelled
    default:
      throw JSONFault(position: cursor.position, expected: "began, moved, ended or cancelled")
    }
  }

  private static func size(_ cursor: inout JSONCursor) throws(JSONFault) -> ContactSize {
    var size = ContactSize(major: 0, minor: 0)
    try cursor.array { (cursor: inout JSONCursor, index: Int) throws(JSONFault) in
      let number = Float(try cursor.number())
      switch index {
      case 0: size.major = max(0, number)
      case 1: size.minor = max(0, number)
      case 2: size.orientation = number
      default: break
      }
    }
    return size
  }

  static func pad(_ cursor: inout JSONCursor) throws(JSONFault) -> PadFrame {
    var frame = PadFrame(time: .zero, device: nowhere)
    try cursor.object { (cursor: inout JSONCursor, key: JSONKey) throws(JSONFault) in
      switch key {
      case Key.buttons:
        frame.buttons = PadButtons(rawValue: UInt32(truncatingIfNeeded: try cursor.integer()))
      case Key.left: frame.leftStick = stick(try pair(&cursor))
      case Key.right: frame.rightStick = stick(try pair(&cursor))
      case Key.triggers:
        let pair = try pair(&cursor)
        frame.leftTrigger = Float(max(0, min(1, pair.x)))
        frame.rightTrigger = Float(max(0, min(1, pair.y)))
      default: try cursor.skip()
      }
    }
    return frame
  }

  private static func stick(_ pair: SIMD2<Double>) -> SIMD2<Float> {
    SIMD2<Float>(pair.clamped(lowerBound: [-1, -1], upperBound: [1, 1]))
  }

  static func pointer(_ cursor: inout JSONCursor) throws(JSONFault) -> PointerRecord {
    var record = PointerRecord(
      time: .zero, device: nowhere, event: "", pointer: 0, kind: "", position: .zero)
    try cursor.object { (cursor: inout JSONCursor, key: JSONKey) throws(JSONFault) in
      switch key {
      case Key.event: record.event = try cursor.string()
      case Key.id: record.pointer = try cursor.integer()
      case Key.kind: record.kind = try cursor.string()
      case Key.x: record.position.x = try cursor.number()
      case Key.y: record.position.y = try cursor.number()
      case Key.pressure: record.pressure = try cursor.number()
      case Key.tilt: record.tilt = try pair(&cursor)
      case Key.twist: record.twist = try cursor.number()
      case Key.size: record.size = try pair(&cursor)
      case Key.buttons: record.buttons = try cursor.integer()
      case Key.coalesced: record.isCoalesced = try cursor.boolean()
      default: try cursor.skip()
      }
    }
    return record
  }

  static func hex(_ cursor: inout JSONCursor) throws(JSONFault) -> [UInt8] {
    let text = try cursor.rawString()
    guard text.count.isMultiple(of: 2) else {
      throw JSONFault(position: cursor.position, expected: "an even count of hex digits")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    var index = 0
    while index < text.count {
      guard let high = Hex.digit(text[index]), let low = Hex.digit(text[index + 1]) else {
        throw JSONFault(position: cursor.position, expected: "hex digits")
      }
      bytes.append(high << 4 | low)
      index += 2
    }
    return bytes
  }
}
