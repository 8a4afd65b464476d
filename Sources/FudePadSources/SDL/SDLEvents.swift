#if os(Linux)
  import CSDL2
  import FudeModel

  /// What SDL's events mean.
  enum SDLEvents {
    /// SDL's buttons and ours.
    static let buttons: [(SDL_GameControllerButton, PadButtons)] = [
      (SDL_CONTROLLER_BUTTON_A, .south), (SDL_CONTROLLER_BUTTON_B, .east),
      (SDL_CONTROLLER_BUTTON_X, .west), (SDL_CONTROLLER_BUTTON_Y, .north),
      (SDL_CONTROLLER_BUTTON_BACK, .options), (SDL_CONTROLLER_BUTTON_GUIDE, .home),
      (SDL_CONTROLLER_BUTTON_START, .menu), (SDL_CONTROLLER_BUTTON_LEFTSTICK, .leftStick),
      (SDL_CONTROLLER_BUTTON_RIGHTSTICK, .rightStick),
      (SDL_CONTROLLER_BUTTON_LEFTSHOULDER, .leftShoulder),
      (SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, .rightShoulder), (SDL_CONTROLLER_BUTTON_DPAD_UP, .up),
      (SDL_CONTROLLER_BUTTON_DPAD_DOWN, .down), (SDL_CONTROLLER_BUTTON_DPAD_LEFT, .left),
      (SDL_CONTROLLER_BUTTON_DPAD_RIGHT, .right), (SDL_CONTROLLER_BUTTON_MISC1, .share),
      (SDL_CONTROLLER_BUTTON_PADDLE1, .paddle1), (SDL_CONTROLLER_BUTTON_PADDLE2, .paddle2),
      (SDL_CONTROLLER_BUTTON_PADDLE3, .paddle3), (SDL_CONTROLLER_BUTTON_PADDLE4, .paddle4),
      (SDL_CONTROLLER_BUTTON_TOUCHPAD, .touchpad),
    ]

    /// Ours by SDL's number.
    private static let masks: [PadButtons] = {
      var masks = [PadButtons](repeating: [], count: Int(SDL_CONTROLLER_BUTTON_MAX.rawValue))
      for (button, mask) in buttons { masks[Int(button.rawValue)] = mask }
      return masks
    }()

    /// The controller that an event is of; `nil` if of none.
    static func instance(of event: SDL_Event) -> SDL_JoystickID? {
      switch SDL_EventType(rawValue: event.type) {
      case SDL_CONTROLLERAXISMOTION: event.caxis.which
      case SDL_CONTROLLERBUTTONDOWN, SDL_CONTROLLERBUTTONUP: event.cbutton.which
      case SDL_CONTROLLERTOUCHPADDOWN, SDL_CONTROLLERTOUCHPADMOTION, SDL_CONTROLLERTOUCHPADUP:
        event.ctouchpad.which
      case SDL_CONTROLLERSENSORUPDATE: event.csensor.which
      case SDL_JOYBATTERYUPDATED: event.jbattery.which
      default: nil
      }
    }

    /// The button that an event turns; `nil` if it is none.
    static func mask(of event: SDL_Event) -> PadButtons? {
      switch SDL_EventType(rawValue: event.type) {
      case SDL_CONTROLLERBUTTONDOWN, SDL_CONTROLLERBUTTONUP:
        let number = Int(event.cbutton.button)
        return number < masks.count ? masks[number] : nil
      default: return nil
      }
    }

    /// Puts an event into a pad's report; false if it says nothing new.
    static func apply(_ event: SDL_Event, to pad: SDLPad) -> Bool {
      switch SDL_EventType(rawValue: event.type) {
      case SDL_CONTROLLERBUTTONDOWN, SDL_CONTROLLERBUTTONUP:
        guard let mask = mask(of: event) else { return false }
        pad.turned.formUnion(mask)
        if event.cbutton.state == UInt8(SDL_PRESSED) {
          pad.report.frame.buttons.formUnion(mask)
        } else {
          pad.report.frame.buttons.subtract(mask)
        }
      case SDL_CONTROLLERAXISMOTION: return apply(event.caxis, to: &pad.report.frame)
      case SDL_CONTROLLERTOUCHPADDOWN, SDL_CONTROLLERTOUCHPADMOTION:
        return touch(event.ctouchpad, isDown: true, &pad.report)
      case SDL_CONTROLLERTOUCHPADUP: return touch(event.ctouchpad, isDown: false, &pad.report)
      case SDL_CONTROLLERSENSORUPDATE: return sense(event.csensor, &pad.report)
      case SDL_JOYBATTERYUPDATED: pad.updateBattery()
      default: return false
      }
      return true
    }

    private static func apply(_ event: SDL_ControllerAxisEvent, to frame: inout PadFrame) -> Bool {
      set(SDL_GameControllerAxis(rawValue: Int32(event.axis)), event.value, in: &frame)
    }

    /// Reads where all axes are; only once the controller has reported.
    static func readAxes(_ handle: OpaquePointer, into frame: inout PadFrame) {
      for number in 0..<SDL_CONTROLLER_AXIS_MAX.rawValue {
        let axis = SDL_GameControllerAxis(rawValue: number)
        _ = set(axis, SDL_GameControllerGetAxis(handle, axis), in: &frame)
      }
    }

    private static func set(
      _ axis: SDL_GameControllerAxis, _ position: Int16, in frame: inout PadFrame
    ) -> Bool {
      // SDL's axes go from -32768 to 32767, and y points down.
      let value = max(-1, Float(position) / 32767)
      switch axis {
      case SDL_CONTROLLER_AXIS_LEFTX: frame.leftStick.x = value
      case SDL_CONTROLLER_AXIS_LEFTY: frame.leftStick.y = -value
      case SDL_CONTROLLER_AXIS_RIGHTX: frame.rightStick.x = value
      case SDL_CONTROLLER_AXIS_RIGHTY: frame.rightStick.y = -value
      case SDL_CONTROLLER_AXIS_TRIGGERLEFT: frame.leftTrigger = max(0, value)
      case SDL_CONTROLLER_AXIS_TRIGGERRIGHT: frame.rightTrigger = max(0, value)
      default: return false
      }
      return true
    }

    private static func touch(
      _ event: SDL_ControllerTouchpadEvent, isDown: Bool, _ report: inout PadReport
    ) -> Bool {
      guard event.touchpad == 0 else { return false }
      let touch = isDown ? PadTouch(x: event.x, y: event.y) : nil
      switch event.finger {
      case 0: report.firstTouch = touch
      case 1: report.secondTouch = touch
      default: return false
      }
      return true
    }

    private static func sense(_ event: SDL_ControllerSensorEvent, _ report: inout PadReport) -> Bool
    {
      let vector = SIMD3(event.data.0, event.data.1, event.data.2)
      var motion = report.motion ?? PadMotion(acceleration: .zero, rotationRate: .zero)
      switch SDL_SensorType(rawValue: event.sensor) {
      // Metres a second squared to units of gravity; rotation is in radians a second already.
      case SDL_SENSOR_ACCEL: motion.acceleration = vector / 9.80665
      case SDL_SENSOR_GYRO: motion.rotationRate = vector
      default: return false
      }
      report.motion = motion
      return true
    }
  }
#endif
