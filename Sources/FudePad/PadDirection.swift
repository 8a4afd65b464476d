public import FudeModel

/// One of four directions.
public enum PadDirection: UInt8, Hashable, Sendable, CaseIterable {
  /// Towards the top.
  case up
  /// Towards the bottom.
  case down
  /// Towards the left.
  case left
  /// Towards the right.
  case right

  /// Whether it is ``left`` or ``right``.
  public var isHorizontal: Bool { self == .left || self == .right }
}

/// Reads a direction out of a stick, with hysteresis.
///
/// A direction is entered at ``Options/press`` and left at ``Options/release``: a stick pushed
/// slowly over one threshold would otherwise chatter. The longer axis decides which of the four it
/// is, and the current one keeps a margin: near a diagonal the direction does not flicker.
public struct StickDirection: Sendable {
  /// Thresholds.
  public struct Options: Hashable, Sendable {
    /// The deflection that enters a direction, `0...1`; default 0.5. Lower it for sticks that do
    /// not reach their end.
    public var press: Float
    /// The deflection below which it is left; at most ``press``; default 0.35. Lower it when a
    /// trembling hand repeats moves.
    public var release: Float
    /// How many times longer the other axis must be to take over; ≥ 1; default 1.4, which is 9.5°
    /// past the diagonal. Raise it when moves go astray.
    public var margin: Float

    /// Thresholds; a release above the press is lowered to it.
    public init(press: Float = 0.5, release: Float = 0.35, margin: Float = 1.4) {
      self.press = press == press ? max(0.01, min(1, press)) : 0.5
      self.release = release == release ? max(0, min(self.press, release)) : self.press
      self.margin = margin == margin ? max(1, margin) : 1
    }
  }

  /// The direction held; `nil` at rest.
  public private(set) var current: PadDirection?

  private let options: Options

  /// A stick at rest.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// Takes the stick's deflection and returns the direction now held.
  public mutating func update(_ stick: SIMD2<Float>) -> PadDirection? {
    let length = stick.length
    let isHeld = length >= (current == nil ? options.press : options.release) && length > 0
    current = isHeld ? direction(of: stick) : nil
    return current
  }

  /// Back to rest, as when the pad vanished.
  public mutating func reset() {
    current = nil
  }

  private func direction(of stick: SIMD2<Float>) -> PadDirection {
    let horizontal: PadDirection = stick.x < 0 ? .left : .right
    let vertical: PadDirection = stick.y < 0 ? .down : .up
    let (width, height) = (abs(stick.x), abs(stick.y))
    guard let current else { return width > height ? horizontal : vertical }
    if current.isHorizontal { return height > width * options.margin ? vertical : horizontal }
    return width > height * options.margin ? horizontal : vertical
  }
}

/// Reads a direction out of the direction pad.
///
/// Opposite directions cancel each other. On a diagonal the direction held first stays until it is
/// let go; both at once give the vertical one.
public struct PadCross: Sendable {
  /// The direction held; `nil` at rest.
  public private(set) var current: PadDirection?

  /// A direction pad at rest.
  public init() {}

  /// Takes the buttons held and returns the direction now held.
  public mutating func update(_ buttons: PadButtons) -> PadDirection? {
    let horizontal = one(.left, buttons.contains(.left), .right, buttons.contains(.right))
    let vertical = one(.up, buttons.contains(.up), .down, buttons.contains(.down))
    if let current, let horizontal, current.isHorizontal {
      self.current = horizontal
    } else {
      current = vertical ?? horizontal
    }
    return current
  }

  /// Back to rest, as when the pad vanished.
  public mutating func reset() {
    current = nil
  }

  private func one(
    _ first: PadDirection, _ isFirst: Bool, _ second: PadDirection, _ isSecond: Bool
  ) -> PadDirection? {
    isFirst == isSecond ? nil : isFirst ? first : second
  }
}
