// This file is what a developer would write for iOS, word for word: only `Foundation` and
// `GameController`, block observers, handlers for what happens once, polling for what goes on.
import Foundation
import GameController

/// A list of colours, worked with a controller: the left stick scrolls, the right stick moves a
/// pointer, Circle selects what is under it, OPTIONS loads new colours.
@MainActor
public final class ColourListController {
  /// The colours, from the top.
  public private(set) var colours: [ListedColour]
  /// How far the list is scrolled, in rows.
  public private(set) var scroll = 0.0
  /// Where the pointer is: `0...1` of the view's width and height, from the top left.
  public private(set) var pointer = (x: 0.5, y: 0.5)
  /// The row selected; `nil` before the first.
  public private(set) var selection: Int?
  /// What is said to the person.
  public private(set) var message = "Connect a controller."
  /// How many rows are seen at once.
  public var visibleRows = 12

  private var controller: GCController?
  private var observers: [any NSObjectProtocol] = []
  private var seed = 0

  /// A list that listens for controllers.
  public init() {
    colours = ListedColour.list(count: 64, seed: 0)
    let center = NotificationCenter.default
    observers.append(
      center.addObserver(forName: .GCControllerDidConnect, object: nil, queue: .main) {
        [weak self] note in
        guard let controller = note.object as? GCController else { return }
        MainActor.assumeIsolated { self?.use(controller) }
      })
    observers.append(
      center.addObserver(forName: .GCControllerDidDisconnect, object: nil, queue: .main) {
        [weak self] note in
        guard let controller = note.object as? GCController else { return }
        MainActor.assumeIsolated { self?.lose(controller) }
      })
    if let controller = GCController.controllers().first { use(controller) }
  }

  /// Stops listening.
  public func close() {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    controller?.extendedGamepad?.valueChangedHandler = nil
  }

  private func use(_ controller: GCController) {
    guard self.controller == nil, let gamepad = controller.extendedGamepad else { return }
    self.controller = controller
    controller.playerIndex = .index1
    message = "\(controller.vendorName ?? "Controller") is connected."
    // What happens once.
    gamepad.valueChangedHandler = { [weak self] gamepad, element in
      guard let self else { return }
      if element == gamepad.buttonB, gamepad.buttonB.isPressed { self.select() }
      if element == gamepad.buttonMenu, gamepad.buttonMenu.isPressed { self.reload() }
    }
  }

  private func lose(_ controller: GCController) {
    guard self.controller == controller else { return }
    self.controller = nil
    message = "\(controller.vendorName ?? "Controller") is gone. Connect a controller."
  }

  /// What goes on: once a frame, with the time since the last one. A stick held still sends no
  /// events, so it is asked.
  public func update(elapsed seconds: TimeInterval) {
    guard let gamepad = controller?.extendedGamepad else { return }
    let speed = 2.0 * Double(visibleRows)
    scroll -= curved(gamepad.leftThumbstick.yAxis.value) * speed * seconds
    scroll = max(0, min(Double(max(0, colours.count - visibleRows)), scroll))
    let stick = gamepad.rightThumbstick
    pointer.x = max(0, min(1, pointer.x + curved(stick.xAxis.value) * 1.2 * seconds))
    pointer.y = max(0, min(1, pointer.y - curved(stick.yAxis.value) * 1.2 * seconds))
  }

  /// Fine near the middle, fast at the end.
  private func curved(_ value: Float) -> Double {
    let value = Double(value)
    return 0.35 * value + 0.65 * value * value * value
  }

  /// The line that the pointer is on, counted from the first that is seen.
  public var pointerLine: Int {
    max(0, min(visibleRows - 1, Int(pointer.y * Double(visibleRows))))
  }

  /// The row under the pointer.
  public var rowUnderPointer: Int {
    max(0, min(colours.count - 1, Int(scroll.rounded(.down)) + pointerLine))
  }

  private func select() {
    selection = rowUnderPointer
    message = "Selected \(colours[rowUnderPointer].hex)"
  }

  private func reload() {
    seed += 1
    colours = ListedColour.list(count: 64, seed: seed)
    selection = nil
    scroll = 0
    message = "New colours."
  }
}
