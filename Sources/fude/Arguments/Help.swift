import Foundation

/// The texts that `--help` prints.
enum Help {
  /// The list of commands.
  static func overview(_ commands: [any Subcommand.Type]) -> String {
    var text = """
      Fude takes pen, touch and controller input, keeps the palm out, and draws.

      usage: fude COMMAND [OPTIONS] [FILE…]

      """
    let width = commands.map { $0.specification.name.count }.max() ?? 0
    for command in commands {
      text += "\n  \(pad(command.specification.name, to: width))  \(command.specification.summary)"
    }
    return text + """


      Start with 'fude demo'. 'fude COMMAND --help' explains a command, 'fude --version' tells
      the version. From a clone, './fude' builds what changed and runs it; './fude --yes …'
      installs missing packages without asking.
      A FILE is a recording: evemu, libinput record, evtest, or Fude's own format; '-' is
      standard input.

      """
  }

  /// The commands whose names begin with one word, such as `pads`.
  static func group(_ word: String, _ commands: [any Subcommand.Type]) -> String {
    let width = commands.map { $0.specification.name.count }.max() ?? 0
    var text = "usage: fude \(word) COMMAND [OPTIONS]\n"
    for command in commands {
      text += "\n  \(pad(command.specification.name, to: width))  \(command.specification.summary)"
    }
    return text + "\n\n'fude \(word) COMMAND --help' explains a command.\n"
  }

  /// One command's page.
  /// What a value may be, in lines that fit beside the options.
  private static func choices(_ words: [String]) -> [String] {
    var lines: [String] = []
    var line = "one of"
    for (place, word) in words.enumerated() {
      let next = " " + word + (place < words.count - 1 ? "," : "")
      if line.count + next.count > 60 {
        lines.append(line)
        line = "      "
      }
      line += next
    }
    return lines + [line]
  }

  static func page(_ specification: CommandSpecification) -> String {
    var text =
      "\(specification.summary.prefix(1).uppercased())\(specification.summary.dropFirst()).\n"
    text += "\nusage: fude \(specification.name)"
    if !specification.options.isEmpty { text += " [OPTIONS]" }
    if !specification.operands.isEmpty { text += " \(specification.operands)" }
    text += "\n"
    if !specification.discussion.isEmpty { text += "\n\(wrapped(specification.discussion))\n" }
    let rows =
      specification.options.flatMap { option in
        [(synopsis(option), option.help)]
          + (option.choices.isEmpty ? [] : choices(option.choices).map { ("", $0) })
      } + [("--help", "this page")]
    let width = min(rows.map(\.0.count).max() ?? 0, 26)
    text += "\noptions:\n"
    for (left, right) in rows {
      text +=
        left.count > width
        ? "  \(left)\n  \(pad("", to: width))  \(right)\n" : "  \(pad(left, to: width))  \(right)\n"
    }
    if !specification.examples.isEmpty {
      text += "\nexamples:\n"
      for example in specification.examples {
        text += "  \(example.line)\n      \(example.effect)\n"
      }
    }
    return text
  }

  /// The paragraphs of `text`, each broken between words at 80 columns.
  private static func wrapped(_ text: String) -> String {
    text.components(separatedBy: "\n\n").map { paragraph in
      var lines: [String] = []
      var line = ""
      for word in paragraph.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
        if !line.isEmpty, line.count + 1 + word.count > 80 {
          lines.append(line)
          line = ""
        }
        line += line.isEmpty ? String(word) : " " + word
      }
      return (lines + [line]).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static func synopsis(_ option: OptionSpecification) -> String {
    var text = option.short.map { "-\($0), " } ?? ""
    text += "--\(option.name)"
    if let value = option.value { text += " \(value)" }
    return text
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
