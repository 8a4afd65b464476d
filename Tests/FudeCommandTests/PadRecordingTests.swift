#if os(Linux)
  import Foundation
  import Testing

  @Suite("The command on recordings of controllers")
  struct PadRecordingTests {
    private let held = Command.fixture("pads/C1-direction-pad-held/recording.jsonl")
    private let vanishing = Command.fixture("pads/C6-vanishes-while-held/recording.jsonl")
    private let nodes = Command.fixture("pads/C10-three-nodes-one-controller/recording.jsonl")

    @Test("replay plays a controller's recording as 'pads replay' does, from a pipe too")
    func replay() throws {
      let call = try Command(["replay", "--speed", "max", held])
      #expect(call.status == 0)
      #expect(call.text == (try Command(["pads", "replay", "--speed", "max", held]).text))
      #expect(call.lines.first?.contains("move down") == true)
      let input = try Data(contentsOf: URL(fileURLWithPath: held))
      #expect(try Command(["replay", "--speed", "max", "-"], input: input).text == call.text)
    }

    @Test("explain says of each press and push what it was taken for, with its numbers")
    func explain() throws {
      #expect(
        try Command(["explain", held]).lines == [
          "down at 0.100 s: hold, still down after 500 ms.",
          "move down at 0.100 s: at once, and again after 400 ms, then 5 more every 100 ms.",
          "1 press: 1 hold; 1 move of the focus, 6 repeats; the pointer went 0 % of the view's "
            + "width, the view scrolled 0 % of its height; 1.2 s",
        ])
      let lines = try Command(["explain", vanishing]).lines
      #expect(lines[0].contains("cancelled, the controller vanished"))
      #expect(lines[1].contains("tap, let go after 100 ms"))
      #expect(lines[2].hasPrefix("2 presses: 1 tap, 1 cancelled;"))
      for line in try Command(["explain", "--json", vanishing]).lines {
        _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
      }
    }

    @Test(
      "a controller's recording that claims any time is read to its end, held or not",
      arguments: [["explain"], ["pads", "replay", "--speed", "max"]], [0, 2048])
    func wildTime(words: [String], held: Int) throws {
      let text = """
        {"fude":"recording","version":1}
        {"device":0,"name":"Pad","level":"surface","role":"pad"}
        {"t":0,"d":0,"pad":{"buttons":\(held == 0 ? 1 : held)}}
        {"t":200000,"d":0,"pad":{"buttons":\(held)}}
        {"t":8999999999999999000,"d":0,"pad":{"buttons":0}}

        """
      let fude = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("fude").path
      // It would not end for thousands of years; the limit is generous.
      let call = try Command(
        program: "/usr/bin/timeout", ["120", fude] + words + ["-"], input: Data(text.utf8))
      #expect(call.status == 0)
      #expect((call.text + call.errors).contains("over 10 minutes without a report") == (held != 0))
      #expect(call.text.contains(held == 0 ? "tap" : words == ["explain"] ? "hold" : "held"))
    }

    @Test("info says which nodes are one controller and what was pressed on it")
    func info() throws {
      let call = try Command(["info", nodes])
      #expect(
        call.lines.suffix(3) == [
          "controller 0  Wireless Controller, DualShock 4: devices 0, 1 and 2 are one",
          "   12 reports; touchpad, motion", "   pressed: south",
        ])
      let text = try Command(["info", "--json", nodes]).output
      let object = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
      let pads = try #require(object["controllers"] as? [[String: Any]])
      #expect(pads.count == 1 && pads[0]["devices"] as? [Int] == [0, 1, 2])
      #expect((object["devices"] as? [Any])?.count == 3)
    }

    @Test("a pulled trigger lights up in the terminal's picture, and no black block covers it")
    func picture() throws {
      let pulled = Command.fixture("pads/C12-vanishes-with-triggers/recording.jsonl")
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("picture-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: file) }
      let fude = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("fude").path
      // A picture needs a terminal; `script` is one.
      _ = try Command(
        program: "/usr/bin/script",
        ["-qec", "'\(fude)' pads watch --speed 1 '\(pulled)'", file])
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let lit = "\u{1b}[1;30;102m"
      #expect(text.contains(lit + "  "))
      #expect(!text.contains("█"))
    }

    @Test(
      "a group of commands has a help page of its own",
      arguments: [["pads", "--help"], ["help", "pads"]])
    func groupHelp(words: [String]) throws {
      let call = try Command(words)
      #expect(call.status == 0 && call.errors.isEmpty)
      #expect(call.lines.count { $0.hasPrefix("  pads ") } == 7)
      #expect(try Command(["pads"]).status == 64)
    }

    @Test(
      "what is about pens and touch is refused by name",
      arguments: [
        ["replay", "--hand", "left"], ["explain", "--only", "palm"], ["explain", "--detail"],
      ])
    func refused(words: [String]) throws {
      let call = try Command(words + [held])
      #expect(call.status == 64 && call.output.isEmpty)
      #expect(call.errors.contains("only controllers in the recording"))
    }
  }
#endif
