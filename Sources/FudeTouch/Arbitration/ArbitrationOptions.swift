public import FudeModel

/// What a person may want of touch arbitration.
///
/// Everything measured or tuned is in ``ArbitrationConstants``; these are choices.
public struct ArbitrationOptions: Hashable, Sendable {
  /// Whether palms are kept out at all. If not, every contact is accepted as a finger at once.
  public var rejectsPalms: Bool
  /// What fingers are for.
  public var fingers: FingerPolicy
  /// Which hand holds the pen.
  public var handedness: Handedness
  /// Whether the device's own palm flag (`MT_TOOL_PALM`) rejects a contact by itself.
  ///
  /// If not, it is one piece of evidence among others. Turn it off for firmware that calls fingers
  /// palms after the pen has left (linux-surface/iptsd#146).
  public var trustsPalmFlag: Bool
  /// How long the pen is remembered after it left: the time after which its influence is halved.
  ///
  /// Raise it when palms that trail the pen leave marks; lower it when fingers feel slow just after
  /// writing. In `0...5 s`.
  public var penMemory: TimeSpan
  /// The longest time a contact may stay undecided.
  ///
  /// Raise it when palms leave marks that are taken back later; lower it when doubtful touches feel
  /// slow. In `0...2 s`. Touches that nothing speaks against are accepted as they land.
  public var decisionLimit: TimeSpan
  /// How long after its lift a short touch can still be taken back by a pen that comes.
  ///
  /// Hands often tap the surface just before the pen comes into range. Only on surfaces that have
  /// seen a pen. The touch is drawn meanwhile; only its end is told late. Fingers that land together
  /// wait 120 ms at most, so that their tap acts soon. Raise it when taps of the hand leave dots;
  /// lower it when single taps act late. In `0...1 s`.
  public var commitDelay: TimeSpan
  /// How long a hovering pen may be silent before it counts as gone.
  ///
  /// Some drivers never send the end of proximity. Lower it when touch stays dead after the pen was
  /// put down; raise it when a pen held still lets palms through. A pen whose tip is down gets
  /// ``ArbitrationConstants/silentTipFactor`` times as long. In `0.1...60 s`.
  public var proximityTimeout: TimeSpan

  /// The choices that suit most people; what is left out is the default.
  public init(
    rejectsPalms: Bool = true, fingers: FingerPolicy = .draw, handedness: Handedness = .automatic,
    trustsPalmFlag: Bool = true, penMemory: TimeSpan = .milliseconds(500),
    decisionLimit: TimeSpan = .milliseconds(150), commitDelay: TimeSpan = .milliseconds(400),
    proximityTimeout: TimeSpan = .milliseconds(3000)
  ) {
    self.rejectsPalms = rejectsPalms
    self.fingers = fingers
    self.handedness = handedness
    self.trustsPalmFlag = trustsPalmFlag
    self.penMemory = penMemory
    self.decisionLimit = decisionLimit
    self.commitDelay = commitDelay
    self.proximityTimeout = proximityTimeout
  }
}

/// What fingers are for.
public enum FingerPolicy: UInt8, Hashable, Sendable, CaseIterable {
  /// One finger draws; two navigate.
  case draw
  /// One finger pans, two pan and zoom; no finger draws.
  case navigate
  /// Pen only: every touch is rejected.
  case ignored
}

/// Which hand holds the pen.
public enum Handedness: UInt8, Hashable, Sendable, CaseIterable {
  /// Learned from where palms land and how the pen leans; both sides are suspected until then.
  case automatic
  /// The left hand: the palm lies left of the tip.
  case left
  /// The right hand: the palm lies right of the tip.
  case right
}

/// How far a surface is turned clockwise from the way its axes were meant.
///
/// The hand lies *towards the user* from the tip; this says which way that is in the surface's own
/// coordinates.
public enum QuarterTurn: UInt8, Hashable, Sendable, CaseIterable {
  /// Not turned: the user sits at the bottom edge.
  case none
  /// A quarter clockwise: the user sits at the edge of greatest x.
  case clockwise
  /// Upside down: the user sits at the top edge.
  case half
  /// A quarter counter-clockwise: the user sits at the edge of smallest x.
  case counterClockwise

  /// A vector in surface axes as the user sees it: x to the right, y towards the user.
  func toUser(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    switch self {
    case .none: (x, y)
    case .clockwise: (-y, x)
    case .half: (-x, -y)
    case .counterClockwise: (y, -x)
    }
  }
}
