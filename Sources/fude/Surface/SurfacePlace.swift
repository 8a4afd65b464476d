import FudeServer
import Foundation

/// Where the page and its engine are: beside the sources, or where an installed command has them.
struct SurfacePlace {
  let folder: String
  let engine: String

  /// Looks upwards from the command for `Web/index.html`, then in `share/fude`.
  static func find() throws(ServerError) -> SurfacePlace {
    let link = "/proc/self/exe"
    let command = (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? ""
    var folder = (command as NSString).deletingLastPathComponent
    while folder.count > 1 {
      let places = [
        ("\(folder)/Web", "\(folder)/.build/web/fude.wasm"),
        ("\(folder)/share/fude/Web", "\(folder)/share/fude/fude.wasm"),
      ]
      for (page, engine) in places
      where FileManager.default.fileExists(atPath: "\(page)/index.html") {
        guard FileManager.default.fileExists(atPath: engine) else {
          throw ServerError(
            code: .missingFile, message: "\(engine) is not there; Scripts/wasm builds it")
        }
        return SurfacePlace(folder: page, engine: engine)
      }
      folder = (folder as NSString).deletingLastPathComponent
    }
    throw ServerError(
      code: .missingFile, message: "the page (Web/index.html) is nowhere above this command")
  }

  func load() throws(ServerError) -> SurfaceFiles {
    try SurfaceFiles.load(folder: folder, engine: engine)
  }
}
