import FudeEngine
import FudeInk
import FudeModel
import FudeRecording
import FudeTouch
import Foundation

/// Prints decisions as they fall.
enum WatchCommand: Subcommand {
  static let specification = CommandSpecification(
    path: ["watch"],
    summary: "print what is decided on the drawing surface as it happens",
    options: SurfaceFeed.options,
    discussion: """
      Prints a line for each stroke and each touch of open pages of 'fude draw': what it was
      taken for, and why. The pages send what they receive; the decisions are made here by
      the same engine, so they are the same. Controllers have 'fude pads watch'.
      """,
    examples: [("fude watch", "watch the page while somebody draws")])

  static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let feed = try SurfaceFeed(arguments)
    // A recording is read from a stream; this one is never at its end.
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw CommandError(status: .unavailable, message: "no pipe: \(errno)")
    }
    let (source, sink) = (ends[0], ends[1])
    let pump = Thread {
      var feed = feed
      while let lines = try? feed.next() {
        guard !lines.isEmpty else { continue }
        // The reader looks one record ahead: one that says nothing brings out the last that does.
        let bytes = Array((lines + "{\"note\":\"so far\"}\n").utf8)
        guard writeAll(bytes, to: sink) else { return }
      }
      close(sink)
    }
    pump.start()
    var player = try SessionPlayer(SessionArguments(stream: "/dev/fd/\(source)"))
    var isGoing = true
    while isGoing {
      var lines: [String] = []
      isGoing = try player.step { event in
        switch event {
        case .strokeBegan(let id, let source):
          if case .pen = source { lines.append("stroke \(id.rawValue) begins") }
        case .strokeEnded(let id): lines.append("stroke \(id.rawValue) stays")
        case .strokeRevoked(let id): lines.append("stroke \(id.rawValue) is taken back")
        case .decision(let decision):
          lines.append(
            "touch \(decision.contact.rawValue): \(decision.change), \(decision.verdict): "
              + decision.reason.sentence)
        case .undone: lines.append("undone")
        case .redone: lines.append("done again")
        default: break
        }
      }
      _ = player.takeCompleted()
      for line in lines { print(line) }
      fflush(nil)
    }
    return .success
  }
}
