import FudeModel
import FudePadSources

/// A controller played with the keyboard: another source behind the same protocol.
///
/// A terminal tells presses, not releases: a key counts as held for a fifth of a second.
@MainActor
final class KeyboardPad {
  let pads = VirtualPads()
  private var until: [String: Timestamp] = [:]
  private let hold = TimeSpan.milliseconds(200)

  /// Plugs it in.
  func connect() {
    pads.connect(DeviceID(0), PadTraits(name: "Keyboard", kind: .dualShock))
  }

  /// A key went down: arrows move, `w` and `s` scroll, Return selects, `o` reloads.
  func press(_ key: String) {
    until[key] = PadClock.now() + hold
    tick()
  }

  /// Reports what is held now.
  func tick() {
    let now = PadClock.now()
    until = until.filter { $0.value > now }
    func held(_ key: String) -> Float { until[key] == nil ? 0 : 1 }
    var buttons: PadButtons = []
    if held("\n") + held("\r") > 0 { buttons.insert(.east) }
    if held("o") > 0 { buttons.insert(.menu) }
    pads.report(
      PadReport(
        frame: PadFrame(
          time: now, device: DeviceID(0), buttons: buttons,
          leftStick: SIMD2(0, held("w") - held("s")),
          rightStick: SIMD2(held("right") - held("left"), held("up") - held("down")))))
  }
}
