import FudeEvdev
import FudeHID
import FudeModel
import FudeRecording

/// Makes one controller's reports from the records of all its nodes.
struct PadMaker {
  let number: DeviceID
  let traits: PadTraits
  private(set) var reportCount = 0

  private let hid: DeviceID?
  private let hidDecoder: PadReportDecoder?
  private let pad: DeviceID?
  private let touchpad: DeviceID?
  private let motion: DeviceID?
  private let motionScale: [Float]
  private var padDecoder: EvdevDecoder?
  private var touchDecoder: EvdevDecoder?
  private var touches: [ContactID?] = [nil, nil]
  private var axes = [Float](repeating: 0, count: 6)
  private var report: PadReport
  private var isChanged = false
  /// Whether it is unplugged just now.
  private(set) var isAway = false
  private let description: DeviceDescription

  /// The controllers among devices, and which device belongs to which.
  static func group(
    _ devices: [SessionDevice], keeping old: [PadMaker]
  ) -> ([PadMaker], [DeviceID: Int]) {
    var makers: [PadMaker] = []
    var owner: [DeviceID: Int] = [:]
    let hidPads = devices.filter { $0.level == .hid && $0.decoder != nil }
    let evdevPads = devices.filter { $0.level != .hid && $0.role == .pad }
    for main in hidPads + evdevPads where owner[main.id] == nil {
      let family = devices.filter {
        $0.id == main.id || (owner[$0.id] == nil && $0.belongs(to: main))
      }
      for device in family { owner[device.id] = makers.count }
      let kept = old.first { $0.hid == main.id || $0.pad == main.id }
      makers.append(
        kept ?? PadMaker(main, family, number: DeviceID(UInt32(truncatingIfNeeded: makers.count))))
    }
    return (makers, owner)
  }

  private init(_ main: SessionDevice, _ family: [SessionDevice], number: DeviceID) {
    self.number = number
    description = main.description
    hidDecoder = main.level == .hid ? main.decoder : nil
    hid = hidDecoder == nil ? nil : main.id
    let touchNode = family.first { $0.role == .touchpad || $0.role == .touch }
    let motionNode = family.first { $0.role == .motion }
    pad = hid == nil ? main.id : nil
    touchpad = touchNode?.id
    motion = motionNode?.id
    motionScale = (0..<6).map { code in
      let unit = 1 / Float(max(1, motionNode?.description.axis(UInt16(code))?.resolution ?? 1))
      return code < 3 ? unit : unit * 3.14159265 / 180
    }
    // A touchpad's places as fractions.
    let surface = Surface(id: SurfaceID(0), size: Size(width: 1, height: 1), isMetric: false)
    if hid == nil, main.level == .evdev {
      padDecoder = EvdevDecoder(
        device: number, description: main.description, role: .pad, surface: surface)
      touchDecoder = touchNode.map {
        EvdevDecoder(
          device: number, description: $0.description, role: .touchpad, surface: surface)
      }
    }
    report = PadReport(frame: PadFrame(time: .zero, device: number))
    traits = PadMaker.traits(
      main, hasTouch: hid != nil || touchNode != nil, hasMotion: hid != nil || motionNode != nil)
  }

  private static func traits(
    _ main: SessionDevice, hasTouch: Bool, hasMotion: Bool
  ) -> PadTraits {
    let kind: PadTraits.Kind =
      switch main.decoder?.layout {
      case .dualShock4: .dualShock
      case .dualSense: .dualSense
      case nil: .standard
      }
    var features: PadTraits.Features = []
    if hasTouch { features.insert(.touchpad) }
    if hasMotion { features.insert(.motion) }
    if main.level == .hid { features.insert(.battery) }
    if kind == .dualSense { features.insert(.adaptiveTriggers) }
    var name = main.description.name
    if name.hasSuffix(" (reports)") { name.removeLast(" (reports)".count) }
    return PadTraits(
      name: name, kind: kind, vendor: main.description.vendor, product: main.description.product,
      serial: main.device.identity?.serial,
      buttons: kind == .standard ? .usual : PadButtons.usual.union(.touchpad), features: features)
  }

  /// Takes a record of one of the nodes and emits the reports that it completes.
  mutating func take(
    _ record: Record, emit: (PadSourceEvent) -> Void
  ) throws(PadReportError) {
    switch record {
    case .report(let bytes) where bytes.device == hid && bytes.kind == .input:
      guard let decoded = try hidDecoder?.decode(bytes.bytes, device: number, at: bytes.time)
      else { return }
      report = decoded
      finish(emit)
    case .raw(let device, let event): take(event, of: device, emit)
    case .input(.pad(let frame)) where frame.device == pad:
      report.frame = frame
      report.frame = PadFrame(
        time: frame.time, device: number, buttons: frame.buttons, leftStick: frame.leftStick,
        rightStick: frame.rightStick, leftTrigger: frame.leftTrigger,
        rightTrigger: frame.rightTrigger)
      finish(emit)
    case .input(.lost(let device, let time, let cause)) where device == pad || device == hid:
      report = PadReport(frame: PadFrame(time: time, device: number))
      guard cause == .removed else { return finish(emit) }
      // What was down when it went is down no more; the decoder must not remember it.
      padDecoder = padDecoder.map { EvdevDecoder(like: $0, description: description) }
      isAway = true
      emit(.disconnected(number, at: time))
    default: break
    }
  }

  private mutating func finish(_ emit: (PadSourceEvent) -> Void) {
    if isAway {
      isAway = false
      emit(.connected(number, traits))
    }
    reportCount += 1
    emit(.report(report))
  }

  private mutating func take(
    _ event: RawEvent, of device: DeviceID, _ emit: (PadSourceEvent) -> Void
  ) {
    // Its HID reports say all of it, and in time: hid-playstation tells a click one report late.
    guard hid == nil else { return }
    if device == pad {
      // Taken out while it works: what it says changes the rest of this value.
      var decoder = padDecoder
      decoder?.receive(event) { took($0) }
      padDecoder = decoder
    } else if device == touchpad {
      if event.type == 1, event.code == 0x110 { press(event.value != 0) }
      var decoder = touchDecoder
      decoder?.receive(event) { took($0) }
      touchDecoder = decoder
    } else if device == motion {
      sense(event)
    }
    guard isChanged else { return }
    isChanged = false
    report.frame.time = event.time
    finish(emit)
  }

  private mutating func took(_ event: InputEvent) {
    switch event {
    case .pad(let frame):
      let click = report.frame.buttons.intersection(.touchpad)
      report.frame = frame
      report.frame.buttons.formUnion(click)
    case .touch(let frame): for contact in frame.contacts { touch(contact) }
    // What was lost is unknown: all is let go until it is told again.
    case .lost(_, let time, _): report = PadReport(frame: PadFrame(time: time, device: number))
    case .pen, .penClick: return
    }
    isChanged = true
  }

  private mutating func touch(_ contact: Contact) {
    let isOver = contact.phase == .ended || contact.phase == .cancelled
    guard
      let place = touches.firstIndex(of: contact.id)
        ?? (isOver ? nil : touches.firstIndex(of: nil))
    else { return }
    touches[place] = isOver ? nil : contact.id
    let touch =
      isOver ? nil : PadTouch(x: Float(contact.position.x), y: Float(contact.position.y))
    if place == 0 { report.firstTouch = touch } else { report.secondTouch = touch }
  }

  /// The touchpad's own button is BTN_LEFT of its node.
  private mutating func press(_ isDown: Bool) {
    if isDown {
      report.frame.buttons.insert(.touchpad)
    } else {
      report.frame.buttons.remove(.touchpad)
    }
    isChanged = true
  }

  private mutating func sense(_ event: RawEvent) {
    if event.type == 3, event.code < 6 {
      axes[Int(event.code)] = Float(event.value) * motionScale[Int(event.code)]
    } else if event.type == 0, event.code == 0 {
      report.motion = PadMotion(
        acceleration: SIMD3(axes[0], axes[1], axes[2]),
        rotationRate: SIMD3(axes[3], axes[4], axes[5]))
      isChanged = true
    }
  }
}

extension SessionDevice {
  /// What reads its HID reports; `nil` if nobody here can.
  fileprivate var decoder: PadReportDecoder? {
    PadReportDecoder(vendor: description.vendor, product: description.product)
  }

  /// Whether it is another node of the controller whose main node is `main`.
  ///
  /// By the serial where both have one; else by bus, vendor and product. Only what a controller can
  /// have beside it counts.
  fileprivate func belongs(to main: SessionDevice) -> Bool {
    guard role == .touchpad || role == .touch || role == .motion || role == .pad else {
      return false
    }
    guard id != main.id else { return true }
    if role == .pad, main.level != .hid { return false }
    guard description.vendor == main.description.vendor, description.vendor != 0,
      description.product == main.description.product
    else { return false }
    if let mine = device.identity?.serial, let theirs = main.device.identity?.serial {
      return mine == theirs
    }
    return description.bus == main.description.bus
  }
}

extension EvdevDecoder {
  /// A decoder of the same controller that knows nothing yet.
  fileprivate init(like other: EvdevDecoder, description: DeviceDescription) {
    self.init(
      device: other.device, description: description, role: other.role,
      surface: Surface(id: SurfaceID(0), size: Size(width: 1, height: 1), isMetric: false))
  }
}
