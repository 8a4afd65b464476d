import Foundation

/// The page in one file that opens from disk: scripts, styles, icon and engine inside it.
public enum SinglePage {
  /// Puts the page's files into its `index.html`.
  ///
  /// - Throws: ``ServerError`` when the page refers to a file that is not there.
  public static func make(from files: SurfaceFiles) throws(ServerError) -> [UInt8] {
    var html = try text("/index.html", files)
    html = html.replacing("<link rel=\"manifest\" href=\"fude.webmanifest\">\n", with: "")
    html = try embed(html, "<link rel=\"stylesheet\" href=\"", "\">", files) { _, body in
      "<style>\n\(body)</style>"
    }
    html = try embed(html, "<link rel=\"icon\" href=\"", "\" type=\"image/svg+xml\">", files) {
      _, body in
      "<link rel=\"icon\" href=\"data:image/svg+xml;base64,\(base64(Array(body.utf8)))\">"
    }
    let engine = base64(try file("/fude.wasm", files).bytes)
    var isFirst = true
    html = try embed(html, "<script src=\"", "\"></script>", files) { _, body in
      // The engine stands before the first script that may ask for it.
      let before = isFirst ? "<script type=\"text/plain\" id=\"engine\">\(engine)</script>\n" : ""
      isFirst = false
      return "\(before)<script>\n\(body)</script>"
    }
    return Array(html.utf8)
  }

  private static func embed(
    _ html: String, _ opening: String, _ closing: String, _ files: SurfaceFiles,
    _ made: (String, String) -> String
  ) throws(ServerError) -> String {
    var result = ""
    var rest = html[...]
    while let start = rest.range(of: opening),
      let end = rest.range(of: closing, range: start.upperBound..<rest.endIndex)
    {
      let name = String(rest[start.upperBound..<end.lowerBound])
      result += rest[..<start.lowerBound]
      result += made(name, try text("/" + name, files))
      rest = rest[end.upperBound...]
    }
    return result + rest
  }

  private static func file(
    _ path: String, _ files: SurfaceFiles
  ) throws(ServerError) -> SurfaceFiles.File {
    guard let file = files.files[path] else {
      throw ServerError(code: .missingFile, message: "the page needs \(path), which is not there")
    }
    return file
  }

  private static func text(_ path: String, _ files: SurfaceFiles) throws(ServerError) -> String {
    String(decoding: try file(path, files).bytes, as: UTF8.self)
  }

  private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
