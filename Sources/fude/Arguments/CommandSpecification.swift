/// What one subcommand takes: its parser, its help and its shell completion all read this.
struct CommandSpecification: Sendable {
  /// The words that call it, for example `["measure", "palms"]`.
  let path: [String]
  /// One line for the list of commands.
  let summary: String
  /// The operands as the help shows them, for example `FILE…`; empty if it takes none.
  var operands = ""
  /// How many operands it takes.
  var operandCount = 0...0
  /// The options, in the order in which the help lists them.
  var options: [OptionSpecification] = []
  /// What a newcomer wants to know beyond the summary; paragraphs, wrapped at 80 columns.
  var discussion = ""
  /// Command lines to try, each with what it does.
  var examples: [(line: String, effect: String)] = []

  /// The words as one.
  var name: String { path.joined(separator: " ") }
}

/// One option of a subcommand.
struct OptionSpecification: Sendable {
  /// The long name without dashes.
  let name: String
  /// A one-letter name, if it has one.
  var short: Character?
  /// What its value is called in the help; `nil` for a flag.
  var value: String?
  /// The values allowed, if they are few; the completion offers them.
  var choices: [String] = []
  /// What it does, in one line.
  let help: String

  /// An option that is there or not.
  static func flag(_ name: String, short: Character? = nil, _ help: String) -> Self {
    OptionSpecification(name: name, short: short, help: help)
  }

  /// An option with a value.
  static func value(
    _ name: String, short: Character? = nil, _ value: String, choices: [String] = [],
    _ help: String
  ) -> Self {
    OptionSpecification(name: name, short: short, value: value, choices: choices, help: help)
  }

  /// `--json` as every command has it.
  static let json = flag("json", "print JSON, one object a line, for programs")
}
