import Foundation

@main
enum Fude {
  /// Every command, in the order in which the help lists them.
  private static let general: [any Subcommand.Type] = [
    DemoCommand.self,
    DrawCommand.self,
    WatchCommand.self,
    RecordCommand.self,
    InfoCommand.self,
    ExplainCommand.self,
    RenderCommand.self,
    ReplayCommand.self,
    ConvertCommand.self,
    SimulateCommand.self,
    LabelCommand.self,
    MeasurePalmsCommand.self,
    MeasureInkCommand.self,
    MeasureAssociationCommand.self,
  ]

  /// Every command there is on this system.
  static let commands = general + pads + [CompletionCommand.self]

  #if os(Linux)
    private static let pads: [any Subcommand.Type] = [
      PadsListCommand.self, PadsWatchCommand.self, PadsTestCommand.self, PadsMapCommand.self,
      PadsRecordCommand.self, PadsReplayCommand.self, PadsEmulateCommand.self,
    ]
  #else
    private static let pads: [any Subcommand.Type] = []
  #endif

  static let version = "0.1.0"

  static func main() async {
    // A name that is no UTF-8 would be read as another name, and written as one.
    for place in 0..<Int(CommandLine.argc) {
      if let word = CommandLine.unsafeArgv[place], String(validatingCString: word) == nil {
        say("fude: '\(String(cString: word))' is not UTF-8; rename the file")
        exit(ExitStatus.usage.rawValue)
      }
    }
    let status = await run(Array(CommandLine.arguments.dropFirst()))
    // A full disk shows only when the last buffer is written.
    guard fflush(nil) == 0 else {
      say("fude: standard output could not be written to its end")
      exit(ExitStatus.inputOutput.rawValue)
    }
    exit(status.rawValue)
  }

  private static func run(_ words: [String]) async -> ExitStatus {
    do {
      return try await dispatch(words)
    } catch let error as CommandError {
      say("fude: \(error.message)")
      if error.status == .usage {
        say("Try 'fude \(error.command.map { $0 + " " } ?? "")--help'.")
      }
      return error.status
    } catch let error as CocoaError {
      // Foundation's own words for a file that can't be read or made.
      say("fude: \(error.filePath.map { "'\($0)': " } ?? "")\(error.localizedDescription)")
      return error.code == .fileWriteNoPermission || error.code == .fileReadNoPermission
        ? .permission : .cannotCreate
    } catch {
      say("fude: \(error)")
      return .failure
    }
  }

  private static func dispatch(_ words: [String]) async throws -> ExitStatus {
    guard let first = words.first else {
      print(Help.overview(commands), terminator: "")
      return .success
    }
    switch first {
    case "--help", "-h", "help":
      return try help(Array(words.dropFirst()))
    case "--version":
      print("fude \(version)")
      return .success
    default:
      break
    }
    guard let command = command(for: words) else {
      let group = commands.filter { $0.specification.path.first == first }
      guard !group.isEmpty, words.contains("--help") || words.contains("-h") else {
        throw unknown(words)
      }
      print(Help.group(first, group), terminator: "")
      return .success
    }
    let specification = command.specification
    let rest = Array(words.dropFirst(specification.path.count))
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      print(Help.page(specification), terminator: "")
      return .success
    }
    return try await command.run(ParsedArguments(rest, specification: specification))
  }

  /// The command with the longest path that `words` begin with.
  private static func command(for words: [String]) -> (any Subcommand.Type)? {
    commands.filter { words.starts(with: $0.specification.path) }
      .max { $0.specification.path.count < $1.specification.path.count }
  }

  private static func help(_ words: [String]) throws -> ExitStatus {
    if let command = command(for: words) {
      print(Help.page(command.specification), terminator: "")
    } else if words.isEmpty {
      print(Help.overview(commands), terminator: "")
    } else if words.count == 1,
      case let group = commands.filter({ $0.specification.path.first == words[0] }), !group.isEmpty
    {
      print(Help.group(words[0], group), terminator: "")
    } else {
      throw unknown(words)
    }
    return .success
  }

  private static func unknown(_ words: [String]) -> CommandError {
    let word = words.first ?? ""
    let within = commands.filter { $0.specification.path.first == word }
    if !within.isEmpty {
      let names = within.map { $0.specification.name }.joined(separator: "', 'fude ")
      return .usage("'fude \(word)' needs to know what: 'fude \(names)'")
    }
    let known = Set(commands.compactMap { $0.specification.path.first })
    let near = nearest(to: word, among: known.sorted())
    return .usage("there is no command '\(word)'\(near.map { "; did you mean '\($0)'?" } ?? "")")
  }
}

/// A line on standard error.
func say(_ line: String) {
  FileHandle.standardError.write(Data((line + "\n").utf8))
}
