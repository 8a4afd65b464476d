import Dispatch
import Foundation
import FudeModel
import FudePadSources
import GameController
import Testing

/// All tests of this target share ``GCController``'s class methods: they run one after the other.
@Suite(.serialized) struct GameController {}

let pad = DeviceID(0)
let other = DeviceID(1)

/// Waits until what was sent so far has passed the handler queues and the main queue.
func settle() async {
  for _ in 0..<6 {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}

extension PadTraits {
  static let dualShock = PadTraits(
    name: "Wireless Controller", kind: .dualShock, vendor: 0x054c, product: 0x05c4,
    serial: "aa:bb:cc:11:22:33", buttons: PadButtons.usual.union(.touchpad),
    features: [.rumble, .light, .touchpad, .motion, .battery])
  static let plain = PadTraits(name: "Pad", vendor: 1, product: 2)
}

extension VirtualPads {
  /// Reports the whole state of a pad.
  func send(
    _ seconds: Double, _ buttons: PadButtons = [], left: SIMD2<Float> = .zero,
    right: SIMD2<Float> = .zero, triggers: (Float, Float) = (0, 0), touch: PadTouch? = nil,
    motion: PadMotion? = nil, battery: PadBattery? = nil, device: DeviceID = pad
  ) {
    report(
      PadReport(
        frame: PadFrame(
          time: .zero + .seconds(seconds), device: device, buttons: buttons, leftStick: left,
          rightStick: right, leftTrigger: triggers.0, rightTrigger: triggers.1),
        firstTouch: touch, motion: motion, battery: battery))
  }
}

/// A fresh source that ``GCController`` takes its controllers from.
func freshPads() -> VirtualPads {
  let pads = VirtualPads()
  PadCenter.shared.use([pads])
  return pads
}

/// A fresh source with one controller that is there.
func onePad(_ traits: PadTraits = .dualShock) async throws -> (VirtualPads, GCController) {
  let pads = freshPads()
  pads.connect(pad, traits)
  await settle()
  return (pads, try #require(GCController.controllers().first))
}

/// Lines written from handlers, in order.
final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  func callAsFunction(_ line: String) {
    lock.withLock { lines.append(line) }
  }

  /// The lines so far; forgets them.
  func take() -> [String] {
    lock.withLock {
      defer { lines = [] }
      return lines
    }
  }
}

/// Writes the four notifications to a log while it lives.
final class NotificationLog: @unchecked Sendable {
  private var tokens: [any NSObjectProtocol] = []

  init(_ log: Log) {
    let names: [(NSNotification.Name, String)] = [
      (.GCControllerDidConnect, "connect"), (.GCControllerDidDisconnect, "disconnect"),
      (.GCControllerDidBecomeCurrent, "become current"),
      (.GCControllerDidStopBeingCurrent, "stop being current"),
    ]
    for (name, word) in names {
      tokens.append(
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
          log("\(word) \((note.object as? GCController)?.vendorName ?? "?")")
        })
    }
  }

  deinit {
    for token in tokens { NotificationCenter.default.removeObserver(token) }
  }
}
