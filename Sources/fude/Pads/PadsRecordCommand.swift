#if os(Linux)
  import Foundation
  import FudePadSources
  import FudeRecording

  /// Records controllers at the kernel's level.
  enum PadsRecordCommand: Subcommand {
    static let specification = CommandSpecification(
      path: ["pads", "record"],
      summary: "record the controllers that are there, for a bug report or a test",
      options: [
        .value("output", short: "o", "FILE", "where the recording goes (default: -)"),
        .value("seconds", "NUMBER", "stop after so many seconds (default: at Ctrl-C)"),
        .flag("keep-private", "keep serial numbers and addresses"),
      ],
      discussion: """
        Every event of every node of each controller (buttons, touchpad, motion) as the kernel
        tells it. 'fude pads watch', 'list' and 'test' take the file in place of a controller.
        """,
      examples: [
        ("fude pads record -o bug.jsonl", "until Ctrl-C"),
        ("fude pads record --seconds 10 | fude pads test -", "ten seconds, looked at at once"),
      ])

    static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
      let seconds = try arguments.number("seconds", in: 0.1...86_400)
      let recorder: PadRecorder
      do {
        let output = try RecordingOutput(path: arguments.value("output") ?? "-")
        recorder = try PadRecorder(to: output, keepPrivate: arguments.flag("keep-private"))
      } catch let error as PadSourceError {
        throw CommandError(
          status: error.code == .permission ? .permission : .unavailable, message: error.message)
      } catch let error as RecordingError {
        throw CommandError(error)
      }
      Interruption.rings(recorder.stopDescriptor)
      defer { Interruption.ends() }
      say("Recording \(recorder.names.joined(separator: ", ")); Ctrl-C ends it.")
      try record(recorder, seconds)
      say("\(recorder.eventCount) events recorded.")
      return .success
    }

    private static func record(_ recorder: PadRecorder, _ seconds: Double?) throws {
      nonisolated(unsafe) let recorder = recorder
      if let seconds {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { recorder.stop() }
      }
      do {
        try recorder.run()
      } catch let error as RecordingError {
        throw CommandError(error)
      }
    }
  }
#endif
