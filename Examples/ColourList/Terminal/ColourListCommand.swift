import ColourListApp
import Foundation
import FudePadSources
import FudeRecording
import GameController

/// The list in a terminal with true colour.
///
///     ColourList                    with a controller
///     ColourList --keyboard         with the keyboard playing one
///     ColourList --replay FILE…     with a recording
@main
struct ColourListCommand {
  @MainActor
  static func main() async {
    var words = Array(CommandLine.arguments.dropFirst())
    let way = words.isEmpty ? nil : words.removeFirst()
    guard isatty(0) == 1, isatty(1) == 1 else {
      fail("it shows its list in a terminal, and there is none here", status: 69)
    }
    let terminal = Terminal()
    let keys = KeyboardPad()
    switch way {
    case nil: break
    case "--keyboard": PadCenter.shared.use([keys.pads])
    case "--replay" where !words.isEmpty:
      do {
        let source = try ReplayedPads(words.map { .path($0) })
        PadCenter.shared.use([source])
      } catch {
        fail("\(error)", status: 66)
      }
    default:
      fail("usage: ColourList [--keyboard | --replay FILE…]", status: 64)
    }
    let list = ColourListController()
    terminal.begin()
    if way == "--keyboard" { keys.connect() }
    await show(list, on: terminal, keys: keys, isKeyboard: way == "--keyboard")
    terminal.end()
    list.close()
    PadCenter.shared.use([])
  }

  /// Sixty pictures a second until `q`.
  @MainActor
  private static func show(
    _ list: ColourListController, on terminal: Terminal, keys: KeyboardPad, isKeyboard: Bool
  ) async {
    let clock = ContinuousClock()
    var last = clock.now
    while true {
      for key in terminal.keys() {
        if key == "q" || key == "\u{3}" { return }
        keys.press(key)
      }
      keys.tick()
      let now = clock.now
      let elapsed = (now - last) / .seconds(1)
      last = now
      list.visibleRows = max(4, terminal.size.rows - 4)
      list.update(elapsed: elapsed)
      terminal.show(
        Picture.lines(
          of: list, columns: terminal.size.columns,
          hint: isKeyboard ? Picture.keyHint : Picture.padHint))
      // Sleeping lets the main queue run: that is where controllers are told.
      try? await clock.sleep(for: .milliseconds(16))
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("ColourList: \(message)\n".utf8))
    exit(status)
  }
}
