public import FudeModel

/// What a pad held when it vanished: it counts again only after it has been seen let go.
///
/// A pad that comes back with a button down was not pressed anew. Constant time, no allocation.
public struct HeldAtLoss: Hashable, Sendable {
  /// The buttons held then and not let go since.
  public private(set) var buttons: PadButtons = []
  private var leftTrigger = false
  private var rightTrigger = false
  private var last: PadFrame?

  /// A trigger below this is let go, as a fraction of its travel.
  private static let letGo: Float = 0.05

  /// Nothing is held.
  public init() {}

  /// The pad vanished.
  public mutating func lose() {
    guard let last else { return }
    buttons = last.buttons
    leftTrigger = last.leftTrigger > HeldAtLoss.letGo
    rightTrigger = last.rightTrigger > HeldAtLoss.letGo
    self.last = nil
  }

  /// The frame without what is still held since before the loss.
  public mutating func apply(to frame: PadFrame) -> PadFrame {
    last = frame
    guard !buttons.isEmpty || leftTrigger || rightTrigger else { return frame }
    var frame = frame
    buttons.formIntersection(frame.buttons)
    frame.buttons.subtract(buttons)
    leftTrigger = leftTrigger && frame.leftTrigger > HeldAtLoss.letGo
    rightTrigger = rightTrigger && frame.rightTrigger > HeldAtLoss.letGo
    if leftTrigger { frame.leftTrigger = 0 }
    if rightTrigger { frame.rightTrigger = 0 }
    return frame
  }
}
