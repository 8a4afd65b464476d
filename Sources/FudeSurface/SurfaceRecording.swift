import FudeModel
import FudePointer

/// Notes what comes in, in Fude's own recording format: pointer events as the browser gave them,
/// controllers' states, and commands as notes that begin with `surface:`.
///
/// Every line is whole, so a file that is cut off keeps all but its last line.
struct SurfaceRecording: Sendable {
  private var text = ByteText()
  private var pads: [DeviceID] = []
  /// Noted before the first thing that comes, at its time.
  private var seed: UInt32?
  private let isNew: Bool
  private var isEmpty = true

  /// Whether it is a recording of its own in which nothing has happened yet.
  var isFresh: Bool { isNew && isEmpty }

  /// - Parameters:
  ///   - size: The page's size for the recording's beginning; `nil` goes on with one.
  ///   - seed: What the palette's colours follow from, from here on.
  init(size: Size?, seed: UInt32) {
    self.seed = seed
    isNew = size != nil
    guard let size else { return }
    text.add("{\"fude\":\"recording\",\"version\":1,\"by\":\"fude surface\"}\n")
    device(0, "pen", surface: 0, size)
    device(1, "touch", surface: 0, size)
    device(2, "mouse", surface: 1, size)
  }

  /// The lines since the last call.
  mutating func take() -> [UInt8] {
    defer { text.bytes.removeAll(keepingCapacity: true) }
    return text.bytes
  }

  private mutating func device(_ number: Int, _ role: StaticString, surface: Int, _ size: Size) {
    text.add("{\"device\":")
    text.add(number)
    text.add(",\"name\":\"the page's ")
    text.add(role)
    text.add("\",\"level\":\"pointer\",\"role\":\"")
    text.add(role)
    text.add("\",\"surface\":{\"number\":")
    text.add(surface)
    text.add(",\"mm\":[")
    text.add(size.width * PointerReport.millimetresPerPixel, places: 4)
    text.add(",")
    text.add(size.height * PointerReport.millimetresPerPixel, places: 4)
    text.add("],\"metric\":false}}\n")
  }

  private mutating func begin(_ time: Timestamp, device: Int?) {
    isEmpty = false
    if let seed {
      self.seed = nil
      note(.seed(seed), at: time)
    }
    text.add("{\"t\":")
    text.add(time.microseconds)
    if let device {
      text.add(",\"d\":")
      text.add(device)
    }
  }

  mutating func note(_ report: PointerReport) {
    let (kind, device): (StaticString, Int) =
      switch report.kind {
      case .pen: ("pen", 0)
      case .touch: ("touch", 1)
      case .mouse: ("mouse", 2)
      }
    let event: StaticString =
      switch report.phase {
      case .down: "down"
      case .move: "move"
      case .up: "up"
      case .cancel: "cancel"
      case .leave: "leave"
      }
    begin(report.time, device: device)
    text.add(",\"pointer\":{\"event\":\"")
    text.add(event)
    text.add("\",\"id\":")
    text.add(Int(report.pointer))
    text.add(",\"type\":\"")
    text.add(kind)
    text.add("\"")
    number("x", report.position.x, 4)
    number("y", report.position.y, 4)
    number("p", Double(report.pressure), 6)
    if report.kind == .pen {
      pair("tilt", report.tilt, 2)
      number("twist", Double(report.twist), 2)
    } else if report.kind == .touch {
      pair("size", report.size, 3)
    }
    if report.buttons != 0 { number("buttons", Double(report.buttons), 0) }
    text.add("}}\n")
  }

  private mutating func key(_ key: StaticString) {
    text.add(",\"")
    text.add(key)
    text.add("\":")
  }

  private mutating func number(_ name: StaticString, _ value: Double, _ places: Int) {
    key(name)
    text.add(value, places: places)
  }

  private mutating func pair(_ name: StaticString, _ value: SIMD2<Float>, _ places: Int) {
    key(name)
    text.add("[")
    text.add(Double(value.x), places: places)
    text.add(",")
    text.add(Double(value.y), places: places)
    text.add("]")
  }

  mutating func note(_ frame: PadFrame) {
    if !pads.contains(frame.device) {
      pads.append(frame.device)
      text.add("{\"device\":")
      text.add(Int(clamping: frame.device.rawValue))
      text.add(",\"name\":\"controller\",\"level\":\"surface\",\"role\":\"pad\"}\n")
    }
    begin(frame.time, device: Int(clamping: frame.device.rawValue))
    text.add(",\"pad\":{\"buttons\":")
    text.add(Int64(frame.buttons.rawValue))
    pair("left", frame.leftStick, 6)
    pair("right", frame.rightStick, 6)
    pair("triggers", SIMD2(frame.leftTrigger, frame.rightTrigger), 6)
    text.add("}}\n")
  }

  mutating func noteLost(_ device: DeviceID, at time: Timestamp) {
    begin(time, device: Int(clamping: device.rawValue))
    text.add(",\"lost\":\"removed\"}\n")
  }

  mutating func note(_ command: SurfaceCommand, at time: Timestamp) {
    begin(time, device: nil)
    text.add(",\"note\":\"surface: ")
    text.bytes += command.text
    text.add("\"}\n")
  }

  /// Time passed while a controller moved something.
  mutating func noteTick(_ time: Timestamp) {
    begin(time, device: nil)
    text.add(",\"note\":\"surface: tick\"}\n")
  }
}
