public import Foundation

/// What a button does, under the old SDK's name.
///
/// Deprecated on arrival: new code uses `StylusShortcut`. Where the old SDK took a target and a
/// selector, a closure is taken: there are no selectors outside Objective-C.
@MainActor
public final class JotShortcut {
  /// A stable key, for settings.
  public var key: String
  /// What people read where there is little room.
  public var shortText: String
  /// What people read.
  public var descriptiveText: String
  /// Whether it is done again and again while the button is held.
  public var `repeat`: Bool
  /// Seconds between repetitions; 0.2 at first.
  public var repeatRate: TimeInterval
  /// Whether it may be done while the tip is down; not at first.
  public var usableWhenStylusDepressed: Bool
  /// What it does.
  public let action: @MainActor @Sendable () -> Void
  private var timer: Timer?

  /// A shortcut; it is repeated if `repeatRate` is given, unless `repeat` says otherwise.
  public init(
    shortText: String? = nil, descriptiveText: String, key: String, repeat: Bool? = nil,
    repeatRate: TimeInterval? = nil, usableWithStylusDepressed: Bool = false,
    action: @escaping @MainActor @Sendable () -> Void
  ) {
    self.key = key
    self.shortText = shortText ?? descriptiveText
    self.descriptiveText = descriptiveText
    self.repeat = `repeat` ?? (repeatRate != nil)
    self.repeatRate = repeatRate ?? 0.2
    usableWhenStylusDepressed = usableWithStylusDepressed
    self.action = action
  }

  /// Does it, and again every ``repeatRate`` seconds of the main run loop if it repeats.
  public func start() {
    stop()
    action()
    guard `repeat`, repeatRate > 0 else { return }
    let action = action
    timer = Timer.scheduledTimer(withTimeInterval: repeatRate, repeats: true) { _ in
      MainActor.assumeIsolated(action)
    }
  }

  /// Does it no longer.
  public func stop() {
    timer?.invalidate()
    timer = nil
  }
}

/// Hears of the scroll strip, under the old SDK's name.
@MainActor
public protocol JotStylusScrollValueDelegate: AnyObject {
  /// The strip moved by some steps, positive away from the tip.
  func scrollValueUpdate(_ value: CGFloat)
  /// The strip's shortcut changed; never called.
  func scrollShortcutChange()
}
