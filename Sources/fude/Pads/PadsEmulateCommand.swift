#if os(Linux)
  import Foundation
  import FudeModel
  import FudePadSources
  import FudeRecording

  /// Makes virtual controllers of a recording, which any program sees.
  enum PadsEmulateCommand: Subcommand {
    static let specification = CommandSpecification(
      path: ["pads", "emulate"],
      summary: "plug a recording's controllers into this machine, for any program",
      operands: "FILE…",
      operandCount: 1...64,
      options: [
        .value("speed", "FACTOR", "how many times as fast, 0.01 to 1000 (default: 1)"),
        .value(
          "wait", "SECONDS", "how long programs are given to find them, 0 to 3600 (default: 1)"),
        .value("uinput", "PATH", "the kernel's door for virtual devices (default: /dev/uinput)"),
      ],
      discussion: """
        A recording at the kernel's level is copied node by node: the same names, numbers,
        axes and events, so another program does what it did for whoever recorded it, also
        when the controller was unplugged. Any other recording is played as a wired Xbox 360
        pad. Prints a line for each device that was made; Ctrl-C takes them away. Lamps and
        rumble have nowhere to go.

        Needs the right to write to /dev/uinput. Without it the exit status is 77 and the udev
        rule that mends it is printed; where there is no such device it is 69.
        """,
      examples: [
        ("fude pads emulate bug.jsonl", "as recorded, after a second"),
        ("fude pads emulate --wait 10 bug.jsonl & game", "while a game starts"),
      ])

    static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
      let speed = try arguments.number("speed", in: 0.01...1000) ?? 1
      let wait = try arguments.number("wait", in: 0...3600) ?? 1
      let emulation: PadEmulation
      do throws(RecordingError) {
        emulation = try PadEmulation(
          arguments.operands.map { $0 == "-" ? .standardInput : .path($0) })
      } catch {
        throw CommandError(error)
      }
      guard !emulation.nodes.isEmpty else {
        throw CommandError(status: .data, message: "the recording has no controller in it")
      }
      for note in emulation.notes { say("fude: \(note)") }
      do throws(PadSourceError) {
        let emulator = try PadEmulator(
          emulation, uinput: arguments.value("uinput") ?? PadEmulator.uinput)
        try play(emulator, emulation, speed, wait)
      } catch {
        throw CommandError(
          status: error.code == .permission ? .permission : .unavailable, message: error.message)
      }
      return .success
    }

    private static func play(
      _ emulator: PadEmulator, _ emulation: PadEmulation, _ speed: Double, _ wait: Double
    ) throws(PadSourceError) {
      // Ending would take the devices away too, but not after the last events were read.
      Interruption.rings(emulator.stopDescriptor)
      defer { Interruption.ends() }
      for (node, path) in zip(emulation.nodes, emulator.paths) {
        let name = node.description.name
        print("\(path ?? "?")  \(name)\(node.isCopy ? "" : ", as a wired Xbox 360 pad")")
      }
      fflush(nil)
      if emulator.wait(.seconds(wait)) { try emulator.run(speed: speed) }
    }
  }
#endif
