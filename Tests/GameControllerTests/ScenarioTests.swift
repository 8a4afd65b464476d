import Foundation
import FudeModel
import FudePad
import FudePadSources
import FudeRecording
import GameController
import Testing

extension GameController {
  /// The public reports in Fixtures/pads, through the whole path.
  @Suite struct Scenarios {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/pads")

    static let names =
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
      .filter { $0.hasPrefix("C") }.sorted()

    @Test func `There are fixtures`() { #expect(Self.names.count == 10) }

    @Test(arguments: names)
    func `What was reported does not happen`(name: String) async throws {
      let folder = Self.folder.appendingPathComponent(name)
      let recording = RecordingSource.path(folder.appendingPathComponent("recording.jsonl").path)
      let timeline = try PadTimeline([recording])
      var lines = ["controllers: \(timeline.pads.count)", "", "# PadIntents"]
      lines += intents(timeline)
      lines += ["", "# GCController"]
      lines += await handlers(timeline)
      let text = lines.joined(separator: "\n") + "\n"
      let golden = folder.appendingPathComponent("expected.txt")
      if ProcessInfo.processInfo.environment["FUDE_REWRITE"] != nil {
        try Data(text.utf8).write(to: golden)
        Issue.record("\(name)/expected.txt was written anew")
      }
      #expect(text == (try? String(contentsOf: golden, encoding: .utf8)))
    }

    /// What the person wants, at 60 steps a second and half a second beyond the end.
    private func intents(_ timeline: PadTimeline) -> [String] {
      var stage = PadIntents(
        view: Size(width: 1000, height: 1000), options: .init(moves: .init(stick: .left)))
      var lines: [String] = []
      var pointer = 0.0
      var scrolled = 0
      func take(_ intent: PadIntent) {
        switch intent {
        case .pointer(let motion): pointer += motion.delta.x
        case .scroll(let step): scrolled += step.y
        case .move(let move):
          lines.append("\(text(move.time))  \(move.isRepeat ? "again" : "move") \(move.direction)")
        case .button(.pressed(let button, let time)):
          lines.append("\(text(time))  pressed \(button.rawValue)")
        case .button(.released(let button, let time)):
          lines.append("\(text(time))  released \(button.rawValue)")
        case .button: break
        }
      }
      var tick = 0.0
      func pass(to time: Timestamp) {
        while tick <= time.seconds {
          stage.advance(to: .zero + .seconds(tick), emit: take)
          tick += 1.0 / 60
        }
      }
      for entry in timeline.entries {
        pass(to: entry.time)
        switch entry.event {
        case .report(let report): stage.receive(.pad(report.frame), emit: take)
        case .disconnected(let pad, let time):
          stage.receive(.lost(pad, at: time, .removed), emit: take)
        case .connected, .advice: break
        }
      }
      pass(to: (timeline.entries.last?.time ?? .zero) + .seconds(0.5))
      lines.append("the pointer moved by \(decimalText(pointer, places: 0))")
      lines.append("the list scrolled by \(scrolled)")
      return lines
    }

    /// What the app is told.
    private func handlers(_ timeline: PadTimeline) async -> [String] {
      let source = ReplayedPads(timeline, pace: .byHand)
      let log = Log()
      let clock = Clock()
      let notes = NotificationLog(log)
      PadCenter.shared.use([source])
      await settle()
      _ = log.take()
      var lines: [String] = []
      var known: Set<ObjectIdentifier> = []
      for entry in timeline.entries {
        clock.now = entry.time
        source.advance(to: entry.time)
        await settle()
        for controller in GCController.controllers()
        where known.insert(ObjectIdentifier(controller)).inserted {
          listen(to: controller, log)
        }
        lines += log.take().map { "\(text(entry.time))  \($0)" }
      }
      withExtendedLifetime(notes) {}
      return lines
    }

    private final class Clock { var now = Timestamp.zero }

    private func listen(to controller: GCController, _ log: Log) {
      for name in controller.physicalInputProfile.buttons.keys.sorted() {
        controller.physicalInputProfile.buttons[name]?.pressedChangedHandler = {
          button, value, on in
          log("\(name) \(on ? "down at \(decimalText(Double(value), places: 2))" : "up")")
        }
      }
      for name in [GCInputLeftThumbstick, GCInputRightThumbstick] {
        controller.physicalInputProfile.dpads[name]?.valueChangedHandler = { _, x, y in
          log("\(name) \(decimalText(Double(x), places: 2)) \(decimalText(Double(y), places: 2))")
        }
      }
    }

    private func text(_ time: Timestamp) -> String { decimalText(time.seconds, places: 3) }
  }
}
