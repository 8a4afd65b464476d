import Foundation
import FudeModel
import FudePadSources
import GameController
import Testing

extension GameController {
  @Suite struct Elements {
    @Test func `A button's value is 0 to 1 and pressed is a value above 0`() async throws {
      let (pads, controller) = try await onePad()
      let gamepad = try #require(controller.extendedGamepad)
      pads.send(1, .south, triggers: (0.5, 1))
      await settle()
      #expect(gamepad.buttonA.value == 1 && gamepad.buttonA.isPressed && gamepad.buttonA.isTouched)
      #expect(gamepad.leftTrigger.isPressed && abs(gamepad.leftTrigger.value - 0.495) < 0.01)
      #expect(gamepad.rightTrigger.value == 1)
      #expect(!gamepad.buttonB.isPressed && gamepad.buttonB.value == 0)
    }

    @Test func `The pressed handler is called on both edges, the value handler on each change`()
      async throws
    {
      let (pads, controller) = try await onePad()
      let trigger = try #require(controller.extendedGamepad).leftTrigger
      let log = Log()
      trigger.pressedChangedHandler = { _, _, pressed in log("pressed \(pressed)") }
      trigger.valueChangedHandler = { _, value, _ in log(value == 0 ? "0" : "more") }
      for (step, travel) in [Float(0), 0.3, 0.6, 0.6, 0.01, 0].enumerated() {
        pads.send(Double(step), triggers: (travel, 0))
      }
      await settle()
      #expect(log.take() == ["more", "pressed true", "more", "0", "pressed false"])
    }

    @Test func `An axis is 0 within the dead zone, renormalised outside, and up is positive`()
      async throws
    {
      let (pads, controller) = try await onePad()
      let stick = try #require(controller.extendedGamepad).leftThumbstick
      pads.send(1, left: SIMD2(0.08, -0.08))
      await settle()
      #expect(stick.xAxis.value == 0 && stick.yAxis.value == 0)
      pads.send(2, left: SIMD2(0, 0.13))
      await settle()
      #expect(stick.yAxis.value > 0 && stick.yAxis.value < 0.02)
      pads.send(3, left: SIMD2(-1, 0))
      await settle()
      #expect(stick.xAxis.value == -1)
    }

    @Test func `Left and right exclude each other, as do up and down`() async throws {
      let (pads, controller) = try await onePad()
      let gamepad = try #require(controller.extendedGamepad)
      pads.send(1, [.left, .right, .up], left: SIMD2(-0.7, 0.7))
      await settle()
      #expect(gamepad.dpad.xAxis.value == 0 && gamepad.dpad.yAxis.value == 1)
      #expect(!gamepad.dpad.left.isPressed && !gamepad.dpad.right.isPressed)
      #expect(gamepad.dpad.up.isPressed && !gamepad.dpad.down.isPressed)
      let stick = gamepad.leftThumbstick
      #expect(stick.left.isPressed && !stick.right.isPressed && stick.up.isPressed)
      #expect(stick.left.value == -stick.xAxis.value)
    }

    @Test func `Menu is the OPTIONS key of a DualShock, options its SHARE key`() async throws {
      let (pads, controller) = try await onePad()
      let gamepad = try #require(controller.extendedGamepad)
      pads.send(1, .menu)
      await settle()
      #expect(gamepad.buttonMenu.isPressed && gamepad.buttonOptions?.isPressed == false)
      #expect(gamepad.buttonMenu.localizedName == "OPTIONS")
      #expect(gamepad.buttonOptions?.localizedName == "SHARE")
    }

    @Test func `The profile's handler gets the container, once for all its parts`() async throws {
      let (pads, controller) = try await onePad()
      let gamepad = try #require(controller.extendedGamepad)
      let log = Log()
      gamepad.valueChangedHandler = { gamepad, element in
        log(element == gamepad.leftThumbstick ? "left stick" : element.localizedName ?? "?")
      }
      pads.send(1, .east, left: SIMD2(0.5, 0.5))
      await settle()
      #expect(log.take() == ["Circle", "left stick"])
      #expect(gamepad.leftThumbstick.xAxis.collection === gamepad.leftThumbstick)
      #expect(gamepad.buttonA.collection == nil)
    }

    @Test func `Ours: within a report all values are in place before the first handler`()
      async throws
    {
      let (pads, controller) = try await onePad()
      let gamepad = try #require(controller.extendedGamepad)
      let log = Log()
      gamepad.buttonA.valueChangedHandler = { _, _, _ in
        log("stick is \(gamepad.rightThumbstick.xAxis.value)")
      }
      pads.send(1, .south, right: SIMD2(1, 0))
      await settle()
      #expect(log.take() == ["stick is 1.0"])
    }

    @Test func `Ours: element, then its pad, then the profile; axes before directions`()
      async throws
    {
      let (pads, controller) = try await onePad()
      let gamepad = try #require(controller.extendedGamepad)
      let log = Log()
      gamepad.valueChangedHandler = { _, _ in log("extended") }
      gamepad.valueDidChangeHandler = { _, _ in log("profile") }
      gamepad.dpad.valueChangedHandler = { _, x, y in log("pad \(x) \(y)") }
      gamepad.dpad.right.pressedChangedHandler = { _, _, _ in log("right") }
      gamepad.dpad.xAxis.valueChangedHandler = { _, _ in log("x") }
      gamepad.buttonY.valueChangedHandler = { _, _, _ in log("Y value") }
      gamepad.buttonY.pressedChangedHandler = { _, _, _ in log("Y pressed") }
      gamepad.buttonY.touchedChangedHandler = { _, _, _, _ in log("Y touched") }
      pads.send(1, [.north, .right])
      await settle()
      #expect(
        log.take() == [
          "Y value", "Y pressed", "Y touched", "profile", "extended", "x", "right", "pad 1.0 0.0",
          "profile", "extended",
        ])
    }

    @Test func `A report that changes nothing calls nobody`() async throws {
      let (pads, controller) = try await onePad()
      let log = Log()
      controller.extendedGamepad?.valueChangedHandler = { _, _ in log("changed") }
      pads.send(1, left: SIMD2(0.05, 0))
      pads.send(2, left: SIMD2(0.06, 0))
      await settle()
      #expect(log.take().isEmpty)
    }

    @Test func `Elements are found by Apple's names`() async throws {
      let (_, controller) = try await onePad()
      let profile = controller.physicalInputProfile
      #expect(profile === controller.extendedGamepad)
      #expect(profile[GCInputButtonA] === controller.extendedGamepad?.buttonA)
      #expect(profile.buttons[GCInputLeftTrigger] != nil)
      #expect(profile.dpads[GCInputLeftThumbstick] === controller.extendedGamepad?.leftThumbstick)
      #expect(profile.dpads[GCInputButtonB] == nil && profile["Button Z"] == nil)
      #expect(profile.dpads[GCInputDualShockTouchpadOne] != nil)
      #expect(profile.allAxes.count == 10 && profile.allDpads.count == 5)
    }

    @Test func `The touchpad of a DualShock has two fingers and a button`() async throws {
      let (pads, controller) = try await onePad()
      let gamepad = try #require(controller.extendedGamepad as? GCDualShockGamepad)
      pads.send(1, .touchpad, touch: PadTouch(x: 0.75, y: 0.25))
      await settle()
      #expect(gamepad.touchpadButton.isPressed)
      #expect(gamepad.touchpadPrimary.xAxis.value == 0.5)
      #expect(gamepad.touchpadPrimary.yAxis.value == 0.5)
      #expect(gamepad.touchpadSecondary.xAxis.value == 0)
    }

    @Test func `Every controller has the micro profile too`() async throws {
      let (pads, controller) = try await onePad(.plain)
      let micro = try #require(controller.microGamepad)
      pads.send(1, [.south, .down])
      await settle()
      #expect(micro.buttonA.isPressed && micro.dpad.down.isPressed && !micro.buttonX.isPressed)
      let small = GCController.withMicroGamepad()
      #expect(small.extendedGamepad == nil && small.physicalInputProfile === small.microGamepad)
    }

    @Test func `A snapshot's motion can be set whole, a real one's cannot`() async throws {
      let (_, controller) = try await onePad()
      let copy = try #require(controller.capture().motion)
      for motion in [copy, try #require(controller.motion)] {
        motion.setGravity(GCAcceleration(x: 0, y: -1, z: 0))
        motion.setUserAcceleration(GCAcceleration(x: 0.5))
        motion.setAttitude(GCQuaternion(x: 1, w: 0))
        motion.setRotationRate(GCRotationRate(z: 2))
      }
      #expect(copy.gravity.y == -1 && copy.userAcceleration.x == 0.5)
      #expect(copy.attitude.x == 1 && copy.rotationRate.z == 2)
      let real = try #require(controller.motion)
      #expect(real.gravity == GCAcceleration() && real.attitude == GCQuaternion())
      #expect(real.rotationRate == GCRotationRate() && !real.hasAttitudeAndRotationRate)
    }

    @Test func `Motion points down at rest and is off until wanted`() async throws {
      let (pads, controller) = try await onePad()
      let motion = try #require(controller.motion)
      #expect(motion.sensorsRequireManualActivation && !motion.sensorsActive)
      motion.sensorsActive = true
      #expect(pads.performed.map(\.1) == [.sensors(true)])
      let log = Log()
      motion.valueChangedHandler = { motion in log("\(motion.acceleration.y)") }
      pads.send(
        1, motion: PadMotion(acceleration: SIMD3(0, 1, 0), rotationRate: SIMD3(0.5, 0, 0)))
      await settle()
      #expect(log.take() == ["-1.0"] && motion.rotationRate.x == 0.5)
      #expect(!motion.hasGravityAndUserAcceleration && !motion.hasAttitude)
    }
  }
}
