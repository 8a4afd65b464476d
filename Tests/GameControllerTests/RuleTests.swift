import Dispatch
import Foundation
import FudeModel
import FudePadSources
import GameController
import Testing

extension GameController {
  /// The rules in OurRules.md that no other suite holds to.
  @Suite struct Rules {
    @Test func `Handlers run in the order of the profile`() async throws {
      let (pads, controller) = try await onePad()
      let log = Log()
      controller.extendedGamepad?.valueChangedHandler = { _, element in
        log(element.aliases.first ?? "?")
      }
      pads.send(
        1, PadTraits.dualShock.buttons.subtracting([.left, .down]), left: SIMD2(1, 0),
        right: SIMD2(0, 1), triggers: (1, 1), touch: PadTouch(x: 1, y: 1))
      await settle()
      #expect(
        log.take() == [
          GCInputButtonA, GCInputButtonB, GCInputButtonX, GCInputButtonY, GCInputLeftShoulder,
          GCInputRightShoulder, GCInputLeftTrigger, GCInputRightTrigger, GCInputDirectionPad,
          GCInputLeftThumbstick, GCInputRightThumbstick, GCInputLeftThumbstickButton,
          GCInputRightThumbstickButton, GCInputButtonMenu, GCInputButtonOptions,
          GCInputButtonHome, GCInputDualShockTouchpadButton, GCInputDualShockTouchpadOne,
        ])
    }

    @Test func `Within a direction pad: the axes, then up, down, left and right, then the pad`()
      async throws
    {
      let (pads, controller) = try await onePad()
      let stick = try #require(controller.extendedGamepad).rightThumbstick
      let log = Log()
      stick.valueChangedHandler = { _, _, _ in log("pad") }
      stick.xAxis.valueChangedHandler = { _, _ in log("x") }
      stick.yAxis.valueChangedHandler = { _, _ in log("y") }
      for (button, name) in [
        (stick.right, "right"), (stick.left, "left"), (stick.down, "down"), (stick.up, "up"),
      ] {
        button.valueChangedHandler = { _, _, _ in log(name) }
      }
      pads.send(1, right: SIMD2(-0.6, 0.6))
      pads.send(2, right: SIMD2(0.6, -0.6))
      await settle()
      #expect(
        log.take() == ["x", "y", "up", "left", "pad"]
          + ["x", "y", "up", "down", "left", "right", "pad"])
    }

    @Test func `A diagonal of the direction pad is 1 on both axes`() async throws {
      let (pads, controller) = try await onePad()
      let dpad = try #require(controller.extendedGamepad).dpad
      pads.send(1, [.up, .right])
      await settle()
      #expect(dpad.xAxis.value == 1 && dpad.yAxis.value == 1)
      #expect(dpad.up.value == 1 && dpad.right.value == 1)
    }

    @Test func `Sticks reach their end at 97 %, triggers rest below 2 %`() async throws {
      let (pads, controller) = try await onePad()
      let gamepad = try #require(controller.extendedGamepad)
      pads.send(1, left: SIMD2(0.97, 0), right: SIMD2(0.119, 0), triggers: (0.019, 0.03))
      await settle()
      #expect(gamepad.leftThumbstick.xAxis.value == 1)
      #expect(gamepad.rightThumbstick.xAxis.value == 0)
      #expect(!gamepad.leftTrigger.isPressed && gamepad.rightTrigger.isPressed)
    }

    @Test func `Where a stick rests is learned, and known again in the next session`()
      async throws
    {
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("sticks-\(UUID())/sticks")
      defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
      func session(_ isFirst: Bool) async throws -> Float {
        let pads = VirtualPads()
        PadCenter.shared.use([pads], remembersIn: file)
        pads.connect(pad, .dualShock)
        let controller = try #require(GCController.controllers().first)
        if isFirst {
          for step in 0...50 { pads.send(Double(step) / 10, left: SIMD2(0.1, 0)) }
        }
        pads.send(10, left: SIMD2(0.18, 0))
        await settle()
        let value = controller.extendedGamepad?.leftThumbstick.xAxis.value ?? -1
        pads.disconnect(pad)
        await settle()
        return value
      }
      #expect(try await session(true) == 0)
      #expect(try await session(false) == 0)
      try FileManager.default.removeItem(at: file)
      #expect(try await session(false) > 0)
      // A file that makes no sense is no trouble.
      try Data("nonsense\n1 2 3\nabc nan 9 9 9\n".utf8).write(to: file)
      #expect(try await session(false) > 0)
    }

    @Test func `Values change on the handler queue, those of the input-state API at once`()
      async throws
    {
      let (pads, controller) = try await onePad()
      let queue = DispatchQueue(label: "input")
      controller.handlerQueue = queue
      // So that its farewell does not come in the middle of another test.
      defer { controller.handlerQueue = .main }
      queue.sync {}
      queue.suspend()
      pads.send(1, .south)
      #expect(controller.extendedGamepad?.buttonA.isPressed == false)
      #expect(controller.input.buttons[.a]?.pressedInput.isPressed == true)
      queue.resume()
      queue.sync {}
      #expect(controller.extendedGamepad?.buttonA.isPressed == true)
    }

    @Test func `Setting a snapshot's value calls its handlers at once, on this thread`() throws {
      let gamepad = try #require(GCController.withExtendedGamepad().extendedGamepad)
      let log = Log()
      let here = Thread.current
      gamepad.buttonA.pressedChangedHandler = { _, value, isDown in
        log("\(value) \(isDown) \(Thread.current == here)")
      }
      gamepad.leftThumbstick.valueChangedHandler = { _, x, y in log("\(x) \(y)") }
      gamepad.buttonA.setValue(0.5)
      gamepad.leftThumbstick.setValueForXAxis(1, yAxis: -1)
      #expect(log.take() == ["0.5 true true", "1.0 -1.0"])
    }

    @Test func `The array changes before the notification, which comes on the main queue`()
      async throws
    {
      let pads = freshPads()
      await settle()
      let log = Log()
      let key = DispatchSpecificKey<String>()
      DispatchQueue.main.setSpecific(key: key, value: "main")
      let tokens = [NSNotification.Name.GCControllerDidConnect, .GCControllerDidDisconnect].map {
        NotificationCenter.default.addObserver(forName: $0, object: nil, queue: nil) { note in
          // Others' farewells may still be on their way.
          guard (note.object as? GCController)?.vendorName == "Own" else { return }
          let queue = DispatchQueue.getSpecific(key: key) ?? "other"
          log("\(GCController.controllers().count) \(queue)")
        }
      }
      pads.connect(pad, PadTraits(name: "Own"))
      await settle()
      pads.disconnect(pad)
      await settle()
      #expect(log.take() == ["1 main", "0 main"])
      for token in tokens { NotificationCenter.default.removeObserver(token) }
    }

    @Test func `When the current controller went there is none until another is used`()
      async throws
    {
      let pads = freshPads()
      pads.connect(pad, .dualShock)
      pads.connect(other, .plain)
      await settle()
      #expect(GCController.current?.vendorName == "Wireless Controller")
      pads.disconnect(pad)
      await settle()
      #expect(GCController.controllers().count == 1 && GCController.current == nil)
      pads.send(1, .south, device: other)
      await settle()
      #expect(GCController.current?.vendorName == "Pad")
    }

    private static let positions: [(PadButtons, Int)] = [
      ([], 0), (.up, 1), ([.up, .right], 2), (.right, 3), ([.right, .down], 4), (.down, 5),
      ([.down, .left], 6), (.left, 7), ([.left, .up], 8), ([.left, .right], 0),
    ]

    @Test(arguments: positions)
    func `The direction pad is a switch: 0 in the middle, 1 up, then clockwise`(
      held: PadButtons, position: Int
    ) async throws {
      let (pads, controller) = try await onePad()
      pads.send(1, held)
      let input = try #require(controller.input.switches[.directionPad]).positionInput
      #expect(input.position == position && input.positionRange == NSRange(location: 0, length: 9))
      #expect(input.canWrap && !input.isSequential)
    }
  }
}
