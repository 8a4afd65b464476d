#if os(Linux)
  import Foundation
  import FudePad
  import FudePadSources

  /// Makes a mapping by asking for one button after the other.
  enum PadsMapCommand: Subcommand {
    static let specification = CommandSpecification(
      path: ["pads", "map"],
      summary: "make a mapping for a controller by pressing what is asked",
      options: [
        .value("pad", "NUMBER", "which one, if there are several (default: 0)"),
        .flag("save", "keep it in ~/.config/fude/gamecontrollerdb.txt, which Fude reads"),
      ],
      discussion: """
        For a controller that SDL does not know, or knows wrongly. Space skips a control that
        the controller has not, b goes back, q ends. The mapping is printed as a line of SDL's
        database: other programs take it from SDL_GAMECONTROLLERCONFIG.
        """,
      examples: [
        ("fude pads map --save", "from now on Fude knows it"),
        ("export SDL_GAMECONTROLLERCONFIG=\"$(fude pads map)\"", "for any program that uses SDL"),
      ])

    static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
      let number = try arguments.integer("pad", in: 0...63) ?? 0
      let names: [String]
      do throws(PadSourceError) {
        names = try JoystickReader.names()
      } catch {
        throw CommandError(status: .unavailable, message: error.message)
      }
      guard !names.isEmpty else {
        let refused = PadPermission.refusedNodes()
        throw refused.isEmpty
          ? CommandError(
            status: .unavailable,
            message: "there is no controller: plug one in, or pair it with 'bluetoothctl'")
          : CommandError(status: .permission, message: PadPermission.advice(for: refused))
      }
      guard number < names.count, let reader = JoystickReader(index: number) else {
        throw CommandError.usage(
          "there is no controller \(number): there are \(names.count), counted from 0",
          command: "pads map")
      }
      say("\(reader.name)")
      if reader.currentMapping != nil { say("It has a mapping; this makes another.") }
      say("Space: it has none of these.  b: back.  q: stop without a mapping.")
      guard let mapping = ask(reader) else { return .failure }
      print(mapping.line)
      if arguments.flag("save") { say("Kept in \(try PadMappingFile.save(mapping))") }
      return .success
    }

    private static func ask(_ reader: JoystickReader) -> PadMapping? {
      var dialogue = MappingDialogue(restingAxes: reader.axes)
      let screen = Screen()
      screen.takeKeys()
      defer { screen.giveKeysBack() }
      var asked: String?
      while let question = dialogue.question {
        if question.control != asked {
          asked = question.control
          say("Press \(question.text) …")
        }
        guard reader.isAttached else {
          say("The controller is gone.")
          return nil
        }
        for input in reader.poll() { _ = dialogue.receive(input) }
        for key in screen.keys() {
          switch key {
          case " ": dialogue.skip()
          case "b": dialogue.back()
          case "q", "\u{3}": return nil
          default: break
          }
        }
        usleep(5000)
      }
      return PadMapping(guid: reader.guid, name: reader.name, bindings: dialogue.bindings)
    }
  }

  /// The user's own file of mappings.
  enum PadMappingFile {
    /// Puts a mapping into the file in place of an older one for the same controller; its path.
    static func save(_ mapping: PadMapping) throws(CommandError) -> String {
      let path = SDLPads.userMappingFile
      let url = URL(fileURLWithPath: path)
      let old = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
      var lines = old.split(separator: "\n").filter { !$0.hasPrefix(mapping.guid) }.map(String.init)
      lines.append(mapping.line)
      do {
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: url, options: .atomic)
      } catch {
        throw CommandError(
          status: .cannotCreate,
          message: "'\(path)' could not be written: \(error.localizedDescription)")
      }
      return path
    }
  }
#endif
