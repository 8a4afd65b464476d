@testable import CoreHaptics
import Foundation
import FudeModel
import FudePad
import FudePadSources
import GameController
import Testing

extension GameController {
  /// Core Haptics as a game for iOS uses it, on a played controller.
  @Suite struct Haptics {
    /// Keeps what a controller's motors were told, and lets a test wait for it.
    private final class Motors: PadSource {
      let pads = VirtualPads()
      private let condition = NSCondition()
      nonisolated(unsafe) private var told: [PadCommand] = []

      func start(
        _ deliver: @escaping @Sendable (PadSourceEvent) -> Void
      ) throws(PadSourceError) { try pads.start(deliver) }

      func stop() { pads.stop() }

      func perform(_ command: PadCommand, on pad: DeviceID) {
        condition.lock()
        told.append(command)
        condition.broadcast()
        condition.unlock()
      }

      var all: [PadCommand] {
        condition.lock()
        defer { condition.unlock() }
        return told
      }

      /// Waits until something was told; false after ten seconds.
      func wait(after count: Int = 0, until isEnough: (PadCommand) -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: 10)
        condition.lock()
        defer { condition.unlock() }
        while !told.dropFirst(count).contains(where: isEnough) {
          guard condition.wait(until: end) else { return false }
        }
        return true
      }
    }

    private func controller(
      _ features: PadTraits.Features = .rumble
    ) async throws -> (Motors, GCController) {
      let motors = Motors()
      PadCenter.shared.use([motors])
      motors.pads.connect(pad, PadTraits(name: "Pad", serial: "haptics", features: features))
      await settle()
      return (motors, try #require(GCController.controllers().first))
    }

    private func pattern(
      _ intensity: Float, sharpness: Float, for seconds: Double
    ) throws -> CHHapticPattern {
      let event = CHHapticEvent(
        eventType: .hapticContinuous,
        parameters: [
          CHHapticEventParameter(parameterID: .hapticIntensity, value: intensity),
          CHHapticEventParameter(parameterID: .hapticSharpness, value: sharpness),
        ], relativeTime: 0, duration: seconds)
      return try CHHapticPattern(events: [event], parameters: [])
    }

    private static func strengths(_ command: PadCommand) -> [Float]? {
      if case .rumble(let heavy, let light, _) = command { [heavy, light] } else { nil }
    }

    @Test func `A pattern turns the motors, and they stop at its end`() async throws {
      let (motors, controller) = try await controller()
      let engine = try #require(controller.haptics?.createEngine(withLocality: .default))
      try engine.start()
      let player = try engine.makePlayer(with: try pattern(0.5, sharpness: 0, for: 0.05))
      try player.start(atTime: CHHapticTimeImmediate)
      #expect(motors.wait { Self.strengths($0) == [0.5, 0] })
      #expect(motors.wait { Self.strengths($0) == [0, 0] })
      #expect(motors.all.compactMap(Self.strengths) == [[0.5, 0], [0, 0]])
    }

    @Test
    func `What a program wants without an engine plays together with engines, and ends alone`()
      async throws
    {
      let (motors, controller) = try await controller()
      let haptics = try #require(controller.haptics)
      let engine = try #require(haptics.createEngine(withLocality: .leftHandle))
      try engine.start()
      try engine.makePlayer(with: try pattern(0.75, sharpness: 0.5, for: 20)).start(atTime: 0)
      func last() -> [Float]? { motors.all.compactMap(Self.strengths).last }
      haptics.rumble(.rightHandle, strength: 0.25, for: 20)
      #expect(last() == [0.75, 0.25])
      haptics.rumble(.rightHandle, strength: 0, for: 0)
      #expect(last() == [0.75, 0])
      let before = motors.all.count
      haptics.rumble(.leftHandle, strength: 1, for: 0.05)
      #expect(motors.wait { Self.strengths($0) == [1, 0] })
      #expect(motors.wait(after: before) { Self.strengths($0) == [0.75, 0] })
      engine.stop()
      #expect(last() == [0, 0])
    }

    @Test func `What is changed while a loop plays holds in every round, and little is kept of it`()
      throws
    {
      let engine = CHHapticEngine { _, _ in }
      try engine.start()
      let player = try #require(
        try engine.makeAdvancedPlayer(with: try pattern(1, sharpness: 0, for: 10))
          as? HapticPlayer)
      player.loopEnabled = true
      try player.start(atTime: 0)
      try player.seek(toOffset: 5)
      for step in 0...1000 {
        let half = CHHapticDynamicParameter(
          parameterID: .hapticIntensityControl, value: step == 1000 ? 0.5 : 0.1, relativeTime: 0)
        try player.sendParameters([half], atTime: 0)
      }
      let now = engine.currentTime
      let rounds = engine.queue.sync {
        // Before the end of this round, and early in the next two.
        [1, 7, 17].map { player.state(at: now + $0).0.heavy }
      }
      #expect(rounds == [0.5, 0.5, 0.5])
      #expect(engine.queue.sync { player.live.count } <= 2)
      engine.stop()
    }

    @Test func `A player that could not start does not believe that it plays`() async throws {
      let (motors, controller) = try await controller()
      let engine = try #require(controller.haptics?.createEngine(withLocality: .default))
      let player = try engine.makeAdvancedPlayer(with: try pattern(1, sharpness: 0, for: 20))
      #expect(throws: CHHapticError.self) { try player.start(atTime: 0) }
      #expect(throws: CHHapticError.self) { try player.resume(atTime: 0) }
      try engine.start()
      try player.resume(atTime: 0)
      #expect(motors.all.compactMap(Self.strengths).last == [1, 0])
      engine.stop()
    }

    @Test func `Engines of both handles play together`() async throws {
      let (motors, controller) = try await controller()
      var engines: [CHHapticEngine] = []
      for (place, strength) in [(GCHapticsLocality.leftHandle, Float(0.75)), (.rightHandle, 0.25)] {
        let engine = try #require(controller.haptics?.createEngine(withLocality: place))
        try engine.start()
        try engine.makePlayer(with: try pattern(strength, sharpness: 0.5, for: 20))
          .start(atTime: 0)
        engines.append(engine)
      }
      #expect(motors.all.compactMap(Self.strengths) == [[0.75, 0], [0.75, 0.25]])
      engines[0].stop()
      #expect(motors.all.compactMap(Self.strengths).last == [0, 0.25])
      engines[1].stop()
      #expect(motors.all.compactMap(Self.strengths).last == [0, 0])
    }

    @Test func `An advanced player loops, is silenced, changed, paused and stopped`() async throws {
      let (motors, controller) = try await controller()
      let engine = try #require(controller.haptics?.createEngine(withLocality: .handles))
      try engine.start()
      let player = try engine.makeAdvancedPlayer(with: try pattern(1, sharpness: 0.5, for: 20))
      player.loopEnabled = true
      try player.start(atTime: 0)
      func last() -> [Float]? { motors.all.compactMap(Self.strengths).last }
      #expect(last() == [1, 1])
      try player.sendParameters(
        [
          CHHapticDynamicParameter(
            parameterID: .hapticIntensityControl, value: 0.5, relativeTime: 0)
        ],
        atTime: 0)
      #expect(last() == [0.5, 0.5])
      player.isMuted = true
      #expect(last() == [0, 0])
      player.isMuted = false
      #expect(last() == [0.5, 0.5])
      try player.pause(atTime: 0)
      #expect(last() == [0, 0])
      try player.resume(atTime: 0)
      #expect(last() == [0.5, 0.5])
      try player.seek(toOffset: 10)
      engine.isMutedForHaptics = true
      #expect(last() == [0, 0])
      engine.isMutedForHaptics = false
      try player.stop(atTime: 0)
      #expect(last() == [0, 0])
    }

    @Test func `A player says when it has finished, and an engine when all have`() async throws {
      let (_, controller) = try await controller()
      let engine = try #require(controller.haptics?.createEngine(withLocality: .default))
      try engine.start()
      let player = try engine.makeAdvancedPlayer(with: try pattern(1, sharpness: 0, for: 0.01))
      let done = DispatchSemaphore(value: 0)
      player.completionHandler = { _ in done.signal() }
      let log = Log()
      let stopped = DispatchSemaphore(value: 0)
      engine.stoppedHandler = { reason in
        log("stopped \(reason.rawValue)")
        stopped.signal()
      }
      try player.start(atTime: 0)
      engine.notifyWhenPlayersFinished { _ in
        done.signal()
        return .stopEngine
      }
      #expect(done.wait(timeout: .now() + 10) == .success)
      #expect(done.wait(timeout: .now() + 10) == .success)
      #expect(stopped.wait(timeout: .now() + 10) == .success)
      #expect(log.take() == ["stopped 4"])
    }

    @Test func `An engine that was not started, or is nobody's, says so`() async throws {
      let (_, controller) = try await controller()
      let engine = try #require(controller.haptics?.createEngine(withLocality: .default))
      let player = try engine.makePlayer(with: try pattern(1, sharpness: 0, for: 1))
      let error = #expect(throws: CHHapticError.self) { try player.start(atTime: 0) }
      #expect(error?.code == .engineNotRunning && error?.code.rawValue == -4805)
      #expect(throws: CHHapticError.self) { try CHHapticEngine() }
      #expect(!CHHapticEngine.capabilitiesForHardware().supportsHaptics)
      #expect(controller.haptics?.createEngine(withLocality: .triggers) == nil)
    }

    @Test func `When the controller goes its engines stop and say why; when it is back they start`()
      async throws
    {
      let (motors, controller) = try await controller()
      let engine = try #require(controller.haptics?.createEngine(withLocality: .default))
      let log = Log()
      engine.stoppedHandler = { log("stopped \($0.rawValue)") }
      try engine.start()
      motors.pads.disconnect(pad)
      await settle()
      #expect(log.take() == ["stopped 6"])
      #expect(throws: CHHapticError.self) { try engine.start() }
      motors.pads.connect(
        other, PadTraits(name: "Pad", serial: "haptics", features: .rumble))
      await settle()
      try engine.start()
      try engine.makePlayer(with: try pattern(1, sharpness: 0, for: 20)).start(atTime: 0)
      #expect(motors.all.compactMap(Self.strengths).last == [1, 0])
      engine.stop()
    }

    @Test func `Who lets go of the engine lets the motors stop, even in a loop`() async throws {
      let (motors, controller) = try await controller()
      var engine = controller.haptics?.createEngine(withLocality: .default)
      try engine?.start()
      let player = try #require(
        try engine?.makeAdvancedPlayer(with: try pattern(1, sharpness: 0.5, for: 1)))
      player.loopEnabled = true
      try player.start(atTime: 0)
      #expect(motors.all.compactMap(Self.strengths) == [[1, 1]])
      engine = nil
      #expect(motors.wait { Self.strengths($0) == [0, 0] })
      #expect(throws: CHHapticError.self) { try player.start(atTime: 0) }
      player.loopEnabled = false
      #expect(!player.loopEnabled)
    }

    @Test func `Triggers have motors of their own`() async throws {
      let (motors, controller) = try await controller([.rumble, .triggerRumble])
      let engine = try #require(controller.haptics?.createEngine(withLocality: .leftTrigger))
      try engine.start()
      try engine.makePlayer(with: try pattern(0.5, sharpness: 1, for: 20)).start(atTime: 0)
      guard case .triggerRumble(0.5, 0, _)? = motors.all.last else {
        Issue.record("\(String(describing: motors.all.last))")
        return
      }
      engine.stop()
    }

    @Test func `An AHAP file is a pattern, and nonsense is refused`() throws {
      let text = """
        {"Version": 1.0, "Pattern": [
          {"Event": {"Time": 0.0, "EventType": "HapticTransient", "EventParameters": [
            {"ParameterID": "HapticIntensity", "ParameterValue": 0.8}]}},
          {"Event": {"Time": 0.5, "EventType": "HapticContinuous", "EventDuration": 0.25}},
          {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0.5,
            "ParameterCurveControlPoints": [
              {"Time": 0, "ParameterValue": 0}, {"Time": 0.25, "ParameterValue": 1}]}}]}
        """
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("fude-\(UUID()).ahap")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(text.utf8).write(to: file)
      #expect(try CHHapticPattern(contentsOf: file).duration == 0.75)
      for bad in [
        "", "[]", "{}", #"{"Pattern": [{"Event": {}}]}"#,
        #"{"Pattern": [{"Event": {"EventType": "HapticTransient"}}]}"#,
        #"{"Pattern": [{"Parameter": {"Time": 0}}]}"#,
      ] {
        try Data(bad.utf8).write(to: file)
        #expect(throws: CHHapticError.self, "\(bad)") { try CHHapticPattern(contentsOf: file) }
      }
      let event = CHHapticEvent(
        eventType: .hapticTransient, parameters: [], relativeTime: .nan)
      #expect(throws: CHHapticError.self) {
        try CHHapticPattern(events: [event], parameters: [])
      }
    }
  }
}
