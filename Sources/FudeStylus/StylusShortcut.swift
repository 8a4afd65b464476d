public import FudeModel

/// What a pen's button does.
public struct StylusShortcut: Sendable {
  /// A stable key, for settings.
  public var key: String
  /// What people read.
  public var name: String
  /// Whether it is done again and again while the button is held.
  public var repeats: Bool
  /// The time between two of them; 0.2 s.
  public var repeatTime: TimeSpan = .milliseconds(200)
  /// Whether it may be done while the tip is down.
  public var worksWhileTipDown: Bool
  /// What it does. Called one after the other with everything else the session calls.
  public var action: @Sendable () -> Void

  /// A shortcut.
  public init(
    key: String, name: String, repeats: Bool = false, worksWhileTipDown: Bool = true,
    action: @escaping @Sendable () -> Void
  ) {
    self.key = key
    self.name = name
    self.repeats = repeats
    self.worksWhileTipDown = worksWhileTipDown
    self.action = action
  }
}

/// Runs the shortcuts of buttons held.
struct ShortcutRunner {
  var shortcuts: [Int: StylusShortcut] = [:]
  private var due: [Held: Timestamp] = [:]
  private var tips: Set<DeviceID> = []

  private struct Held: Hashable {
    var pen: DeviceID
    var button: Int
  }

  var deadline: Timestamp? { due.values.min() }

  mutating func tip(_ pen: DeviceID, isDown: Bool) {
    if isDown { tips.insert(pen) } else { tips.remove(pen) }
  }

  mutating func press(_ button: Int, of pen: DeviceID, at time: Timestamp) {
    guard let shortcut = shortcuts[button], isAllowed(shortcut, pen) else { return }
    shortcut.action()
    if shortcut.repeats {
      due[Held(pen: pen, button: button)] = time + max(.milliseconds(10), shortcut.repeatTime)
    }
  }

  mutating func release(_ button: Int, of pen: DeviceID) {
    due[Held(pen: pen, button: button)] = nil
  }

  mutating func advance(to time: Timestamp) {
    while let (held, moment) = due.min(by: { $0.value < $1.value }), moment <= time {
      guard let shortcut = shortcuts[held.button] else {
        due[held] = nil
        continue
      }
      due[held] = moment + max(.milliseconds(10), shortcut.repeatTime)
      if isAllowed(shortcut, held.pen) { shortcut.action() }
    }
  }

  private func isAllowed(_ shortcut: StylusShortcut, _ pen: DeviceID) -> Bool {
    shortcut.worksWhileTipDown || !tips.contains(pen)
  }
}
