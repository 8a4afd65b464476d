#if os(Linux)
  import CSDL2
  import Foundation
  import FudeModel
  import FudePad
  import Glibc

  /// What the thread that owns SDL does: wait, take what came, tell it.
  ///
  /// Events of one wake-up become one report, except where that would swallow a press or a release:
  /// then there are as many reports as it takes.
  struct SDLLoop {
    private let options: SDLPads.Options
    private let alarm: Alarm
    private let deliver: @Sendable (PadSourceEvent) -> Void
    private var pads: [SDLPad] = []
    private var nextNumber: UInt32 = 0
    private var hasAdvised = false
    private var isFirst = true
    private var isStarted = false
    private var nextLook = Timestamp.zero
    private var waiting: [pollfd] = []
    private let ignored = PadIgnoreList(environment: ProcessInfo.processInfo.environment)

    /// How long it sleeps at most: with a controller that has no node to wait for, with others, and
    /// without any. SDL looks for new controllers and ends rumbles only when it is asked.
    private static let naps: (blind: Int32, busy: Int32, idle: Int32) = (2, 50, 200)
    /// What is started before mappings are read.
    private static let first = UInt32(SDL_INIT_JOYSTICK) | UInt32(SDL_INIT_EVENTS)
    /// How often batteries and permissions are looked at.
    private static let lookInterval = TimeSpan.seconds(5)

    init(
      options: SDLPads.Options, alarm: Alarm,
      deliver: @escaping @Sendable (PadSourceEvent) -> Void
    ) {
      self.options = options
      self.alarm = alarm
      self.deliver = deliver
    }

    /// Starts SDL; what it said if it does not start.
    mutating func begin() -> String? {
      SDL_SetMainReady()
      let hints: [(String, String)] = [
        // Signals are the program's own affair.
        ("SDL_NO_SIGNAL_HANDLERS", "1"),
        // There is no window that could have the focus.
        ("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1"),
        // Buttons by their place, not by what is printed on them.
        ("SDL_GAMECONTROLLER_USE_BUTTON_LABELS", "0"),
        // The full Bluetooth report of Sony pads, with touchpad and motion.
        ("SDL_JOYSTICK_HIDAPI_PS4_RUMBLE", "1"), ("SDL_JOYSTICK_HIDAPI_PS5_RUMBLE", "1"),
      ]
      for (name, value) in hints where getenv(name) == nil { SDL_SetHint(name, value) }
      if let usesHIDAPI = options.usesHIDAPI {
        SDL_SetHint("SDL_JOYSTICK_HIDAPI", usesHIDAPI ? "1" : "0")
      }
      guard SDL_InitSubSystem(SDLLoop.first) == 0 else {
        return SDLLoop.error
      }
      // Before controllers: a pad that is there and has no mapping then is never one.
      for file in [SDLPads.userMappingFile] + options.mappingFiles { loadMappings(file) }
      guard SDL_InitSubSystem(UInt32(SDL_INIT_GAMECONTROLLER)) == 0 else {
        SDL_QuitSubSystem(SDLLoop.first)
        return SDLLoop.error
      }
      isStarted = true
      return nil
    }

    /// Tells all controllers to be gone and ends what was started of SDL; what else the program uses
    /// of it is its own affair.
    mutating func end() {
      for pad in pads { remove(pad) }
      pads = []
      guard isStarted else { return }
      SDL_QuitSubSystem(UInt32(SDL_INIT_GAMECONTROLLER))
      SDL_QuitSubSystem(SDLLoop.first)
    }

    /// Sleeps until something may have happened, and takes it.
    mutating func turn() {
      wait()
      take()
    }

    /// Takes what has happened, and tells it.
    mutating func take() {
      var touched = takeKernelNodes()
      SDL_PumpEvents()
      var event = SDL_Event()
      while SDL_PollEvent(&event) != 0 { take(event, &touched) }
      for pad in pads where !pad.nodes.isEmpty {
        // Opened anew, its node may be gone: then SDL says so with its next event.
        touched = pad.reread() && pad.isTouched || touched
      }
      if touched { tell() }
      let now = PadClock.now()
      if now >= nextLook {
        nextLook = now + SDLLoop.lookInterval
        look()
      }
    }

    // MARK: - Waiting

    private mutating func wait() {
      waiting.removeAll(keepingCapacity: true)
      waiting.append(pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0))
      var isBlind = false
      for pad in pads {
        if pad.nodes.isEmpty { isBlind = true }
        for node in pad.nodes where !node.isGone {
          waiting.append(pollfd(fd: node.descriptor, events: Int16(POLLIN), revents: 0))
        }
      }
      let naps = SDLLoop.naps
      // What was there at the start waits in SDL's queue.
      let nap = isFirst ? 0 : pads.isEmpty ? naps.idle : isBlind ? naps.blind : naps.busy
      isFirst = false
      _ = poll(&waiting, nfds_t(waiting.count), nap)
      if waiting[0].revents != 0 { alarm.silence() }
    }

    private func takeKernelNodes() -> Bool {
      var touched = false
      for pad in pads {
        for node in pad.nodes where node.read(into: pad, tell: tell) {
          pad.isTouched = true
          touched = true
        }
      }
      return touched
    }

    // MARK: - Events

    private mutating func take(_ event: SDL_Event, _ touched: inout Bool) {
      switch SDL_EventType(rawValue: event.type) {
      case SDL_CONTROLLERDEVICEADDED: add(event.cdevice.which)
      case SDL_CONTROLLERDEVICEREMOVED:
        guard let index = pads.firstIndex(where: { $0.instance == event.cdevice.which }) else {
          return
        }
        tell()
        let pad = pads.remove(at: index)
        remove(pad)
        promote(serial: pad.traits.serial)
      default:
        guard let instance = SDLEvents.instance(of: event),
          let pad = pads.first(where: { $0.instance == instance })
        else { return }
        // A button that changed already in this report would lose an edge.
        if let mask = SDLEvents.mask(of: event), !pad.turned.isDisjoint(with: mask) { tell(pad) }
        if SDLEvents.apply(event, to: pad) {
          pad.isTouched = true
          touched = true
        }
      }
    }

    private func tell() {
      for pad in pads where pad.isTouched { tell(pad) }
    }

    private func tell(_ pad: SDLPad) {
      guard pad.isTouched else { return }
      pad.isTouched = false
      pad.turned = []
      pad.report.frame.time = PadClock.now()
      if !pad.isShadow { deliver(.report(pad.report)) }
    }

    // MARK: - Coming and going

    private mutating func add(_ index: Int32) {
      // SDL heeds the list for real devices, but not for its own virtual ones.
      let product = SDL_JoystickGetDeviceProduct(index)
      guard !ignored.ignores(vendor: SDL_JoystickGetDeviceVendor(index), product: product),
        let pad = SDLPad(index: index, number: DeviceID(nextNumber))
      else { return }
      guard !pads.contains(where: { $0.instance == pad.instance }) else { return }
      nextNumber &+= 1
      // The same pad on the cable and on the radio is one controller: the first way in counts.
      pad.isShadow = pads.contains {
        $0.traits.serial != nil && $0.traits.serial == pad.traits.serial
      }
      pads.append(pad)
      if !pad.isShadow { deliver(.connected(pad.number, pad.traits)) }
      nextLook = .zero
    }

    private func remove(_ pad: SDLPad) {
      pad.close()
      if !pad.isShadow { deliver(.disconnected(pad.number, at: PadClock.now())) }
    }

    /// The other way in to a pad whose first way is gone.
    private func promote(serial: String?) {
      guard let serial, let pad = pads.first(where: { $0.isShadow && $0.traits.serial == serial })
      else { return }
      pad.isShadow = false
      deliver(.connected(pad.number, pad.traits))
      deliver(.report(pad.report))
    }

    func perform(_ command: PadCommand, on number: DeviceID) {
      pads.first { $0.number == number }?.perform(command) { deliver(.advice($0)) }
    }

    // MARK: - Looking now and then

    private mutating func look() {
      for pad in pads {
        guard let battery = pad.kernel?.battery, battery != pad.report.battery else { continue }
        pad.report.battery = battery
        pad.isTouched = true
      }
      tell()
      guard pads.isEmpty, !hasAdvised else { return }
      let refused = PadPermission.refusedNodes()
      guard !refused.isEmpty else { return }
      hasAdvised = true
      deliver(.advice(PadPermission.advice(for: refused)))
    }

    // MARK: - Mappings

    /// Gives SDL the mappings of a file; a line that makes no sense is told and skipped.
    private func loadMappings(_ file: String) {
      guard let data = FileManager.default.contents(atPath: file) else { return }
      let lines = String(decoding: data, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        let line = line.trimmingCharacters(in: .whitespaces)
        guard !line.isEmpty, !line.hasPrefix("#") else { continue }
        do throws(PadMappingError) {
          let mapping = try PadMapping(line: line)
          guard mapping.platform == nil || mapping.platform == "Linux" else { continue }
          if SDL_GameControllerAddMapping(line) < 0 {
            deliver(.advice("\(file):\(index + 1): SDL refuses the mapping: \(SDLLoop.error)"))
          }
        } catch {
          deliver(.advice("\(file):\(index + 1): \(error.sentence)"))
        }
      }
    }

    static var error: String { String(cString: SDL_GetError()) }
  }
#endif
