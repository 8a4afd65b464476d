/// Prints a completion script for a shell, made from the commands' own specifications.
enum CompletionCommand: Subcommand {
  static let specification = CommandSpecification(
    path: ["completion"],
    summary: "print a completion script for bash or zsh",
    operands: "bash|zsh",
    operandCount: 1...1,
    examples: [
      ("source <(fude completion bash)", "complete commands and options in this shell"),
      ("fude completion zsh > ~/.zfunc/_fude", "install it for zsh, where ~/.zfunc is in fpath"),
    ])

  static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    switch arguments.operands[0] {
    case "bash": print(bash(), terminator: "")
    case "zsh":
      print("#compdef fude\nautoload -U bashcompinit && bashcompinit\n\(bash())", terminator: "")
    case let shell:
      throw CommandError.usage("there is a completion for bash and zsh, not '\(shell)'")
    }
    return .success
  }

  /// One `case` branch a command: the words so far, then what may follow.
  private static func bash() -> String {
    let specifications = Fude.commands.map { $0.specification }
    let first = Array(Set(specifications.compactMap { $0.path.first })).sorted()
    var branches = ""
    for group in Set(specifications.filter { $0.path.count > 1 }.map { $0.path[0] }).sorted() {
      let second = specifications.filter { $0.path.first == group && $0.path.count > 1 }
      branches +=
        "    \"\(group) \") words=\"\(second.map { $0.path[1] }.joined(separator: " "))\" ;;\n"
    }
    for specification in specifications.sorted(by: { $0.path.count > $1.path.count }) {
      let names = specification.options.map { "--" + $0.name } + ["--help"]
      branches += "    \"\(specification.name) \"*) words=\"\(names.joined(separator: " "))\" ;;\n"
    }
    var values = ""
    for specification in specifications {
      for option in specification.options where !option.choices.isEmpty {
        values += "    \"\(specification.name) \"*\"--\(option.name) \") "
        values += "words=\"\(option.choices.joined(separator: " "))\" ;;\n"
      }
    }
    return """
      _fude() {
        local current=${COMP_WORDS[COMP_CWORD]} words= before i
        for ((i = 1; i < COMP_CWORD; i++)); do before+="${COMP_WORDS[i]} "; done
        case "$before" in
          "") words="\(first.joined(separator: " ")) --help --version" ;;
      \(branches)  esac
        case "$before" in
      \(values)    *) ;;
        esac
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        if [[ $current != -* && ( -z $words || $words == --* ) ]]; then
          COMPREPLY+=($(compgen -f -- "$current"))
        fi
      }
      complete -o filenames -F _fude fude

      """
  }
}
