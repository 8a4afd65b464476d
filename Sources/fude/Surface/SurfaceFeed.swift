import FudeServer
import Foundation

/// What open pages send, from a server that runs already or one that is started for it.
struct SurfaceFeed {
  private var client: LiveClient
  /// Keeps the server, if it is ours, for as long as the feed lives.
  private let server: SurfaceServer?

  /// The options that both commands of the feed have.
  static let options: [OptionSpecification] = [
    .flag("surface", "the drawing surface in the browser; it is what is meant, said or not"),
    .value("port", "NUMBER", "where the surface is served, or shall be (default: 7338)"),
  ]

  /// Connects to the surface at a port, or serves one there.
  init(_ arguments: ParsedArguments) throws(CommandError) {
    let port = try arguments.integer("port", in: 1...65535) ?? DrawCommand.usualPort
    client = LiveClient(port: UInt16(port))
    do {
      _ = try client.next()
      server = nil
      say("listening to the surface at http://127.0.0.1:\(port)/ - Ctrl-C ends it")
    } catch  where error.code == .notThere {
      do {
        server = try DrawCommand.start(SurfacePlace.find().load(), port: port, isLAN: false)
        _ = try client.next()
      } catch let error as ServerError {
        throw CommandError(error)
      } catch let error as CommandError {
        throw error
      } catch {
        throw CommandError(status: .unavailable, message: "\(error)")
      }
    } catch {
      throw CommandError(error)
    }
  }

  /// The next lines; waits for them. Says when some were lost.
  mutating func next() throws(CommandError) -> String {
    do {
      let (lines, missed) = try client.next()
      if missed > 0 { say("note: \(missed) lines came too fast and are lost") }
      return lines
    } catch {
      throw CommandError(error)
    }
  }
}

/// Records what open pages send.
enum RecordCommand: Subcommand {
  static let specification = CommandSpecification(
    path: ["record"],
    summary: "record the drawing surface to a file",
    options: SurfaceFeed.options + [
      .value("output", short: "o", "FILE", "where the recording goes (default: -)")
    ],
    discussion: """
      Writes the drawing that a page of 'fude draw' shows and what is done from now on, in
      Fude's recording format, until Ctrl-C. If no surface is served at the port, it is.
      'fude explain', 'render' and 'replay' read the file.
      """,
    examples: [("fude record -o session.jsonl", "record what is drawn from now on")])

  static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    var feed = try SurfaceFeed(arguments)
    let path = arguments.value("output") ?? "-"
    let file = path == "-" ? 1 : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else {
      throw CommandError(
        status: .cannotCreate, message: "\(path) can't be made: \(String(cString: strerror(errno)))"
      )
    }
    while true {
      let lines = try feed.next()
      guard writeAll(Array(lines.utf8), to: file) else {
        throw CommandError(status: .inputOutput, message: "\(path) can't be written")
      }
    }
  }
}

/// Writes bytes to a descriptor; `false` if not all of them could be written.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  bytes.withUnsafeBytes { buffer in
    var sent = 0
    while sent < buffer.count {
      let count = write(descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent)
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
