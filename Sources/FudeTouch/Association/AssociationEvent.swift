public import FudeModel

/// What the association says.
public enum AssociationEvent: Hashable, Sendable {
  /// A contact's standing changed.
  case decision(AssociationDecision)
  /// A point of a contact that is, or may turn out to be, a stroke.
  case sample(AssociatedSample)
  /// The real pressure of a point that was given before.
  case pressure(PressureUpdate)
}

/// What was decided of a contact at one moment, and why.
///
/// The steps are those of ``Decision``: `began` once; then at most one `accepted`; then at most one
/// of `rejected` and `revoked`; last exactly one `ended` or `cancelled`.
public struct AssociationDecision: Hashable, Sendable {
  /// When it was decided.
  public var time: Timestamp
  /// Which contact.
  public var contact: ContactID
  /// Which touch device reported the contact.
  public var device: DeviceID
  /// The pen that draws it; `nil` unless the verdict is ``Verdict/pen``.
  public var pen: DeviceID?
  /// What changed.
  public var change: Decision.Change
  /// What the contact counts as from now on.
  public var verdict: Verdict
  /// Whether its points are worth showing from now on: a likely pen, or certainly one.
  public var showsInk: Bool
  /// Why.
  public var reason: AssociationReason
}

/// One point of a contact that is, or may turn out to be, a stroke.
public struct AssociatedSample: Hashable, Sendable {
  /// Which contact.
  public var contact: ContactID
  /// When the touch device measured it.
  public var time: Timestamp
  /// Where the tip is, corrected for the pen's lean.
  public var position: Point
  /// Where the touch device said it was.
  public var rawPosition: Point
  /// The force, `0...1`; an estimate while ``token`` is set; `nil` if no pen tells any.
  public var pressure: Float?
  /// Whether it was added because the pressure changed while the touch stood still.
  public var isStationary: Bool
  /// Names the point in the ``PressureUpdate`` that follows; `nil` if the pressure is final.
  public var token: UInt64?
}

/// The real pressure of an earlier point.
public struct PressureUpdate: Hashable, Sendable {
  /// Which contact.
  public var contact: ContactID
  /// Which point.
  public var token: UInt64
  /// The force, `0...1`.
  public var pressure: Float
}

/// Why a contact was decided so; prints as one sentence with its numbers.
public struct AssociationReason: Hashable, Sendable, CustomStringConvertible {
  /// What decided it.
  public var code: Code
  /// The first number of the sentence; what it is depends on ``code``.
  public var first: Float
  /// The second number of the sentence.
  public var second: Float

  init(_ code: Code, _ first: Double = 0, _ second: Double = 0) {
    self.code = code
    self.first = Float(first)
    self.second = Float(second)
  }

  /// The reason of a contact of which nothing is known yet.
  public static var undecided: AssociationReason { AssociationReason(.landed) }

  /// What can decide a contact.
  public enum Code: UInt8, Hashable, Sendable {
    /// It landed and nothing is known yet.
    case landed
    /// No pen is connected: every touch draws.
    case noPen
    /// A tip-down fits its landing.
    case tipDown
    /// Tip-down and tip-up fit its landing and lift.
    case bothEdges
    /// Another contact fits the pen's events better.
    case outmatched
    /// No tip-down came in time.
    case noTipDown
    /// It landed while the pen's own contact lived.
    case penElsewhere
    /// It is larger than a tip.
    case tooLarge
    /// The device itself calls it a palm.
    case palmByDevice
    /// It lifted.
    case lifted
    /// The system took it away.
    case cancelled
    /// Its device vanished or lost events.
    case deviceLost
    /// The app left the foreground.
    case suspended
    /// The pen's link is gone; the touch draws without it.
    case linkLost
  }

  /// The sentence.
  public var description: String {
    let a = decimalText(Double(first), places: 1)
    let b = decimalText(Double(second), places: 1)
    return switch code {
    case .landed: "It landed; nothing is known of it yet."
    case .noPen: "No pen is connected, so every touch draws."
    case .tipDown: "A tip-down came \(a) ms after it landed; it leads by \(b) nats."
    case .bothEdges:
      "Tip-down came \(a) ms after it landed and both ends fit; it leads by \(b) nats."
    case .outmatched: "Another contact fits the pen's events better, by \(a) nats."
    case .noTipDown: "No tip-down came within \(a) ms of its landing."
    case .penElsewhere: "It landed while the pen's own contact was down."
    case .tooLarge: "Its radius is \(a) times the tolerance; a tip has at most \(b)."
    case .palmByDevice: "The device itself calls it a palm."
    case .lifted: "It lifted."
    case .cancelled: "The system took it away."
    case .deviceLost: "Its device vanished or lost events."
    case .suspended: "The app left the foreground."
    case .linkLost: "The pen's link is gone; the touch goes on without it."
    }
  }
}
