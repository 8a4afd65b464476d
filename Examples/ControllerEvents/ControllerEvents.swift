import Foundation
import GameController

/// Prints what controllers do, with nothing but Apple's API: a line for each notification and each
/// press and release.
///
///     ControllerEvents [SECONDS]
@main
struct ControllerEvents {
  @MainActor
  static func main() async {
    let seconds = CommandLine.arguments.dropFirst().first.flatMap { Double($0) }
    let names: [(NSNotification.Name, String)] = [
      (.GCControllerDidConnect, "connect"), (.GCControllerDidDisconnect, "disconnect"),
      (.GCControllerDidBecomeCurrent, "become current"),
      (.GCControllerDidStopBeingCurrent, "stop being current"),
    ]
    for (name, word) in names {
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { note in
        guard let controller = note.object as? GCController else { return }
        MainActor.assumeIsolated { tell(word, controller) }
      }
    }
    for controller in GCController.controllers() { listen(to: controller) }
    FileHandle.standardError.write(Data("Waiting for controllers; Ctrl-C ends it.\n".utf8))
    let end = seconds.map { ContinuousClock.now + .seconds($0) }
    while end.map({ ContinuousClock.now < $0 }) ?? true {
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  @MainActor
  private static func tell(_ word: String, _ controller: GCController) {
    if word == "connect" {
      // Ours to find again: a returning controller keeps its player.
      if controller.playerIndex == .indexUnset {
        let taken = GCController.controllers().map(\.playerIndex.rawValue)
        let free = (0..<4).first { !taken.contains($0) }
        controller.playerIndex = free.flatMap { GCControllerPlayerIndex(rawValue: $0) } ?? .index4
      }
      listen(to: controller)
    }
    say("\(word) \(controller.productCategory) player \(controller.playerIndex.rawValue + 1)")
  }

  @MainActor
  private static func listen(to controller: GCController) {
    for (name, button) in controller.physicalInputProfile.buttons {
      button.pressedChangedHandler = { _, _, pressed in
        say("\(name) \(pressed ? "down" : "up")")
      }
    }
  }

  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}
