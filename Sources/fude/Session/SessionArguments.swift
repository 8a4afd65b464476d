import FudeEngine
import FudeModel
import FudeRecording
import FudeTouch
import Foundation

/// What every command that plays a session understands.
struct SessionArguments {
  static let options: [OptionSpecification] = [
    .value(
      "hand", "HAND", choices: ["auto", "left", "right"],
      "which hand holds the pen (default: auto, learned from where the palm lies)"),
    .value(
      "fingers", "USE", choices: ["draw", "navigate", "none"],
      "what fingers are for (default: draw; two fingers always navigate)"),
    .flag("no-rejection", "take every touch for a finger, as without Fude"),
    .flag("remotes-ink", "let a device with a pen's codes but no pressure draw"),
  ]

  let sources: [RecordingSource]
  let readerOptions: SessionReader.Options
  var engineOptions: EngineOptions

  init(_ arguments: ParsedArguments) {
    sources = arguments.operands.map { $0 == "-" ? .standardInput : .path($0) }
    readerOptions = SessionReader.Options(remotesInk: arguments.flag("remotes-ink"))
    var arbitration = ArbitrationOptions()
    arbitration.rejectsPalms = !arguments.flag("no-rejection")
    arbitration.handedness =
      switch arguments.value("hand") {
      case "left": .left
      case "right": .right
      default: .automatic
      }
    arbitration.fingers =
      switch arguments.value("fingers") {
      case "navigate": .navigate
      case "none": .ignored
      default: .draw
      }
    engineOptions = EngineOptions(arbitration: arbitration)
  }

  /// A recording that comes through a file or a pipe, with every option at its default.
  init(stream path: String) {
    sources = [.path(path)]
    readerOptions = SessionReader.Options()
    engineOptions = EngineOptions()
  }

  /// A recording at hand, with every option at its default.
  init(recording: [UInt8]) {
    sources = [.bytes(recording, name: "simulated session")]
    readerOptions = SessionReader.Options()
    engineOptions = EngineOptions()
  }

  /// Whether every choice is at its default.
  var isPlain: Bool {
    var usual = EngineOptions()
    // Only `fude render` turns this off, and only so that it can be asked for.
    usual.gesturesAct = engineOptions.gesturesAct
    return engineOptions == usual && readerOptions == SessionReader.Options()
  }

  /// Opens the recordings.
  func open() throws(CommandError) -> SessionReader {
    do {
      return try SessionReader(sources, options: readerOptions)
    } catch {
      throw CommandError(error)
    }
  }
}

extension CommandError {
  /// A recording's trouble as a command's.
  init(_ error: RecordingError) {
    let status = ExitStatus(rawValue: error.code.exitStatus) ?? .data
    // What can't be opened for writing was never made; what breaks on the way was.
    let isUnmade = error.errno.map { [ENOENT, ENOTDIR, EISDIR].contains($0) } ?? false
    self.init(
      status: status == .inputOutput && isUnmade ? .cannotCreate : status,
      message: error.description)
  }
}
