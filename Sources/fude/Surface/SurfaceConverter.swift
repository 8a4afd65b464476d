import FudeEngine
import FudeExport
import FudeInk
import FudeSurface

/// Turns files that the page can't read by itself into documents.
enum SurfaceConverter {
  /// The journal of a file's ink (`open`); `nil` for anything else, or if there is no ink.
  @Sendable
  static func convert(_ what: String, _ file: [UInt8]) -> [UInt8]? {
    what == "open" ? ink(of: file).flatMap { SurfaceSession.journal(of: $0) } : nil
  }

  /// Tells a file's form by its content.
  private static func ink(of file: [UInt8]) -> Canvas? {
    do {
      if let drawing = try InkFile.decode(file) { return drawing.drawn() }
    } catch {
      return nil
    }
    guard var player = try? SessionPlayer(SessionArguments(recording: file)) else { return nil }
    try? player.playToEnd()
    return player.engine.canvas
  }
}
