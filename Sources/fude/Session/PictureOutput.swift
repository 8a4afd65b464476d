import FudeExport
import FudeInk
import FudeModel
import FudeRecording
import Foundation

/// Where a picture goes, in what form and how large.
struct PictureOutput {
  private enum Form: String, CaseIterable {
    case png
    case svg
    case pdf
    case inkml
    case xopp
    case uim

    /// Whether a terminal would show nothing but noise.
    var isBinary: Bool { self == .png || self == .pdf || self == .xopp || self == .uim }
  }

  private let path: String
  private let form: Form
  private let largest: (width: Int, height: Int)

  /// Reads `--output`, `--format` and `--size`.
  init(_ arguments: ParsedArguments) throws(CommandError) {
    path = arguments.value("output") ?? "-"
    let ending = path.split(separator: ".").last.map { $0.lowercased() }
    let name = arguments.value("format") ?? (path == "-" ? "png" : ending ?? "")
    guard let form = Form(rawValue: name) else {
      throw .usage(
        "'\(path)' does not end in .png, .svg, .pdf, .inkml, .xopp or .uim; say which with --format",
        command: "render")
    }
    self.form = form
    largest = try Self.size(arguments.value("size") ?? "1600")
    if path == "-", form.isBinary, isatty(1) == 1 {
      throw .usage("a picture is nothing for a terminal; name a file with -o", command: "render")
    }
  }

  private static func size(_ text: String) throws(CommandError) -> (width: Int, height: Int) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    let range = 1...Bitmap.largestSide
    if parts.count == 1, let width = parts[0], range.contains(width) {
      return (width, Bitmap.largestSide)
    }
    if parts.count == 2, let width = parts[0], let height = parts[1], range.contains(width),
      range.contains(height)
    {
      return (width, height)
    }
    throw .usage(
      "--size is a width or WIDTHxHEIGHT in pixels, each from 1 to \(Bitmap.largestSide), "
        + "not '\(text)'", command: "render")
  }

  /// Draws and writes.
  func write(_ drawing: (canvas: Canvas, page: Page)) throws(CommandError) {
    try write(drawing.canvas, page: drawing.page)
  }

  /// Draws and writes.
  func write(_ canvas: Canvas, page: Page) throws(CommandError) {
    let bytes: [UInt8]
    do throws(ExportError) {
      bytes = try encode(canvas, page: page)
    } catch {
      throw CommandError(status: .cannotCreate, message: error.message)
    }
    try writeOutput(bytes, to: path)
  }

  /// Writes pixels as they are.
  func write(_ bitmap: Bitmap) throws(CommandError) {
    guard form == .png else {
      throw .usage("--as-seen gives pixels: its picture is a .png", command: "render")
    }
    let bytes: [UInt8]
    do throws(ExportError) {
      bytes = try PNG.encode(bitmap)
    } catch {
      throw CommandError(status: .cannotCreate, message: error.message)
    }
    try writeOutput(bytes, to: path)
  }

  private func encode(_ canvas: Canvas, page: Page) throws(ExportError) -> [UInt8] {
    switch form {
    case .svg: return Array(SVG.encode(canvas, page: page).utf8)
    case .pdf: return try PDF.encode(canvas, page: page)
    case .inkml: return Array(InkML.encode(InkDocument(canvas)).utf8)
    case .xopp: return try Xopp.encode(canvas, page: page)
    case .uim: return UniversalInk.encode(canvas)
    case .png:
      let byHeight = Double(largest.height) * page.size.width / page.size.height
      let width = max(1, min(largest.width, Int(byHeight.rounded())))
      return try PNG.encode(canvas, page: page, width: width)
    }
  }
}

/// Writes a file whole, or standard output for `-`.
///
/// A file is replaced only when all of it is there: a full disk leaves the old one. A device or a pipe
/// is written to, and a link is followed.
func writeOutput(_ bytes: [UInt8], to path: String) throws(CommandError) {
  do throws(RecordingError) {
    let output = try RecordingOutput(path: path, isWhole: true)
    try output.write(bytes)
    try output.finish()
  } catch {
    throw CommandError(error)
  }
}
