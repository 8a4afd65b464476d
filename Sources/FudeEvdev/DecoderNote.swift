public import FudeModel

/// Something odd that a device did, how often, and what was made of it.
public struct DecoderNote: Hashable, Sendable {
  /// What it was.
  public var code: Code
  /// How often it happened, ≥ 1.
  public var count: Int
  /// When it happened first.
  public var first: Timestamp

  /// What it means, as one sentence without numbers.
  public var sentence: String { code.sentence }

  /// An oddity that the decoder knows how to live with.
  public enum Code: UInt8, Hashable, Sendable, CaseIterable {
    /// `SYN_DROPPED`.
    case overflow
    /// The tool or contact was already there when the recording began, or after an overflow.
    case startedMidway
    /// The tip lifted and came back at once at full pressure.
    case virtualLift
    /// A second tool came without the first one leaving.
    case toolWithoutOut
    /// A tool of another kind joined or left while the tip was down.
    case toolChangedMidStroke
    /// The eraser called itself a pen when it touched.
    case eraserLostAtTip
    /// `BTN_STYLUS2` stands for the eraser.
    case buttonIsEraser
    /// The tip is down but no tool is in range.
    case tipWithoutTool
    /// Axes changed while no tool was in range.
    case motionAfterOut
    /// The device has no proximity events.
    case noProximity
    /// A device that calls itself a pen but measures no pressure.
    case remoteIgnored
    /// A slot got a new contact without the old one leaving.
    case contactReplaced
    /// A contact landed before it told where.
    case unknownPosition
    /// A slot number that no device has.
    case badSlot
    /// Contacts without identity were told apart by distance.
    case matchedByDistance
    /// More contacts at once than are kept.
    case tooManyContacts
    /// The X and Y buttons follow the Xbox driver's numbering.
    case xboxNumbering
    /// Buttons outside the kernel's gamepad layout.
    case unmappedButton
    /// Buttons, rings or strips of a tablet.
    case tabletControl
    /// Keys of a keyboard, which are never passed on.
    case keysWithheld
    /// A device whose events no room uses.
    case notUsed
  }
}

extension DecoderNote.Code {
  /// The oddity as one sentence.
  public var sentence: String {
    switch self {
    case .overflow:
      "the kernel's queue overflowed (SYN_DROPPED): what was held is released, the rest of the "
        + "frame is ignored"
    case .startedMidway:
      "it was already in range or touching when the events began: its state is taken from what it "
        + "sends"
    case .virtualLift:
      "the tip lifted at full pressure and came back within 20 ms: kept as one stroke"
    case .toolWithoutOut:
      "a second tool came into range although the first never left: the later one counts"
    case .toolChangedMidStroke:
      "the tool changed while the tip was down: kept as one stroke"
    case .eraserLostAtTip:
      "the eraser called itself a pen in the very frame in which it touched: kept as the eraser"
    case .buttonIsEraser:
      "the second side button came together with a virtual lift: this driver means its eraser"
    case .tipWithoutTool:
      "the tip was reported down without a tool in range, probably a second side button: no ink"
    case .motionAfterOut:
      "axes changed after the tool had left: ignored"
    case .noProximity:
      "the device has no proximity events: the pen counts as gone after 200 ms of silence"
    case .remoteIgnored:
      "it has a pen's codes but no pressure (a ring or presenter?): it does not ink"
    case .contactReplaced:
      "a slot got a new contact without the old one leaving: one ended, one began"
    case .unknownPosition:
      "a contact landed without a position: the last one known is used"
    case .badSlot:
      "a slot number out of range: its events are ignored"
    case .matchedByDistance:
      "the device gives its contacts no identity: they are matched by distance"
    case .tooManyContacts:
      "more contacts at once than are kept: the last ones are ignored"
    case .xboxNumbering:
      "the X and Y buttons follow the Xbox driver's numbering: named by place"
    case .unmappedButton:
      "buttons outside the kernel's gamepad layout: ignored"
    case .tabletControl:
      "buttons, rings or strips of the tablet: kept in the recording, not decoded"
    case .keysWithheld:
      "keys of a keyboard: never passed on"
    case .notUsed:
      "its events are kept in the recording; no pen, touch or button comes of them"
    }
  }
}

/// Counts oddities without allocating.
struct NoteCounter: Sendable {
  private var counts: [Int]
  private var firsts: [Timestamp]
  private(set) var isEmpty = true

  init() {
    counts = [Int](repeating: 0, count: DecoderNote.Code.allCases.count)
    firsts = [Timestamp](repeating: .zero, count: DecoderNote.Code.allCases.count)
  }

  mutating func add(_ code: DecoderNote.Code, at time: Timestamp) {
    let index = Int(code.rawValue)
    if counts[index] == 0 {
      firsts[index] = time
      isEmpty = false
    }
    counts[index] &+= 1
  }

  var notes: [DecoderNote] {
    guard !isEmpty else { return [] }
    var result: [DecoderNote] = []
    for code in DecoderNote.Code.allCases where counts[Int(code.rawValue)] > 0 {
      let index = Int(code.rawValue)
      result.append(DecoderNote(code: code, count: counts[index], first: firsts[index]))
    }
    return result
  }
}
