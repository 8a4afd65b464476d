#if os(Linux)
  import CFudeShims
  import FudeModel
  import Glibc

  /// A node read without blocking: the touchpad or the motion sensors beside a pad, or the pad's own
  /// node as a mere alarm clock.
  final class SiblingNode {
    /// What is read from it.
    enum Role {
      case touchpad(width: Float, height: Float)
      case motion(scale: [Float])
      /// Its events are thrown away: another reader has them. It only says when to look.
      case alarm
    }

    let descriptor: Int32
    private let role: Role
    private var slot = 0
    private var isDown = [false, false]
    private var places = [SIMD2<Float>](repeating: .zero, count: 2)
    private var axes = [Float](repeating: 0, count: 6)
    private(set) var isGone = false
    /// Whether the kernel's queue overflowed since the last call of ``takeOverflow()``.
    private var hasOverflowed = false

    /// Opens an alarm.
    init?(alarm path: String) {
      descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      role = .alarm
    }

    /// Opens a touchpad.
    init?(touchpad path: String) {
      descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      var x = input_absinfo()
      var y = input_absinfo()
      guard fude_evdev_axis(descriptor, 0x35, &x) == 0, fude_evdev_axis(descriptor, 0x36, &y) == 0
      else {
        close(descriptor)
        return nil
      }
      role = .touchpad(width: Float(max(1, x.maximum)), height: Float(max(1, y.maximum)))
    }

    /// Opens motion sensors: axes 0 to 2 accelerate, in units a g; 3 to 5 rotate, in units a degree a
    /// second.
    init?(motion path: String) {
      descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      var scale: [Float] = []
      for code in 0..<6 {
        var axis = input_absinfo()
        guard fude_evdev_axis(descriptor, UInt32(code), &axis) == 0 else { break }
        let unit = (code < 3 ? 1 : 3.14159265 / 180) / Float(max(1, axis.resolution))
        scale.append(unit)
        // Only changes are told: where it is now must be asked.
        axes[code] = Float(axis.value) * unit
      }
      guard scale.count == 6 else {
        close(descriptor)
        return nil
      }
      role = .motion(scale: scale)
    }

    deinit {
      if descriptor >= 0 { close(descriptor) }
    }

    /// Reads all that waits and puts what was completed into the pad's report; true if something
    /// was. A press of the touchpad that would swallow another calls `tell` first.
    func read(into pad: SDLPad, tell: (SDLPad) -> Void) -> Bool {
      var isComplete = false
      withUnsafeTemporaryAllocation(of: input_event.self, capacity: 64) { buffer in
        while true {
          let size = Glibc.read(
            descriptor, buffer.baseAddress, buffer.count * MemoryLayout<input_event>.stride)
          if size < 0, errno == ENODEV { isGone = true }
          guard size > 0 else { return }
          for event in buffer.prefix(size / MemoryLayout<input_event>.stride) {
            if case .touchpad = role, event.type == 1, event.code == 0x110 {
              press(event.value != 0, pad, tell)
            } else {
              take(event, &pad.report, &isComplete)
            }
          }
        }
      }
      return isComplete
    }

    /// Whether the kernel's queue overflowed since the last call.
    func takeOverflow() -> Bool {
      defer { hasOverflowed = false }
      return hasOverflowed
    }

    /// The touchpad's own button is BTN_LEFT of its node.
    private func press(_ isDown: Bool, _ pad: SDLPad, _ tell: (SDLPad) -> Void) {
      if pad.turned.contains(.touchpad) { tell(pad) }
      pad.turned.insert(.touchpad)
      pad.isTouched = true
      if isDown {
        pad.report.frame.buttons.insert(.touchpad)
      } else {
        pad.report.frame.buttons.remove(.touchpad)
      }
    }

    private func take(_ event: input_event, _ report: inout PadReport, _ isComplete: inout Bool) {
      switch (role, event.type) {
      case (.alarm, 0) where event.code == 3: hasOverflowed = true
      case (.alarm, _): break
      case (.touchpad, 0) where event.code == 3, (.motion, 0) where event.code == 3:
        // Overflow: what was missed is unknown, fingers count as lifted until they move again.
        isDown = [false, false]
        slot = 0
      case (.touchpad, 0):
        report.firstTouch = isDown[0] ? PadTouch(x: places[0].x, y: places[0].y) : nil
        report.secondTouch = isDown[1] ? PadTouch(x: places[1].x, y: places[1].y) : nil
        isComplete = true
      case (.touchpad(let width, let height), 3): touch(event, width, height)
      case (.motion(let scale), 3) where event.code < 6:
        axes[Int(event.code)] = Float(event.value) * scale[Int(event.code)]
      case (.motion, 0):
        report.motion = PadMotion(
          acceleration: SIMD3(axes[0], axes[1], axes[2]),
          rotationRate: SIMD3(axes[3], axes[4], axes[5]))
        isComplete = true
      default: break
      }
    }

    private func touch(_ event: input_event, _ width: Float, _ height: Float) {
      switch event.code {
      case 0x2f: slot = max(0, min(1, Int(event.value)))
      case 0x39: isDown[slot] = event.value >= 0
      case 0x35: places[slot].x = max(0, min(1, Float(event.value) / width))
      case 0x36: places[slot].y = max(0, min(1, Float(event.value) / height))
      default: break
      }
    }
  }
#endif
