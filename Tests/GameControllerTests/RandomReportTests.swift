import Dispatch
import Foundation
import FudeModel
import FudePadSources
import GameController
import Testing

extension GameController {
  /// Any reports in any order; a million of them: `PadBenchmarks torture`.
  @Suite struct RandomReports {
    /// Presses without their release.
    private final class Held: @unchecked Sendable {
      private let lock = NSLock()
      private var open: Set<String> = []
      private var wrong: [String] = []

      func turn(_ name: String, _ isDown: Bool) {
        lock.withLock {
          let isRight = isDown ? open.insert(name).inserted : open.remove(name) != nil
          if !isRight { wrong.append("\(name) \(isDown ? "pressed twice" : "let go twice")") }
        }
      }

      var state: (open: Set<String>, wrong: [String]) { lock.withLock { (open, wrong) } }
    }

    @Test(arguments: 0..<12)
    func `Whatever is reported, every press has its release: pads go, queues change`(seed: UInt64)
      throws
    {
      var random = SeededGenerator(seed: seed)
      func wild() -> Float {
        Bool.random(using: &random)
          ? Float(bitPattern: .random(in: 0...UInt32.max, using: &random))
          : .random(in: -1.5...1.5, using: &random)
      }
      func place() -> PadTouch? {
        Bool.random(using: &random) ? PadTouch(x: wild(), y: wild()) : nil
      }
      let pads = freshPads()
      pads.connect(pad, .dualShock)
      let controller = try #require(GCController.controllers().first)
      let queues = (0..<3).map { DispatchQueue(label: "input \($0)") }
      controller.handlerQueue = queues[0]
      // So that its farewell does not come in the middle of another test.
      defer { controller.handlerQueue = .main }
      let held = Held()
      for button in controller.physicalInputProfile.allButtons {
        let name = "\(ObjectIdentifier(button))"
        button.pressedChangedHandler = { _, value, isDown in
          #expect((0...1).contains(value) && (value > 0) == isDown)
          held.turn(name, isDown)
        }
      }
      for (index, element) in controller.input.buttons.enumerated() {
        element.pressedInput.pressedDidChangeHandler = { _, _, isDown in
          held.turn("input \(index)", isDown)
        }
      }
      var time: Int64 = 0
      for _ in 0..<1500 {
        time &+= Int64.random(in: -2000...20_000, using: &random)
        switch Int.random(in: 0..<150, using: &random) {
        case 0:
          pads.disconnect(pad)
          pads.connect(pad, .dualShock)
        case 1: queues[0].sync {}
        case 2: controller.handlerQueue = queues[Int.random(in: 0..<3, using: &random)]
        default:
          var report = PadReport(
            frame: PadFrame(
              time: Timestamp(microseconds: time), device: pad,
              buttons: PadButtons(rawValue: .random(in: 0...UInt32.max, using: &random)),
              leftStick: SIMD2(wild(), wild()), rightStick: SIMD2(wild(), wild()),
              leftTrigger: wild(), rightTrigger: wild()))
          report.firstTouch = place()
          report.secondTouch = place()
          report.motion = PadMotion(
            acceleration: SIMD3(wild(), wild(), wild()),
            rotationRate: SIMD3(wild(), wild(), wild()))
          pads.report(report)
        }
      }
      pads.disconnect(pad)
      for _ in 0..<3 { for queue in queues { queue.sync {} } }
      let (open, wrong) = held.state
      #expect(open.isEmpty, "\(open)")
      #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    }
  }
}
