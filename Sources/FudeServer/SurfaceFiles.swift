import Foundation

/// The page: every file that the server will ever hand out, read once and held in memory.
///
/// A request names an entry of this table or gets nothing. There is no way from a request to the
/// file system, and so no path to escape by.
public struct SurfaceFiles: Sendable {
  /// One file of the page.
  public struct File: Sendable {
    /// Its bytes.
    public var bytes: [UInt8]
    /// Its media type, as `Content-Type` says it.
    public var type: String
    /// A tag that changes with the bytes, quoted as HTTP wants it.
    public var tag: String

    /// A file; the tag is made from the bytes.
    public init(bytes: [UInt8], type: String) {
      self.bytes = bytes
      self.type = type
      // FNV-1a: a change must change the tag; nobody gains from a collision on their own page.
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      tag = "\"\(String(hash, radix: 16))\""
    }
  }

  /// The files by their path in a URL, for example `/style.css`.
  public private(set) var files: [String: File]

  /// A page of the given files.
  public init(_ files: [String: File]) {
    self.files = files
  }

  /// The media types of the files that a page is made of; a file of another type is not served.
  static let types: [String: String] = [
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
    "wasm": "application/wasm",
  ]

  /// Reads the page from a folder and the engine from its own file.
  ///
  /// - Parameters:
  ///   - folder: The folder that holds `index.html`; folders in it are not read.
  ///   - engine: The WebAssembly module, served as `/fude.wasm`.
  /// - Throws: ``ServerError`` that names the file which can't be read.
  public static func load(folder: String, engine: String) throws(ServerError) -> SurfaceFiles {
    var files: [String: File] = [:]
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names.sorted() {
      guard let type = types[(name as NSString).pathExtension] else { continue }
      files["/" + name] = File(bytes: try read("\(folder)/\(name)"), type: type)
    }
    guard files["/index.html"] != nil else {
      throw ServerError(
        code: .missingFile, message: "there is no index.html in \(folder): the page is not there")
    }
    files["/fude.wasm"] = File(bytes: try read(engine), type: "application/wasm")
    return SurfaceFiles(files)
  }

  private static func read(_ path: String) throws(ServerError) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ServerError(code: .missingFile, message: "\(path) can't be read; is it there?")
    }
    return [UInt8](data)
  }
}
