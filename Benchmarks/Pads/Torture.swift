import Dispatch
import Foundation
import FudeModel
import FudePad
import FudePadSources
import GameController
import Glibc

/// A million random frames and a million random mapping lines: no trap, every press has its release.
enum Torture {
  /// - Parameter seed: What made an earlier run; `nil` for another.
  static func run(seed: UInt64?) {
    let seed = seed ?? .random(in: 0...UInt64.max)
    // Without it a trap could not be looked at again.
    print("seed \(seed)")
    fflush(nil)
    var random = SeededGenerator(seed: seed)
    intents(&random)
    controllers(&random)
    mappings(&random)
  }

  private static func frame(
    _ time: Int64, _ random: inout some RandomNumberGenerator
  ) -> PadFrame {
    func wild(_ random: inout some RandomNumberGenerator) -> Float {
      Bool.random(using: &random)
        ? Float(bitPattern: .random(in: 0...UInt32.max, using: &random))
        : .random(in: -1.5...1.5, using: &random)
    }
    return PadFrame(
      time: Timestamp(microseconds: time), device: DeviceID(.random(in: 0...2, using: &random)),
      buttons: PadButtons(rawValue: .random(in: 0...UInt32.max, using: &random)),
      leftStick: SIMD2(wild(&random), wild(&random)),
      rightStick: SIMD2(wild(&random), wild(&random)), leftTrigger: wild(&random),
      rightTrigger: wild(&random))
  }

  private static func intents(_ random: inout some RandomNumberGenerator) {
    var stage = PadIntents(
      view: Size(width: 100, height: 100),
      options: .init(gestures: .init(doubleTaps: .south, chords: [[.south, .east]])))
    var held: PadButtons = []
    var time: Int64 = 0
    func take(_ intent: PadIntent) {
      switch intent {
      case .button(.pressed(let buttons, _)):
        precondition(held.isDisjoint(with: buttons), "pressed twice")
        held.formUnion(buttons)
      case .button(.released(let buttons, _)):
        precondition(held.isSuperset(of: buttons), "released without a press")
        held.subtract(buttons)
      default: break
      }
    }
    for _ in 0..<1_000_000 {
      time &+= Int64.random(in: -5000...50_000, using: &random)
      let frame = frame(time, &random)
      switch Int.random(in: 0..<100, using: &random) {
      case 0: stage.receive(.lost(frame.device, at: frame.time, .removed), emit: take)
      case 1: stage.receive(.lost(frame.device, at: frame.time, .overflow), emit: take)
      case 2: stage.advance(to: frame.time, emit: take)
      default: stage.receive(.pad(frame), emit: take)
      }
    }
    for device in 0..<3 {
      stage.receive(
        .lost(DeviceID(UInt32(device)), at: Timestamp(microseconds: time), .removed), emit: take)
    }
    precondition(held.isEmpty, "a press without its release")
    print("intents: a million random frames, every press released")
  }

  private static func controllers(_ random: inout some RandomNumberGenerator) {
    let pads = VirtualPads()
    PadCenter.shared.use([pads])
    pads.connect(DeviceID(0), PadTraits(name: "Pad", kind: .dualShock))
    guard let controller = GCController.controllers().first else { return }
    let queue = DispatchQueue(label: "input")
    controller.handlerQueue = queue
    nonisolated(unsafe) var held: Set<String> = []
    for (name, button) in controller.physicalInputProfile.buttons {
      button.pressedChangedHandler = { _, _, pressed in
        if pressed {
          precondition(held.insert(name).inserted, "pressed twice")
        } else {
          precondition(held.remove(name) != nil, "released without a press")
        }
      }
    }
    for index in 0..<1_000_000 {
      var frame = frame(Int64(index) * 1000, &random)
      frame.device = DeviceID(0)
      pads.report(PadReport(frame: frame))
      if index % 64 == 0 { queue.sync {} }
    }
    pads.disconnect(DeviceID(0))
    queue.sync {}
    precondition(held.isEmpty, "a press without its release")
    print("GameController: a million random reports, every press released")
  }

  private static func mappings(_ random: inout some RandomNumberGenerator) {
    let line = Array(
      "030000004c050000c405000011810000,PS4,a:b0,+leftx:h0.2,lefty:a1~,hint:!X:=1,platform:Linux,"
        .utf8)
    var read = 0
    for _ in 0..<1_000_000 {
      var bytes = line
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = .random(in: 0...255, using: &random)
      }
      if let mapping = try? PadMapping(line: String(decoding: bytes, as: UTF8.self)) {
        read += 1
        precondition((try? PadMapping(line: mapping.line)) == mapping, "reads back differently")
      }
    }
    print("mappings: a million random lines, \(read) of them still mappings, all read back")
  }
}
