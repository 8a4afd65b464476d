#if os(Linux)
  import CSDL2
  import FudeModel
  import FudePad

  /// One controller that SDL opened, and the nodes that SDL leaves alone.
  final class SDLPad {
    let number: DeviceID
    let instance: SDL_JoystickID
    let traits: PadTraits
    let kernel: KernelPad?
    /// Whether it was said that its raw node takes no report.
    private var hasAdvised = false
    /// The nodes to wait for and to read, beside what SDL reads.
    let nodes: [SiblingNode]
    /// Its state as known so far: at rest until the first report. What SDL says of its axes before
    /// that is a driver's zero, which on hid-sony is a stick held far left.
    var report: PadReport
    /// Whether something changed since the last report that was told.
    var isTouched = false
    /// The buttons that changed since then.
    var turned: PadButtons = []
    /// Whether it is a second way in to a pad that is there already.
    var isShadow = false

    private var handle: OpaquePointer
    private let hasSDLLight: Bool
    private var isOpen = true

    init?(index: Int32, number: DeviceID) {
      guard let handle = SDL_GameControllerOpen(index) else { return nil }
      self.handle = handle
      self.number = number
      instance = SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(handle))
      let path = SDL_GameControllerPath(handle).map { String(cString: $0) }
      kernel = path.flatMap { KernelPad(node: $0) }
      hasSDLLight = SDL_GameControllerHasLED(handle) == SDL_TRUE
      let hasSDLTouch = SDL_GameControllerGetNumTouchpads(handle) > 0
      let hasSDLMotion = SDL_GameControllerHasSensor(handle, SDL_SENSOR_GYRO) == SDL_TRUE
      let nodes = SDLPad.nodes(
        path, kernel, touchpad: !hasSDLTouch, motion: !hasSDLMotion)
      self.nodes = nodes.all
      traits = SDLPad.traits(
        handle, kernel, hasTouch: hasSDLTouch || nodes.hasTouch,
        hasMotion: hasSDLMotion || nodes.hasMotion,
        hasLight: hasSDLLight || kernel?.hasLight == true)
      report = PadReport(frame: PadFrame(time: PadClock.now(), device: number))
      report.battery = kernel?.battery ?? SDLPad.battery(handle)
    }

    func close() {
      if isOpen { SDL_GameControllerClose(handle) }
      isOpen = false
    }

    /// Reads the whole state anew after the kernel's queue overflowed; false if it cannot be opened.
    ///
    /// SDL 2.26 asks for the state in the middle of a batch of older events and then applies the rest
    /// of the batch, while asking has thrown the releases out of the kernel's queue: buttons stick. A
    /// controller that is opened anew begins with what is true.
    func reread() -> Bool {
      guard isOpen, nodes.contains(where: { $0.takeOverflow() }) else { return isOpen }
      SDL_GameControllerClose(handle)
      var opened: OpaquePointer?
      for index in 0..<SDL_NumJoysticks()
      where SDL_JoystickGetDeviceInstanceID(index) == instance {
        opened = SDL_GameControllerOpen(index)
      }
      guard let opened else {
        isOpen = false
        return false
      }
      handle = opened
      // Reads the state. Events that it makes on the way come later and say the same.
      SDL_GameControllerUpdate()
      let click = report.frame.buttons.intersection(.touchpad)
      report.frame.buttons = click
      for (button, mask) in SDLEvents.buttons
      where SDL_GameControllerGetButton(handle, button) == UInt8(SDL_PRESSED) {
        report.frame.buttons.formUnion(mask)
      }
      SDLEvents.readAxes(handle, into: &report.frame)
      isTouched = true
      return true
    }

    // MARK: - What it is

    private static func nodes(
      _ path: String?, _ kernel: KernelPad?, touchpad: Bool, motion: Bool
    ) -> (all: [SiblingNode], hasTouch: Bool, hasMotion: Bool) {
      var all: [SiblingNode] = []
      if let path, let node = SiblingNode(alarm: path) { all.append(node) }
      // Without an alarm the pad's own node would be found late: it is better to look often.
      guard !all.isEmpty else { return ([], false, false) }
      let touch = touchpad ? kernel?.touchpad.flatMap { SiblingNode(touchpad: $0) } : nil
      let sensors = motion ? kernel?.motion.flatMap { SiblingNode(motion: $0) } : nil
      all += [touch, sensors].compactMap { $0 }
      return (all, touch != nil, sensors != nil)
    }

    private static func traits(
      _ handle: OpaquePointer, _ kernel: KernelPad?, hasTouch: Bool, hasMotion: Bool,
      hasLight: Bool
    ) -> PadTraits {
      var buttons: PadButtons = []
      for (button, mask) in SDLEvents.buttons
      where SDL_GameControllerHasButton(handle, button) == SDL_TRUE { buttons.formUnion(mask) }
      if hasTouch { buttons.insert(.touchpad) }
      var features: PadTraits.Features = []
      if SDL_GameControllerHasRumble(handle) == SDL_TRUE { features.insert(.rumble) }
      if SDL_GameControllerHasRumbleTriggers(handle) == SDL_TRUE {
        features.insert(.triggerRumble)
      }
      if hasLight { features.insert(.light) }
      if hasTouch { features.insert(.touchpad) }
      if hasMotion { features.insert(.motion) }
      if kernel?.battery != nil || battery(handle) != nil { features.insert(.battery) }
      if kind(SDL_GameControllerGetType(handle)) == .dualSense {
        features.insert(.adaptiveTriggers)
      }
      let serial = kernel?.serial ?? SDL_GameControllerGetSerial(handle).map { String(cString: $0) }
      return PadTraits(
        name: SDL_GameControllerName(handle).map { String(cString: $0) } ?? "Controller",
        kind: kind(SDL_GameControllerGetType(handle)),
        vendor: SDL_GameControllerGetVendor(handle), product: SDL_GameControllerGetProduct(handle),
        serial: serial.map { $0.lowercased() }, buttons: buttons, features: features)
    }

    private static func kind(_ type: SDL_GameControllerType) -> PadTraits.Kind {
      switch type {
      case SDL_CONTROLLER_TYPE_PS3, SDL_CONTROLLER_TYPE_PS4: .dualShock
      case SDL_CONTROLLER_TYPE_PS5: .dualSense
      case SDL_CONTROLLER_TYPE_XBOX360, SDL_CONTROLLER_TYPE_XBOXONE: .xbox
      case SDL_CONTROLLER_TYPE_NINTENDO_SWITCH_PRO: .switchPro
      default: .standard
      }
    }

    /// SDL knows five steps; the middle of each.
    static func battery(_ handle: OpaquePointer) -> PadBattery? {
      switch SDL_JoystickCurrentPowerLevel(SDL_GameControllerGetJoystick(handle)) {
      case SDL_JOYSTICK_POWER_EMPTY: PadBattery(level: 0.03, state: .discharging)
      case SDL_JOYSTICK_POWER_LOW: PadBattery(level: 0.12, state: .discharging)
      case SDL_JOYSTICK_POWER_MEDIUM: PadBattery(level: 0.45, state: .discharging)
      case SDL_JOYSTICK_POWER_FULL: PadBattery(level: 0.85, state: .discharging)
      case SDL_JOYSTICK_POWER_WIRED: PadBattery(level: 1, state: .charging)
      default: nil
      }
    }

    func updateBattery() {
      if isOpen, kernel?.battery == nil { report.battery = SDLPad.battery(handle) }
    }

    // MARK: - What it can be told

    /// Does it; `advise` is told once why a report was refused.
    func perform(_ command: PadCommand, advise: (String) -> Void) {
      guard isOpen else { return }
      switch command {
      case .rumble(let heavy, let light, let span):
        SDL_GameControllerRumble(
          handle, strength(heavy), strength(light), milliseconds(span))
      case .triggerRumble(let left, let right, let span):
        SDL_GameControllerRumbleTriggers(
          handle, strength(left), strength(right), milliseconds(span))
      case .light(let red, let green, let blue):
        // The kernel's driver owns the lamp where SDL does not.
        if !hasSDLLight { _ = kernel?.light(red: red, green: green, blue: blue) }
        SDL_GameControllerSetLED(handle, byte(red), byte(green), byte(blue))
      case .player(let player):
        if kernel?.show(player: player) != true {
          SDL_GameControllerSetPlayerIndex(handle, Int32(player ?? -1))
        }
      case .triggers(let left, let right):
        let report = TriggerEffect.report(left: left, right: right)
        // SDL takes it where its own driver has the pad; else the kernel's driver has, and passes it
        // on for whoever may write to the raw node.
        if SDL_GameControllerSendEffect(handle, report, Int32(report.count)) != 0 {
          guard let advice = kernel?.send(dualSense: report), !hasAdvised else { return }
          hasAdvised = true
          advise(advice)
        }
      case .sensors(let isOn):
        let state = isOn ? SDL_TRUE : SDL_FALSE
        SDL_GameControllerSetSensorEnabled(handle, SDL_SENSOR_ACCEL, state)
        SDL_GameControllerSetSensorEnabled(handle, SDL_SENSOR_GYRO, state)
      }
    }

    private func strength(_ value: Float) -> UInt16 {
      value == value ? UInt16(max(0, min(1, value)) * 65535) : 0
    }

    private func byte(_ value: Float) -> UInt8 {
      value == value ? UInt8(max(0, min(1, value)) * 255) : 0
    }

    private func milliseconds(_ span: TimeSpan) -> UInt32 {
      // SDL's longest is 65535.
      UInt32(max(0, min(65535, span.microseconds / 1000)))
    }
  }
#endif
