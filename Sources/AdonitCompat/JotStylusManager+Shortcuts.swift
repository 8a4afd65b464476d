import FudeModel
import FudeStylus

/// What the pen's buttons do.
extension JotStylusManager {
  /// Whether buttons do what their shortcuts say; they do at first.
  public var shortcutsEnabled: Bool {
    get { preferences.areShortcutsEnabled }
    set {
      preferences.areShortcutsEnabled = newValue
      installShortcuts()
    }
  }

  /// What the first button does.
  public var button1Shortcut: JotShortcut? {
    get { buttonShortcuts[1] }
    set { assign(newValue, 1) }
  }

  /// What the second button does.
  public var button2Shortcut: JotShortcut? {
    get { buttonShortcuts[2] }
    set { assign(newValue, 2) }
  }

  /// What the third button does.
  public var button3Shortcut: JotShortcut? {
    get { buttonShortcuts[3] }
    set { assign(newValue, 3) }
  }

  /// What the fourth button does.
  public var button4Shortcut: JotShortcut? {
    get { buttonShortcuts[4] }
    set { assign(newValue, 4) }
  }

  /// What a double tap of the first button does.
  public var button1DoubleTapShortcut: JotShortcut? {
    get { doubleTapShortcuts[1] }
    set { doubleTapShortcuts[1] = newValue }
  }

  /// What a double tap of the second button does.
  public var button2DoubleTapShortcut: JotShortcut? {
    get { doubleTapShortcuts[2] }
    set { doubleTapShortcuts[2] = newValue }
  }

  /// Offers a shortcut.
  public func addShortcutOption(_ shortcut: JotShortcut) {
    if !shortcuts.contains(where: { $0 === shortcut }) { shortcuts.append(shortcut) }
  }

  /// Offers a shortcut for the scroll strip.
  public func addScrollShortcutOption(_ shortcut: JotShortcut) {
    if !scrollShortcuts.contains(where: { $0 === shortcut }) { scrollShortcuts.append(shortcut) }
  }

  /// Offers a shortcut and gives it to the first button.
  public func addShortcutOptionButton1Default(_ shortcut: JotShortcut) { offer(shortcut, 1) }

  /// Offers a shortcut and gives it to the second button.
  public func addShortcutOptionButton2Default(_ shortcut: JotShortcut) { offer(shortcut, 2) }

  /// Offers a shortcut and gives it to the third button.
  public func addShortcutOptionButton3Default(_ shortcut: JotShortcut) { offer(shortcut, 3) }

  /// Offers a shortcut and gives it to the fourth button.
  public func addShortcutOptionButton4Default(_ shortcut: JotShortcut) { offer(shortcut, 4) }

  /// Offers a shortcut and gives it to double taps of the first button.
  public func addShortcutOptionButton1DoubleTapDefault(_ shortcut: JotShortcut) {
    addShortcutOption(shortcut)
    doubleTapShortcuts[1] = shortcut
  }

  /// Offers a shortcut and gives it to double taps of the second button.
  public func addShortcutOptionButton2DoubleTapDefault(_ shortcut: JotShortcut) {
    addShortcutOption(shortcut)
    doubleTapShortcuts[2] = shortcut
  }

  /// Takes every shortcut away. The name is misspelt in the old SDK too.
  public func removeAllShorcuts() {
    shortcuts = []
    scrollShortcuts = []
    buttonShortcuts = [:]
    doubleTapShortcuts = [:]
    installShortcuts()
  }

  /// Hears of the scroll strip; held weakly.
  public func setJotStylusScrollValueDelegate(_ delegate: (any JotStylusScrollValueDelegate)?) {
    scrollDelegate = delegate
  }

  /// Does nothing: scrolling is always told.
  public func setRequireScrollData(_ enabled: Bool) {}

  private func offer(_ shortcut: JotShortcut, _ button: Int) {
    addShortcutOption(shortcut)
    assign(shortcut, button)
  }

  private func assign(_ shortcut: JotShortcut?, _ button: Int) {
    buttonShortcuts[button] = shortcut
    installShortcuts()
  }

  /// Gives the session the shortcuts as they are now.
  func installShortcuts() {
    for button in 1...4 {
      guard shortcutsEnabled, let shortcut = buttonShortcuts[button] else {
        core?.setShortcut(nil, forButton: button)
        continue
      }
      let action = shortcut.action
      var converted = StylusShortcut(
        key: shortcut.key, name: shortcut.descriptiveText, repeats: shortcut.repeat,
        worksWhileTipDown: shortcut.usableWhenStylusDepressed
      ) { MainActor.assumeIsolated(action) }
      converted.repeatTime = .seconds(max(0, shortcut.repeatRate))
      core?.setShortcut(converted, forButton: button)
    }
  }

  func doubleTap(_ button: Int, of pen: DeviceID) {
    guard shortcutsEnabled, let shortcut = doubleTapShortcuts[button] else { return }
    let isTipDown = core?.snapshot.pens.first { $0.id == pen }?.isTipDown ?? false
    if shortcut.usableWhenStylusDepressed || !isTipDown { shortcut.action() }
  }
}
