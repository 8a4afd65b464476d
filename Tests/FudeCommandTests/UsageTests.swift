import Foundation
import Testing

@Suite("The command's manners")
struct UsageTests {
  @Test(
    "wrong words end with 64 and say what would be right",
    arguments: [
      (["expalin"], "did you mean 'explain'?"),
      (["explain"], "needs FILE…"),
      (["explain", "--jsno", "x"], "did you mean --json?"),
      (["explain", "--hand", "both", "x"], "auto, left, right"),
      (["explain", "--hand"], "needs a value"),
      (["explain", "--json=yes", "x"], "takes no value"),
      (["render", "x", "-o", "x.gif"], "say which with --format"),
      (["render", "x", "--size", "0", "-o", "x.png"], "from 1 to 16000"),
      (["render", "x", "--size", "3x", "-o", "x.png"], "from 1 to 16000"),
      (["replay", "x", "--speed", "fast"], "from 0.01 to 1000"),
      (["completion", "bash", "extra"], "does not take 'extra'"),
      (["simulate", "--seed", "-1"], "from 0 to"),
      (["completion", "fish"], "bash and zsh"),
    ])
  func usage(words: [String], says: String) throws {
    let call = try Command(words)
    #expect(call.status == 64)
    #expect(call.errors.contains(says), "\(call.errors)")
    #expect(call.errors.hasPrefix("fude: "))
    #expect(call.output.isEmpty)
  }

  @Test("input that is not there ends with 66, what is no recording with 65")
  func input() throws {
    let missing = try Command(["explain", "/nowhere/session.jsonl"])
    #expect(missing.status == 66)
    #expect(missing.errors.contains("/nowhere/session.jsonl"))
    let nonsense = try Command(["info", "-"], input: Data("not a recording\n".utf8))
    #expect(nonsense.status == 65)
    // The smallest whole number has no positive twin: its magnitude overflowed once.
    let extreme = try Command(
      ["info", "-"], input: Data("[\"-9223372036854775808\",0,0,0,0]\n".utf8))
    #expect(extreme.status == 0 || extreme.status == 65)
    let empty = try Command(["info", "-"])
    #expect([65, 66].contains(empty.status))
  }

  @Test("a name that is no UTF-8 is refused, never read or written as another")
  func bytes() throws {
    let call = try Command(
      program: "/bin/sh",
      ["-c", "'\(Command.program)' render \"$(printf 'n\\377.jsonl')\" -o x.png"])
    #expect(call.status == 64)
    #expect(call.errors.contains("is not UTF-8"), "\(call.errors)")
  }

  @Test("a file that can't be made ends with 73 and names it")
  func output() throws {
    let call = try Command(
      ["render", Command.fixture("demo/session.jsonl"), "-o", "/nowhere/page.png"])
    #expect(call.status == 73)
    #expect(call.errors.contains("/nowhere/page.png"))
  }

  @Test("every command has a page of help that fits a terminal")
  func help() throws {
    let overview = try Command([])
    #expect(overview.status == 0)
    #expect(try Command(["--help"]).text == overview.text)
    let names = overview.lines.compactMap { line -> String? in
      guard line.hasPrefix("  ") else { return nil }
      return line.dropFirst(2).components(separatedBy: "  ").first
    }
    #expect(names.contains("explain") && names.contains("demo"))
    for name in names {
      let page = try Command(name.components(separatedBy: " ") + ["--help"])
      #expect(page.status == 0, "\(name)")
      #expect(page.text.contains("usage: fude \(name)"))
      for line in page.lines { #expect(line.count <= 96, "\(name): \(line)") }
    }
  }

  @Test("the completion is a script that the shell accepts")
  func completion() throws {
    let script = try Command(["completion", "bash"])
    #expect(script.text.contains("complete -o filenames -F _fude fude"))
    #expect(try Command(program: "/bin/bash", ["-n"], input: script.output).status == 0)
    let asked =
      script.text + """

        COMP_WORDS=(fude explain --ha); COMP_CWORD=2; _fude; echo "${COMPREPLY[@]}"
        COMP_WORDS=(fude explain --hand ""); COMP_CWORD=3; _fude; echo "${COMPREPLY[@]}"
        """
    let answers = try Command(program: "/bin/bash", ["-c", asked], input: Data()).lines
    #expect(answers.first == "--hand")
    #expect(answers.dropFirst().first == "auto left right")
    let zsh = "/usr/bin/zsh"
    guard FileManager.default.isExecutableFile(atPath: zsh) else { return }
    let other = try Command(["completion", "zsh"])
    #expect(other.text.hasPrefix("#compdef fude\n"))
    #expect(try Command(program: zsh, ["-n"], input: other.output).status == 0)
  }
}
