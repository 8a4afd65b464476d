public import FudeModel

/// What speaks for a palm (+) and for a finger (-) in one contact at one moment, as natural
/// log-odds.
///
/// The terms add up to ``odds``. Next to them stand the measured facts that they were made from, so
/// that a sentence can name them.
public struct Evidence: Hashable, Sendable {
  /// The terms by ``Term``; unused lanes are 0.
  var values: SIMD8<Float>
  /// Where the contact lies as seen from the pen's tip, in millimetres: x to the user's right, y
  /// towards the user; `nil` if no pen was placed yet.
  public var offset: SIMD2<Float>?
  /// Seconds since the pen was last in range: `0` while it is; `nil` if there was none.
  public var penAge: Float?
  /// The contact's size over the usual size of a finger on its device; `nil` if either is unknown.
  public var sizeRatio: Float?
  /// How many other contacts landed together with it.
  public var companions: UInt8
  /// How far it travelled since it landed, in millimetres along its path.
  public var path: Float

  /// No evidence at all.
  public init() {
    values = .zero
    offset = nil
    penAge = nil
    sizeRatio = nil
    companions = 0
    path = 0
  }

  /// A kind of evidence.
  public enum Term: UInt8, Hashable, Sendable, CaseIterable {
    /// How present the pen is: in range, or how long ago it left.
    case presence
    /// Where the contact lies in the pen's frame, against where this person's hand lies.
    case region
    /// How large it is for this device.
    case size
    /// How it moves, against how the pen moves.
    case motion
    /// How many landed together with it.
    case cluster
    /// Whether it took the place of a rejected contact or lies beside one.
    case heir
    /// Whether the device calls it a palm.
    case flag
  }

  /// One term; positive for a palm.
  public internal(set) subscript(term: Term) -> Float {
    get { values[Int(term.rawValue)] }
    set { values[Int(term.rawValue)] = newValue }
  }

  /// The sum of all terms: 0 is even, +3 is twenty to one for a palm.
  public var odds: Float { values.sum() }

  /// The term that speaks loudest for a palm (`true`) or for a finger (`false`); `nil` if none does.
  public func strongest(forPalm: Bool) -> Term? {
    var best: Term?
    var most: Float = 0.05
    for term in Term.allCases {
      let value = forPalm ? self[term] : -self[term]
      if value > most {
        most = value
        best = term
      }
    }
    return best
  }
}

/// The running evidence of one contact: what `fude explain --detail` prints.
public struct EvidenceSample: Hashable, Sendable {
  /// When it was weighed.
  public var time: Timestamp
  /// Which contact.
  public var contact: ContactID
  /// What it counted as before this weighing.
  public var verdict: Verdict
  /// The evidence.
  public var evidence: Evidence
}
