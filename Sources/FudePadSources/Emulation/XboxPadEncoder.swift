import FudeEvdev
import FudeModel
import FudePad

/// Writes a controller's states as the kernel's events of a wired Xbox 360 pad: the one layout that
/// every program knows.
///
/// What that pad has not (touchpad, motion, paddles, share) is left out.
struct XboxPadEncoder: Sendable {
  /// Microsoft's wired Xbox 360 pad as the kernel's xpad driver describes it.
  static func description(name: String) -> DeviceDescription {
    let keys = [
      BTN.south, BTN.east, BTN.north, BTN.west, BTN.tl, BTN.tr, BTN.select, BTN.start, BTN.mode,
      BTN.thumbL, BTN.thumbR,
    ]
    func axis(_ code: UInt16, _ minimum: Int32, _ maximum: Int32) -> AxisDescription {
      AxisDescription(code: code, value: 0, minimum: minimum, maximum: maximum)
    }
    return DeviceDescription(
      name: name, bus: BUS.usb, vendor: 0x045e, product: 0x028e, version: 0x0110,
      codes: keys.map { EventCode(type: EV.key, code: $0) },
      axes: [
        axis(ABS.x, -32768, 32767), axis(ABS.y, -32768, 32767), axis(ABS.z, 0, 255),
        axis(ABS.rx, -32768, 32767), axis(ABS.ry, -32768, 32767), axis(ABS.rz, 0, 255),
        axis(ABS.hat0x, -1, 1), axis(ABS.hat0y, -1, 1),
      ])
  }

  /// That driver calls the left face button BTN_X, which is the layout's *north*, and the upper one
  /// BTN_Y, which is *west*.
  private static let buttons: [(PadButtons, UInt16)] = [
    (.south, BTN.south), (.east, BTN.east), (.west, BTN.north), (.north, BTN.west),
    (.leftShoulder, BTN.tl), (.rightShoulder, BTN.tr), (.options, BTN.select),
    (.menu, BTN.start), (.home, BTN.mode), (.leftStick, BTN.thumbL), (.rightStick, BTN.thumbR),
  ]

  private var last: [Int32]
  private var held: PadButtons = []

  init() {
    last = [Int32](repeating: 0, count: 8)
  }

  /// The events from the state before to this one, ended by a report; empty if they are the same.
  mutating func encode(_ frame: PadFrame) -> [RawEvent] {
    let frame = frame.sanitised
    var events: [RawEvent] = []
    func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      events.append(RawEvent(time: frame.time, type: type, code: code, value: value))
    }
    for (mask, code) in XboxPadEncoder.buttons
    where held.contains(mask) != frame.buttons.contains(mask) {
      add(EV.key, code, frame.buttons.contains(mask) ? 1 : 0)
    }
    held = frame.buttons
    func sign(_ positive: PadButtons, _ negative: PadButtons) -> Int32 {
      (held.contains(positive) ? 1 : 0) - (held.contains(negative) ? 1 : 0)
    }
    let values: [(UInt16, Int32)] = [
      (ABS.x, XboxPadEncoder.position(frame.leftStick.x)),
      (ABS.y, XboxPadEncoder.position(-frame.leftStick.y)),
      (ABS.z, Int32((frame.leftTrigger * 255).rounded())),
      (ABS.rx, XboxPadEncoder.position(frame.rightStick.x)),
      (ABS.ry, XboxPadEncoder.position(-frame.rightStick.y)),
      (ABS.rz, Int32((frame.rightTrigger * 255).rounded())),
      (ABS.hat0x, sign(.right, .left)), (ABS.hat0y, sign(.down, .up)),
    ]
    for (index, (code, value)) in values.enumerated() where last[index] != value {
      last[index] = value
      add(EV.abs, code, value)
    }
    if !events.isEmpty { add(EV.syn, SYN.report, 0) }
    return events
  }

  /// An axis's value of a fraction that is in `-1...1`.
  private static func position(_ fraction: Float) -> Int32 {
    Int32((fraction * 32767).rounded())
  }
}
