import FudeServer
import Foundation

/// Serves the drawing surface and opens it in the browser.
enum DrawCommand: Subcommand {
  static let specification = CommandSpecification(
    path: ["draw"],
    summary: "open the drawing surface in the browser",
    options: [
      .value("port", "NUMBER", "where to listen (default: 7338; 0 for any)"),
      .flag("lan", "serve other devices of this network, over HTTPS and with a code"),
      .flag("once", "stop when the page is closed"),
      .flag("no-open", "don't open the browser"),
      .value("single", "FILE", "write the whole surface as one HTML file and stop"),
    ],
    discussion: """
      The engine runs in the page; the server only hands it out, and nobody but this
      machine can reach it. Drawings are kept by the browser, for this address and port.
      With --lan, a tablet on the same network opens the address that is printed and types
      the code. Browsers need HTTPS for all of a pen's samples, so the server makes itself a
      certificate; the page says how to trust it.
      """,
    examples: [
      ("fude draw", "draw"),
      ("fude draw --lan", "draw on a tablet in the same network"),
      ("fude draw --single fude.html", "a file that draws without a server"),
    ])

  static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let files: SurfaceFiles
    do {
      files = try SurfacePlace.find().load()
      if let path = arguments.value("single") {
        try writeOutput(SinglePage.make(from: files), to: path)
        return .success
      }
    } catch let error as ServerError {
      throw CommandError(error)
    }
    let server = try start(
      files, port: arguments.integer("port", in: 0...65535), isLAN: arguments.flag("lan"))
    if !arguments.flag("no-open"), server.code == nil { openBrowser(address(server)) }
    wait(for: server, once: arguments.flag("once"))
    server.stop()
    return .success
  }

  /// The port that `draw` takes unless told otherwise; drawings belong to it.
  static let usualPort = 7338

  static func address(_ server: SurfaceServer) -> String { "http://127.0.0.1:\(server.port)/" }

  static func start(
    _ files: SurfaceFiles, port: Int?, isLAN: Bool
  ) throws(CommandError) -> SurfaceServer {
    do {
      let lan = isLAN ? try certificate() : nil
      let server = try SurfaceServer(
        files: files, port: UInt16(port ?? usualPort), lan: lan?.certificate,
        convert: SurfaceConverter.convert)
      if let code = server.code {
        for address in LocalNetwork.addresses() { say("https://\(address):\(server.port)/") }
        say("code: \(code.prefix(3)) \(code.suffix(3))")
        if lan?.isNew == true {
          say("The browser will warn of a certificate that it does not know; the page explains it.")
        }
      } else {
        say("drawing at \(address(server)) - Ctrl-C ends it; drawings stay in the browser")
      }
      return server
    } catch {
      throw CommandError(error)
    }
  }

  private static func certificate() throws(ServerError) -> (
    certificate: ServerCertificate, isNew: Bool
  ) {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["XDG_DATA_HOME"] ?? "\(environment["HOME"] ?? "/tmp")/.local/share"
    let name = LocalNetwork.name()
    return try ServerCertificate.kept(
      in: "\(home)/fude/certificate", names: [name, "\(name).local"],
      addresses: LocalNetwork.addresses())
  }

  private static func openBrowser(_ address: String) {
    let opener = Process()
    opener.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    opener.arguments = ["xdg-open", address]
    opener.standardOutput = FileHandle.nullDevice
    opener.standardError = FileHandle.nullDevice
    // Some openers stay for as long as the browser: nobody waits for them.
    opener.terminationHandler = { process in
      if process.terminationStatus != 0 { say("open it in a browser: \(address)") }
    }
    do {
      try opener.run()
    } catch {
      say("open it in a browser: \(address)")
    }
  }

  /// Waits until the page is closed (`once`) or the terminal says so.
  private static func wait(for server: SurfaceServer, once: Bool) {
    signal(SIGINT) { _ in isEnding = 1 }
    signal(SIGTERM) { _ in isEnding = 1 }
    while isEnding == 0 {
      usleep(200_000)
      // A page that is reloaded asks again at once; one that crashed never does.
      if once, let silence = server.secondsSinceLastPage, silence > 3 { return }
    }
  }
}

/// Set by a signal; read by the loop that waits.
private nonisolated(unsafe) var isEnding: sig_atomic_t = 0

extension CommandError {
  /// Why the surface is not served.
  init(_ error: ServerError) {
    let status: ExitStatus =
      switch error.code {
      case .missingFile: .noInput
      case .notPermitted: .permission
      case .noCertificate: .cannotCreate
      default: .unavailable
      }
    self.init(status: status, message: error.message)
  }
}
