import FudeEngine
import FudeExport
import FudeFormats
import FudeInk
import FudeServer
import FudeSurface

/// Turns files that the page can't read by itself into documents.
enum SurfaceConverter {
  /// The journal of a file's ink (`open`); `nil` for anything else, or if there is no ink.
  ///
  /// - Throws: ``ConversionError`` that says where a drawing's file is damaged.
  @Sendable
  static func convert(_ what: String, _ file: [UInt8]) throws(ConversionError) -> [UInt8]? {
    guard what == "open" else { return nil }
    return try ink(of: file).flatMap { SurfaceSession.journal(of: $0) }
  }

  /// Tells a file's form by its content.
  private static func ink(of file: [UInt8]) throws(ConversionError) -> Canvas? {
    do throws(ExportError) {
      if let drawing = try InkFile.decode(file) { return drawing.drawn() }
    } catch {
      throw ConversionError(message: "This file is damaged: \(error.message).")
    }
    guard var player = try? SessionPlayer(SessionArguments(recording: file)) else { return nil }
    try? player.playToEnd()
    return player.engine.canvas
  }
}
