import Dispatch
import Foundation
import FudeModel
import FudePadSources
import GameController
import Testing

extension GameController {
  @Suite struct InputStates {
    @Test func `Live input shows the latest values at once, capture keeps them`() async throws {
      let (pads, controller) = try await onePad()
      pads.send(1, .south, left: SIMD2(1, 0), triggers: (1, 0))
      let input = controller.input
      #expect(input.buttons[.a]?.pressedInput.isPressed == true)
      #expect(input.dpads[.leftThumbstick]?.xAxis.value == 1)
      #expect(input.dpads[.leftThumbstick]?.right.isPressed == true)
      #expect(input.buttons[GCInputLeftTrigger]?.pressedInput.value == 1)
      let copy = input.capture()
      pads.send(2)
      #expect(copy.buttons[.a]?.pressedInput.isPressed == true)
      #expect(input.buttons[.a]?.pressedInput.isPressed == false)
      #expect(copy.lastEventTimestamp == 1 && input.lastEventTimestamp == 2)
      #expect(input.dpads[GCInputButtonB] == nil && input[GCInputButtonB] != nil)
    }

    @Test func `Collections are gone through in order and asked by name, typed or not`()
      async throws
    {
      let (pads, controller) = try await onePad()
      pads.send(1, .east, right: SIMD2(0.97, 0))
      let input: GCControllerLiveInput = controller.input
      let captured: GCControllerInputState = input.capture()
      let next: (any GCControllerInputState & GCDevicePhysicalInputStateDiff)? =
        input.nextInputState()
      #expect(next?.buttons[.b]?.pressedInput.isPressed == true)
      let buttons: GCPhysicalInputElementCollection<any GCButtonElement> = captured.buttons
      #expect(buttons.count == 14 && buttons.first?.localizedName == "Cross")
      #expect(buttons.filter { $0.pressedInput.isPressed }.map(\.localizedName) == ["Circle"])
      let typed: (any GCDirectionPadElement)? =
        captured.elements[GCDirectionPadElementName.rightThumbstick]
      #expect(typed?.xyAxes.value == GCPoint2(x: 1, y: 0))
      #expect(captured.elements[GCButtonElementName.b]?.pressedInput.value == 1)
      #expect(captured.elements["Button B"]?.aliases == ["Button B"])
      #expect(captured.axes.isEmpty && captured.switches.count == 1 && input.unmapped === input)
      // What the protocol promises is the same.
      let device: any GCDevicePhysicalInput = input
      #expect(device.capture().buttons[.b]?.pressedInput.isPressed == true)
      #expect(device.nextInputState() == nil)
    }

    @Test func `Both axes of a stick are told once, as a place`() async throws {
      let (pads, controller) = try await onePad()
      let log = Log()
      controller.input.dpads[.leftThumbstick]?.xyAxes.valueDidChangeHandler = { _, _, place in
        log("\(place.x) \(place.y)")
      }
      pads.send(1, left: SIMD2(-1, 0))
      pads.send(2, [.up], left: SIMD2(-1, 0))
      pads.send(3, left: SIMD2(0, 1))
      await settle()
      #expect(log.take() == ["-1.0 0.0", "0.0 1.0"])
    }

    @Test func `The queue holds one state unless told otherwise, and smaller depths are ignored`()
      async throws
    {
      let (pads, controller) = try await onePad()
      let input = controller.input
      #expect(input.inputStateQueueDepth == 1)
      input.inputStateQueueDepth = 0
      #expect(input.inputStateQueueDepth == 1)
      pads.send(1, .south)
      pads.send(2)
      let only = try #require(input.nextInputState())
      #expect(only.lastEventTimestamp == 2 && only.changedElements() == nil)
      let a = try #require(only.buttons[.a])
      #expect(only.change(for: a) == .unknownChange)
      #expect(input.nextInputState() == nil)
    }

    @Test func `A deep queue misses nothing and tells what changed`() async throws {
      let (pads, controller) = try await onePad()
      let input = controller.input
      input.inputStateQueueDepth = 20
      pads.send(1, .south)
      pads.send(2, [.south, .up])
      pads.send(3, [.south, .up])
      pads.send(4, .up)
      let log = Log()
      while let state = input.nextInputState() {
        let names = state.changedElements()?.compactMap { $0.aliases.first }.sorted()
        log("\(state.lastEventTimestamp) \(names?.joined(separator: "+") ?? "first")")
      }
      #expect(log.take() == ["1.0 first", "2.0 Direction Pad", "4.0 Button A"])
    }

    @Test func `When the queue is full the oldest goes, and what follows cannot compare`()
      async throws
    {
      let (pads, controller) = try await onePad()
      let input = controller.input
      input.inputStateQueueDepth = 2
      for step in 1...5 { pads.send(Double(step), step.isMultiple(of: 2) ? [] : .south) }
      let first = try #require(input.nextInputState())
      let second = try #require(input.nextInputState())
      #expect(first.lastEventTimestamp == 4 && first.changedElements() == nil)
      #expect(second.lastEventTimestamp == 5 && second.changedElements()?.count == 1)
    }

    @Test func `Handlers are called for elements and their inputs on the device's queue`()
      async throws
    {
      let (pads, controller) = try await onePad()
      let input = controller.input
      let log = Log()
      input.elementValueDidChangeHandler = { _, element in log(element.localizedName ?? "?") }
      input.buttons[.b]?.pressedInput.pressedDidChangeHandler = { _, _, on in log("B \(on)") }
      input.dpads[.rightThumbstick]?.yAxis.valueDidChangeHandler = { _, _, y in log("y \(y)") }
      input.switches[.directionPad]?.positionInput.positionDidChangeHandler = { _, _, place in
        log("place \(place)")
      }
      input.inputStateAvailableHandler = { _ in log("state") }
      pads.send(1, [.east, .down, .left], right: SIMD2(0, 1))
      await settle()
      #expect(
        log.take() == [
          "B true", "Circle", "place 6", "Direction Pad", "y 1.0", "Right Thumbstick", "state",
        ])
    }

    @Test func `An input can have a queue of its own`() async throws {
      let (pads, controller) = try await onePad()
      let queue = DispatchQueue(label: "input")
      let log = Log()
      controller.input.queue = queue
      let key = DispatchSpecificKey<String>()
      queue.setSpecific(key: key, value: "own")
      controller.input.inputStateAvailableHandler = { _ in
        log(DispatchQueue.getSpecific(key: key) ?? "other")
      }
      pads.send(1, .south)
      queue.sync {}
      #expect(log.take() == ["own"])
    }

    @Test func `Reports come as a sequence too, which ends with the controller`() async throws {
      let (pads, controller) = try await onePad()
      var iterator = controller.reports.makeAsyncIterator()
      pads.send(1, .south)
      pads.send(2)
      let first = await iterator.next()
      #expect(first?.frame.buttons == .south)
      pads.disconnect(pad)
      #expect(await iterator.next()?.frame.buttons == [])
      #expect(await iterator.next()?.frame.buttons == [])
      #expect(await iterator.next() == nil)
    }

    @Test func `A slow reader of the sequence loses motion, never a press`() async throws {
      let (pads, controller) = try await onePad()
      var iterator = controller.reports.makeAsyncIterator()
      var presses = 0
      for step in 0..<5000 {
        let isDown = step % 100 == 50
        pads.send(Double(step) / 1000, isDown ? .south : [], left: SIMD2(Float(step) / 5000, 0))
        if isDown { presses += 1 }
      }
      pads.disconnect(pad)
      var seen = 0
      var reports = 0
      while let report = await iterator.next() {
        reports += 1
        if report.frame.buttons == .south { seen += 1 }
      }
      #expect(presses == 50 && seen == 50 && reports < 400)
    }

    @Test func `Connections come as a sequence, those that are there first`() async throws {
      let (pads, controller) = try await onePad()
      var iterator = PadCenter.shared.connections.makeAsyncIterator()
      pads.disconnect(pad)
      await settle()
      guard case .connected(let first) = await iterator.next(),
        case .disconnected(let gone) = await iterator.next()
      else {
        Issue.record("expected a connection and a disconnection")
        return
      }
      #expect(first === controller && gone === controller)
    }
  }
}
