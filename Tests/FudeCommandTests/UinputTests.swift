#if os(Linux)
  import Foundation
  import Testing

  /// `fude pads emulate` before doors that do not open; with one that does, see Scripts/vm-pads.
  @Suite("Virtual controllers")
  struct UinputTests {
    private let folder = Command.fixture("pads/D10-no-permission-on-uinput")
    private var recording: String { folder + "/recording.jsonl" }

    /// A door that nobody may write to.
    private func refusing() throws -> URL {
      let door = FileManager.default.temporaryDirectory
        .appendingPathComponent("uinput-\(UUID().uuidString)")
      try Data().write(to: door)
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: door.path)
      return door
    }

    /// Runs the command as somebody who is not root: root may write to everything.
    private func asOrdinaryUser(_ words: [String]) throws -> Command {
      guard geteuid() == 0 else { return try Command(words) }
      let fude = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("fude").path
      return try Command(
        program: "/usr/bin/setpriv",
        ["--reuid=65534", "--regid=65534", "--clear-groups", fude] + words)
    }

    @Test("D10: without permission on uinput the exit status is 77 and the udev rule is named")
    func noPermission() throws {
      let door = try refusing()
      defer { try? FileManager.default.removeItem(at: door) }
      let call = try asOrdinaryUser(["pads", "emulate", "--uinput", door.path, recording])
      let text =
        "exit status \(call.status)\n"
        + call.errors.replacingOccurrences(of: door.path, with: "/dev/uinput")
      let golden = URL(fileURLWithPath: folder + "/expected.txt")
      if ProcessInfo.processInfo.environment["FUDE_REWRITE"] != nil {
        try Data(text.utf8).write(to: golden)
        Issue.record("expected.txt was written anew")
      }
      #expect(text == (try? String(contentsOf: golden, encoding: .utf8)))
      #expect(call.output.isEmpty)
    }

    @Test("without uinput, or with something else in its place, the exit status is 69")
    func unavailable() throws {
      let missing = try Command(["pads", "emulate", "--uinput", "/nowhere/uinput", recording])
      #expect(missing.status == 69)
      #expect(missing.errors.contains("/nowhere/uinput is not there: run 'modprobe uinput'"))
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("not-uinput-\(UUID().uuidString)")
      try Data().write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let other = try Command(["pads", "emulate", "--uinput", file.path, recording])
      #expect(other.status == 69)
      #expect(other.errors.contains("is not the kernel's uinput device"))
    }

    @Test("a recording without a controller is refused before any device is made")
    func noController() throws {
      let call = try Command([
        "pads", "emulate", "--uinput", "/nowhere/uinput", Command.fixture("demo/session.jsonl"),
      ])
      #expect(call.status == 65)
      #expect(call.errors == "fude: the recording has no controller in it\n")
    }
  }
#endif
