import FudeModel
import FudePad
import FudePadSources
import GameController
import Testing

extension GameController {
  @Suite struct AdaptiveTriggers {
    static let dualSense = PadTraits(
      name: "DualSense", kind: .dualSense, vendor: 0x054c, product: 0x0ce6, serial: "a0:ab:51",
      features: [.rumble, .adaptiveTriggers])

    private func pad() async throws -> (VirtualPads, GCController, GCDualSenseGamepad) {
      let (pads, controller) = try await onePad(Self.dualSense)
      let gamepad = try #require(controller.extendedGamepad as? GCDualSenseGamepad)
      return (pads, controller, gamepad)
    }

    @Test func `Each mode reaches its own trigger as the pad's own effect`() async throws {
      let (pads, _, gamepad) = try await pad()
      gamepad.leftTrigger.setModeFeedbackWithStartPosition(0.5, resistiveStrength: 1)
      gamepad.rightTrigger.setModeWeaponWithStartPosition(
        0.25, endPosition: 0.75, resistiveStrength: 0.5)
      gamepad.rightTrigger.setModeVibrationWithStartPosition(0.5, amplitude: 0.5, frequency: 0.2)
      gamepad.leftTrigger.setModeSlopeFeedback(
        startPosition: 0.1, endPosition: 0.9, startStrength: 0.2, endStrength: 1)
      gamepad.leftTrigger.setModeFeedback(
        resistiveStrengths: .init(values: (0, 0, 0, 0, 0, 0, 0, 0, 0, 1)))
      gamepad.rightTrigger.setModeVibration(
        amplitudes: .init(values: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0)), frequency: 1)
      gamepad.leftTrigger.setModeOff()
      #expect(
        pads.performed.map(\.1) == [
          .triggers(left: .feedback(from: 0.5, strength: 1), right: nil),
          .triggers(left: nil, right: .weapon(from: 0.25, to: 0.75, strength: 0.5)),
          .triggers(left: nil, right: .vibration(from: 0.5, amplitude: 0.5, frequency: 0.2)),
          .triggers(left: .slope(from: 0.1, to: 0.9, strength: 0.2, to: 1), right: nil),
          .triggers(left: .feedback([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]), right: nil),
          .triggers(left: nil, right: .vibration([1], frequency: 1)),
          .triggers(left: .off, right: nil),
        ])
    }

    @Test func `The mode is what was set, and a strength of 0 is off`() async throws {
      let trigger = try await pad().2.leftTrigger
      #expect(trigger.mode == .off && trigger.status == .unknown)
      trigger.setModeSlopeFeedback(
        startPosition: 0, endPosition: 1, startStrength: 0.1, endStrength: 1)
      #expect(trigger.mode == .slopeFeedback && trigger.mode.rawValue == 4)
      trigger.setModeFeedbackWithStartPosition(0, resistiveStrength: 0)
      #expect(trigger.mode == .off)
    }

    @Test(arguments: [
      (0, Float(0), GCDualSenseAdaptiveTrigger.Status.feedbackNoLoad),
      (0, 0.9, .feedbackLoadApplied), (1, 0.1, .weaponReady), (1, 0.5, .weaponFiring),
      (1, 1, .weaponFired), (2, 0.1, .vibrationNotVibrating), (2, 1, .vibrationIsVibrating),
      (3, 0.1, .slopeFeedbackReady), (3, 0.5, .slopeFeedbackApplyingLoad),
      (3, 1, .slopeFeedbackFinished),
    ])
    func `Ours: the status is worked out from where the trigger is`(
      mode: Int, travel: Float, status: GCDualSenseAdaptiveTrigger.Status
    ) async throws {
      let (pads, _, gamepad) = try await pad()
      let trigger = gamepad.leftTrigger
      switch mode {
      case 0: trigger.setModeFeedbackWithStartPosition(0.4, resistiveStrength: 1)
      case 1: trigger.setModeWeaponWithStartPosition(0.3, endPosition: 0.7, resistiveStrength: 1)
      case 2: trigger.setModeVibrationWithStartPosition(0.4, amplitude: 1, frequency: 0.1)
      default:
        trigger.setModeSlopeFeedback(
          startPosition: 0.3, endPosition: 0.7, startStrength: 0.5, endStrength: 1)
      }
      pads.send(1, triggers: (travel, 0))
      await settle()
      #expect(trigger.status == status && trigger.armPosition == trigger.value)
    }

    @Test
    func `The trigger is a button like any other, found by name and as the extended gamepad's`()
      async throws
    {
      let (pads, controller, gamepad) = try await pad()
      let plain: GCExtendedGamepad = gamepad
      #expect(plain.leftTrigger === gamepad.leftTrigger)
      #expect(controller.physicalInputProfile[GCInputRightTrigger] === gamepad.rightTrigger)
      pads.send(1, triggers: (1, 0))
      await settle()
      #expect(gamepad.leftTrigger.isPressed && !gamepad.rightTrigger.isPressed)
    }

    @Test func `A pad that comes back is told again what was set`() async throws {
      let (pads, _, gamepad) = try await pad()
      let effect = TriggerEffect.feedback(from: 0.2, strength: 1)
      gamepad.rightTrigger.setModeFeedbackWithStartPosition(0.2, resistiveStrength: 1)
      pads.disconnect(DeviceID(0))
      await settle()
      pads.connect(DeviceID(1), Self.dualSense)
      await settle()
      #expect(
        pads.performed.last.map {
          $0.0 == DeviceID(1) && $0.1 == .triggers(left: nil, right: effect)
        }
          == true)
    }

    @Test func `A snapshot keeps the mode, and setting it moves nothing`() async throws {
      let (pads, controller, gamepad) = try await pad()
      gamepad.leftTrigger.setModeWeaponWithStartPosition(
        0.3, endPosition: 0.7, resistiveStrength: 1)
      let copy = try #require(controller.capture().extendedGamepad as? GCDualSenseGamepad)
      #expect(copy.leftTrigger.mode == .weapon)
      copy.leftTrigger.setModeOff()
      #expect(copy.leftTrigger.mode == .off && gamepad.leftTrigger.mode == .weapon)
      #expect(pads.performed.count == 1)
    }
  }
}
