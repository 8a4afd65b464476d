#if os(Linux)
  import CSDL2
  public import FudePad

  /// A pad by its numbered buttons, axes and hats, with or without a mapping: for making one.
  ///
  /// Uses SDL on the thread that calls; not beside a running ``SDLPads``.
  public final class JoystickReader {
    /// The identifier by which mappings find it.
    public let guid: String
    /// The name that it tells.
    public let name: String
    /// The line that SDL uses for it now; `nil` if it has none.
    public let currentMapping: String?

    private let handle: OpaquePointer

    /// The pads that are there, by name.
    ///
    /// - Throws: if SDL does not start.
    public static func names() throws(PadSourceError) -> [String] {
      SDL_SetMainReady()
      SDL_SetHint("SDL_NO_SIGNAL_HANDLERS", "1")
      SDL_SetHint("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")
      guard SDL_InitSubSystem(UInt32(SDL_INIT_GAMECONTROLLER)) == 0 else {
        throw PadSourceError(.unavailable, "SDL does not start: \(SDLLoop.error)")
      }
      SDL_PumpEvents()
      return (0..<SDL_NumJoysticks()).map { index in
        SDL_JoystickNameForIndex(index).map { String(cString: $0) } ?? "pad \(index)"
      }
    }

    /// Opens the pad of a number; `nil` if it is not there. Call ``names()`` first.
    public init?(index: Int) {
      guard let handle = SDL_JoystickOpen(Int32(truncatingIfNeeded: index)) else { return nil }
      self.handle = handle
      var text = [CChar](repeating: 0, count: 33)
      SDL_JoystickGetGUIDString(SDL_JoystickGetGUID(handle), &text, 33)
      guid = String(decoding: text.prefix(32).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      name = SDL_JoystickName(handle).map { String(cString: $0) } ?? "Controller"
      let line = SDL_GameControllerMappingForDeviceIndex(Int32(truncatingIfNeeded: index))
      currentMapping = line.map { String(cString: $0) }
      SDL_free(line)
      SDL_JoystickUpdate()
      // Where the axes are is read, not told: what SDL says on the way there is no movement.
      _ = poll()
    }

    deinit {
      SDL_JoystickClose(handle)
      // What else of SDL the program uses is its own affair.
      SDL_QuitSubSystem(UInt32(SDL_INIT_GAMECONTROLLER))
    }

    /// Where the axes are, `-1...1`.
    public var axes: [Float] {
      (0..<SDL_JoystickNumAxes(handle)).map {
        max(-1, Float(SDL_JoystickGetAxis(handle, $0)) / 32767)
      }
    }

    /// Whether it is still there.
    public var isAttached: Bool { SDL_JoystickGetAttached(handle) == SDL_TRUE }

    /// What it did since the last call.
    public func poll() -> [MappingDialogue.Input] {
      var inputs: [MappingDialogue.Input] = []
      let own = SDL_JoystickInstanceID(handle)
      var event = SDL_Event()
      while SDL_PollEvent(&event) != 0 {
        switch SDL_EventType(rawValue: event.type) {
        case SDL_JOYBUTTONDOWN where event.jbutton.which == own:
          inputs.append(.button(Int(event.jbutton.button), isDown: true))
        case SDL_JOYBUTTONUP where event.jbutton.which == own:
          inputs.append(.button(Int(event.jbutton.button), isDown: false))
        case SDL_JOYAXISMOTION where event.jaxis.which == own:
          inputs.append(
            .axis(Int(event.jaxis.axis), max(-1, Float(event.jaxis.value) / 32767)))
        case SDL_JOYHATMOTION where event.jhat.which == own:
          inputs.append(.hat(Int(event.jhat.hat), Int(event.jhat.value)))
        default: break
        }
      }
      return inputs
    }
  }
#endif
