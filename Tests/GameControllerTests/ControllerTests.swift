import Dispatch
import Foundation
import FudeModel
import FudePadSources
import GameController
import Testing

extension GameController {
  @Suite struct Controllers {
    @Test func `A controller connects, and the first one becomes current`() async throws {
      let log = Log()
      let pads = freshPads()
      await settle()
      let notes = NotificationLog(log)
      pads.connect(pad, .dualShock)
      #expect(GCController.controllers().count == 1)
      await settle()
      #expect(
        log.take() == ["connect Wireless Controller", "become current Wireless Controller"])
      #expect(GCController.current === GCController.controllers().first)
      withExtendedLifetime(notes) {}
    }

    @Test func `A pad that vanishes releases all, stops being current, then disconnects`()
      async throws
    {
      let (pads, controller) = try await onePad()
      let log = Log()
      let notes = NotificationLog(log)
      let gamepad = try #require(controller.extendedGamepad)
      gamepad.buttonA.pressedChangedHandler = { _, _, pressed in
        log("A \(pressed) of \(GCController.controllers().count)")
      }
      gamepad.rightTrigger.pressedChangedHandler = { _, _, pressed in log("R2 \(pressed)") }
      gamepad.leftThumbstick.valueChangedHandler = { _, x, _ in log("stick \(x)") }
      pads.send(1, .south, left: SIMD2(1, 0), triggers: (0, 1))
      await settle()
      _ = log.take()
      pads.disconnect(pad)
      await settle()
      #expect(
        log.take() == [
          "A false of 1", "R2 false", "stick 0.0", "stop being current Wireless Controller",
          "disconnect Wireless Controller",
        ])
      #expect(GCController.controllers().isEmpty && GCController.current == nil)
      withExtendedLifetime(notes) {}
    }

    @Test func `A returning pad is the same object and keeps its player and handlers`()
      async throws
    {
      let (pads, controller) = try await onePad()
      let log = Log()
      controller.playerIndex = .index2
      controller.extendedGamepad?.buttonB.pressedChangedHandler = { _, _, on in log("B \(on)") }
      pads.send(1, .east)
      pads.disconnect(pad)
      await settle()
      #expect(log.take() == ["B true", "B false"])
      pads.connect(other, .dualShock)
      await settle()
      #expect(GCController.controllers().first === controller)
      #expect(controller.playerIndex == .index2)
      #expect(pads.performed.contains { $0.0 == other && $0.1 == .player(1) })
      #expect(log.take().isEmpty)
      // What it held when it went counts again only after it has been let go.
      pads.send(5, .east, device: other)
      await settle()
      #expect(log.take().isEmpty)
      pads.send(6, device: other)
      pads.send(7, .east, device: other)
      await settle()
      #expect(log.take() == ["B true"])
    }

    @Test func `A returning pad is told again what it has forgotten: lamp and sensors`()
      async throws
    {
      let (pads, controller) = try await onePad()
      controller.light?.color = GCColor(red: 1, green: 0, blue: 0)
      controller.motion?.sensorsActive = true
      pads.disconnect(pad)
      await settle()
      pads.connect(other, .dualShock)
      await settle()
      let told = pads.performed.filter { $0.0 == other }.map(\.1)
      #expect(told == [.light(red: 1, green: 0, blue: 0), .sensors(true)])
    }

    @Test func `Without a serial the last pad of its kind that went is the one that is back`()
      async throws
    {
      let pads = freshPads()
      pads.connect(DeviceID(0), .plain)
      pads.connect(DeviceID(1), .plain)
      await settle()
      let both = GCController.controllers()
      #expect(both.count == 2 && both[0] !== both[1])
      pads.disconnect(DeviceID(0))
      pads.disconnect(DeviceID(1))
      await settle()
      pads.connect(DeviceID(2), .plain)
      await settle()
      #expect(GCController.controllers() == [both[1]])
    }

    @Test func `Back before the farewell was said, it is there and was told both ways`()
      async throws
    {
      let (pads, controller) = try await onePad()
      let log = Log()
      let notes = NotificationLog(log)
      pads.disconnect(pad)
      pads.connect(pad, .dualShock)
      await settle()
      #expect(GCController.controllers() == [controller])
      #expect(
        log.take().filter { !$0.contains("current") }.map { $0.prefix(7) } == [
          "disconn", "connect",
        ])
      withExtendedLifetime(notes) {}
    }

    @Test func `The controller used last is current`() async throws {
      let pads = freshPads()
      await settle()
      let log = Log()
      pads.connect(pad, .dualShock)
      pads.connect(other, .plain)
      await settle()
      let notes = NotificationLog(log)
      pads.send(1, left: SIMD2(0.3, 0), device: other)
      await settle()
      #expect(log.take().isEmpty)
      pads.send(2, .north, device: other)
      await settle()
      #expect(log.take() == ["stop being current Wireless Controller", "become current Pad"])
      #expect(GCController.current?.vendorName == "Pad")
      withExtendedLifetime(notes) {}
    }

    @Test func `Handlers are called on the handler queue, main by default`() async throws {
      let (pads, controller) = try await onePad()
      let log = Log()
      let key = DispatchSpecificKey<String>()
      let queue = DispatchQueue(label: "input")
      queue.setSpecific(key: key, value: "own")
      DispatchQueue.main.setSpecific(key: key, value: "main")
      controller.extendedGamepad?.buttonX.valueChangedHandler = { _, _, _ in
        log(DispatchQueue.getSpecific(key: key) ?? "other")
      }
      pads.send(1, .west)
      await settle()
      controller.handlerQueue = queue
      // So that its farewell does not come in the middle of another test.
      defer { controller.handlerQueue = .main }
      pads.send(2)
      queue.sync {}
      #expect(log.take() == ["main", "own"])
    }

    @Test func `A player's number is unset at first, and setting it lights the lamps`()
      async throws
    {
      let (pads, controller) = try await onePad(.plain)
      #expect(controller.playerIndex == .indexUnset && controller.playerIndex.rawValue == -1)
      controller.playerIndex = .index3
      controller.playerIndex = .indexUnset
      #expect(pads.performed.map(\.1) == [.player(2), .player(nil)])
    }

    @Test func `Light, haptics, battery and motion are there if the controller has them`()
      async throws
    {
      let (pads, controller) = try await onePad()
      #expect(controller.battery == nil)
      pads.send(1, battery: PadBattery(level: 0.75, state: .charging))
      await settle()
      #expect(controller.battery?.batteryLevel == 0.75)
      #expect(controller.battery?.batteryState == .charging)
      controller.light?.color = GCColor(red: 1, green: 0, blue: 0.5)
      controller.haptics?.rumble(.leftHandle, strength: 0.5, for: 0.2)
      controller.haptics?.rumble(.leftTrigger, strength: 1, for: 1)
      #expect(
        pads.performed.map(\.1) == [
          .light(red: 1, green: 0, blue: 0.5),
          .rumble(heavy: 0.5, light: 0, .seconds(0.2)),
        ])
      let bare = try await onePad(.plain).1
      #expect(bare.light == nil && bare.haptics == nil && bare.motion == nil)
    }

    @Test func `A snapshot is writable and does not change by itself`() async throws {
      let (pads, controller) = try await onePad()
      pads.send(1, .south, left: SIMD2(0, 1))
      await settle()
      let copy = controller.capture()
      pads.send(2)
      await settle()
      let gamepad = try #require(copy.extendedGamepad)
      #expect(copy.isSnapshot && !controller.isSnapshot && gamepad is GCDualShockGamepad)
      #expect(gamepad.buttonA.isPressed && gamepad.leftThumbstick.up.value == 1)
      #expect(controller.extendedGamepad?.buttonA.isPressed == false)
      gamepad.buttonA.setValue(0.25)
      gamepad.dpad.setValueForXAxis(-5, yAxis: .nan)
      #expect(gamepad.buttonA.value == 0.25)
      #expect(gamepad.dpad.left.value == 1 && gamepad.dpad.yAxis.value == 0)
    }

    @Test func `Setting a value on a controller that is really there has no effect`() async throws {
      let (_, controller) = try await onePad()
      let gamepad = try #require(controller.extendedGamepad)
      gamepad.buttonA.setValue(1)
      gamepad.leftThumbstick.setValueForXAxis(1, yAxis: 1)
      gamepad.leftThumbstick.xAxis.setValue(1)
      let full = GCController.withExtendedGamepad()
      full.extendedGamepad?.buttonA.setValue(1)
      if let full = full.extendedGamepad { gamepad.setStateFromExtendedGamepad(full) }
      #expect(!gamepad.buttonA.isPressed && gamepad.leftThumbstick.xAxis.value == 0)
    }

    @Test func `Discovery ends and says so once`() async {
      _ = freshPads()
      await GCController.startWirelessControllerDiscovery()
      let log = Log()
      GCController.startWirelessControllerDiscovery { log("ended") }
      GCController.stopWirelessControllerDiscovery()
      await settle()
      #expect(log.take() == ["ended"])
    }

    @Test func `The pause handler is called when the menu button goes down`() async throws {
      let (pads, controller) = try await onePad()
      let log = Log()
      controller.controllerPausedHandler = { _ in log("pause") }
      pads.send(1, .menu)
      pads.send(2)
      await settle()
      #expect(log.take() == ["pause"])
    }

    @Test func `Product categories are Apple's`() async throws {
      #expect(try await onePad().1.productCategory == "DualShock 4")
      #expect(try await onePad(.plain).1.productCategory == "HID")
    }

    @Test func `A pad before its first report rests, triggers too`() async throws {
      let (_, controller) = try await onePad()
      let profile = controller.physicalInputProfile
      #expect(profile.allButtons.allSatisfy { $0.value == 0 })
      #expect(profile.allAxes.allSatisfy { $0.value == 0 })
    }
  }
}
