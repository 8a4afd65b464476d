import Foundation
import FudeModel
import FudePadSources
import FudeRecording
import GameController
import Testing

extension GameController {
  @Suite struct Replays {
    static let folder = shared("corpus/pads")
    static let captures = [
      "linux-6.12/ds4_usb__6-12", "linux-6.12/ds4_bt__6-12", "linux-6.12/ds5_usb__6-12",
      "linux-6.1/ds4_usb__6-1", "linux-6.1/ds4_bt__6-1", "linux-6.1/ds5_usb__6-1",
    ]

    static func path(_ name: String) throws -> RecordingSource {
      .path(try #require(folder).appendingPathComponent(name).path)
    }

    @Test(.enabled(if: folder != nil, "corpus/pads is not here"), arguments: captures)
    func `A capture of three nodes is one controller, and its motion is never a stick`(
      name: String
    ) throws {
      let timeline = try PadTimeline([try Self.path(name + ".json")])
      #expect(timeline.pads.count == 1)
      #expect(timeline.pads[0].reportCount > 150)
      #expect(timeline.pads[0].traits.kind == (name.contains("ds4") ? .dualShock : .dualSense))
    }

    @Test(.enabled(if: folder != nil, "corpus/pads is not here"), arguments: captures)
    func `Through the kernel's events it is one controller with touchpad and motion too`(
      name: String
    ) throws {
      let timeline = try PadTimeline(
        try ["pad", "touchpad", "motion"].map { try Self.path("\(name).\($0).evemu") })
      #expect(timeline.pads.count == 1)
      let reports = timeline.entries.compactMap { entry -> PadReport? in
        if case .report(let report) = entry.event { report } else { nil }
      }
      #expect(reports.contains { $0.firstTouch != nil && $0.secondTouch != nil })
      #expect(reports.contains { ($0.motion?.rotationRate.x ?? 0) > 1 })
      // The script turns the pad while the sticks rest.
      let turning = reports.filter { abs($0.motion?.rotationRate.x ?? 0) > 0.5 }
      #expect(turning.allSatisfy { abs($0.frame.leftStick.x) < 0.1 })
      #expect(reports.last?.firstTouch == nil && reports.last?.secondTouch == nil)
    }

    @Test(.enabled(if: folder != nil, "corpus/pads is not here"), arguments: captures)
    func `Every button of the capture goes down and up through GCController`(name: String)
      async throws
    {
      let source = try ReplayedPads([try Self.path(name + ".json")], pace: .byHand)
      PadCenter.shared.use([source])
      source.advance(to: source.span.start)
      await settle()
      let controller = try #require(GCController.controllers().first)
      let log = Log()
      let edges = Edges()
      let profile = controller.physicalInputProfile
      for (name, button) in profile.buttons {
        button.pressedChangedHandler = { _, _, pressed in
          if pressed { edges.down(name) } else { edges.up(name) }
        }
      }
      source.advance(to: source.span.end)
      await settle()
      let expected: Set<String> = [
        GCInputButtonA, GCInputButtonB, GCInputButtonX, GCInputButtonY, GCInputLeftShoulder,
        GCInputRightShoulder, GCInputLeftTrigger, GCInputRightTrigger, GCInputButtonMenu,
        GCInputButtonOptions, GCInputButtonHome, GCInputLeftThumbstickButton,
        GCInputRightThumbstickButton,
      ]
      #expect(edges.pressed.isSuperset(of: expected), "\(expected.subtracting(edges.pressed))")
      #expect(edges.held.isEmpty)
      withExtendedLifetime(log) {}
    }

    /// Presses without their release.
    final class Edges: @unchecked Sendable {
      private let lock = NSLock()
      private var seen: Set<String> = []
      private var open: Set<String> = []
      func down(_ name: String) {
        lock.withLock {
          seen.insert(name)
          #expect(open.insert(name).inserted)
        }
      }
      func up(_ name: String) { lock.withLock { #expect(open.remove(name) != nil) } }
      var pressed: Set<String> { lock.withLock { seen } }
      var held: Set<String> { lock.withLock { open } }
    }

    @Test func `A recording without a controller says so`() throws {
      let text = "# EVEMU 1.3\nN: Nothing\nI: 0003 0001 0002 0003\n"
      let source = ReplayedPads(try PadTimeline([.bytes(Array(text.utf8), name: "empty.evemu")]))
      let error = #expect(throws: PadSourceError.self) { try source.start { _ in } }
      #expect(error?.message == "the recording has no controller in it")
    }

    @Test func `Stopping in the middle unplugs what is there`() throws {
      let source = ReplayedPads(
        try PadTimeline([.bytes(Array(Self.pressed.utf8), name: "pressed.jsonl")]), pace: .byHand)
      let heard = Heard()
      try source.start { heard.add($0) }
      source.advance(to: .zero + .seconds(1))
      source.stop()
      #expect(heard.connections.count == 1 && heard.reports.count == 1)
      #expect(Heard.isGone(heard.all.last))
    }

    static let pressed = """
      {"fude":"recording","version":1}
      {"device":0,"name":"Pad","level":"surface","role":"pad"}
      {"t":0,"d":0,"pad":{"buttons":1}}
      {"t":5000000,"d":0,"pad":{"buttons":0}}

      """
  }
}
