import FudeModel

/// Turns a browser's pointer events into pen samples and touch frames.
///
/// Pointer numbers repeat, even across kinds, so a landing gets a number of its own. Coalesced events
/// come before the event that they belong to; that one repeats the last of them and is left out.
struct PointerDecoder {
  private var contacts: [Key: Contact] = [:]
  private var nextContact: [DeviceID: UInt64] = [:]
  private var pens: [Key: PenSample] = [:]
  private var coalesced: Set<Key> = []

  private struct Key: Hashable {
    var device: DeviceID
    var pointer: Int64
  }

  /// The event of a record, with the recording's own device numbers; `nil` if it adds nothing, or
  /// comes from a mouse.
  mutating func decode(_ record: PointerRecord) -> InputEvent? {
    let key = Key(device: record.device, pointer: record.pointer)
    if record.isCoalesced {
      coalesced.insert(key)
    } else if coalesced.remove(key) != nil, record.event == "move" || record.event == "rawupdate" {
      return nil
    }
    switch record.kind {
    case "pen": return pen(record, key)
    case "touch": return touch(record, key)
    default: return nil
    }
  }

  private mutating func pen(_ record: PointerRecord, _ key: Key) -> InputEvent? {
    var sample =
      pens[key]
      ?? PenSample(
        time: record.time, device: record.device, surface: SurfaceID(0), state: .out,
        position: nil)
    sample.time = record.time
    switch record.event {
    case "leave", "out", "cancel":
      pens[key] = nil
      // Both come, one after the other.
      guard sample.state.isInRange else { return nil }
      sample.state = .out
      return .pen(sample)
    case "down": sample.state = .touching
    case "up": sample.state = .hovering(distance: nil)
    case "enter", "over", "move", "rawupdate":
      // The eraser's button counts as contact, a side button alone does not.
      let isDown = record.buttons & 0x21 != 0
      sample.state = isDown ? .touching : .hovering(distance: nil)
    default: return nil
    }
    sample.position = record.position
    sample.pressure = record.pressure.map { Float(max(0, min(1, $0))) }
    if let tilt = record.tilt { sample.tilt = Tilt(x: radians(tilt.x), y: radians(tilt.y)) }
    if let twist = record.twist, twist >= 0, twist < 360 {
      sample.twist = Float(twist * Maths.pi / 180)
    }
    sample.tool = record.buttons & 32 != 0 ? .eraser : .pen
    sample.buttons = record.buttons & 2 != 0 ? .first : []
    pens[key] = sample
    return .pen(sample)
  }

  private func radians(_ degrees: Double) -> Float {
    Float(max(-90, min(90, degrees)) * Maths.pi / 180)
  }

  private mutating func touch(_ record: PointerRecord, _ key: Key) -> InputEvent? {
    var contact: Contact
    switch record.event {
    case "down":
      contact = Contact(
        id: ContactID(nextContact[record.device, default: 0]), phase: .began,
        position: record.position)
      nextContact[record.device, default: 0] += 1
    case "move", "rawupdate", "up", "cancel":
      guard let known = contacts[key] else { return nil }
      contact = known
      contact.phase = record.event == "up" ? .ended : record.event == "cancel" ? .cancelled : .moved
      // A cancelled pointer is reported at 0, 0.
      if contact.phase != .cancelled { contact.position = record.position }
    default: return nil
    }
    contact.size = record.size.flatMap(Self.size) ?? contact.size
    let isOver = contact.phase == .ended || contact.phase == .cancelled
    contacts[key] = isOver ? nil : contact
    return .touch(
      TouchFrame(
        time: record.time, device: record.device, surface: SurfaceID(0), contacts: [contact]))
  }

  /// The extent in CSS pixels; `nil` for what browsers say when they don't know: Firefox 1 × 1,
  /// Chromium on Linux 50 × 50.
  private static func size(_ size: SIMD2<Double>) -> ContactSize? {
    guard size.x > 0, size.y > 0, size != [1, 1], size != [50, 50] else { return nil }
    return ContactSize(major: Float(size.max()), minor: Float(size.min()))
  }
}
