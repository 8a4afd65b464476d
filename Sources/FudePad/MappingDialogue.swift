/// Asks for one control after the other and makes a mapping of what is pressed.
///
/// A pad without a mapping has numbered buttons, axes and hats. Which axes rest at an end (triggers)
/// is learned from where they are when the dialogue begins, and again whenever a button was the
/// answer: some drivers tell where axes are only with the first report, which is then the first
/// press. A control counts when it has moved far and been let go again; then the next is asked for.
/// Where one movement is told twice, a button and an axis, triggers take the axis, all else the
/// button.
public struct MappingDialogue: Sendable {
  /// Something that the pad did.
  public enum Input: Hashable, Sendable {
    /// A button went down or up.
    case button(Int, isDown: Bool)
    /// An axis is at a place, `-1...1`.
    case axis(Int, Float)
    /// A hat is at a place: bits 1 up, 2 right, 4 down, 8 left.
    case hat(Int, Int)
  }

  /// What is asked for.
  public struct Question: Hashable, Sendable {
    /// The control, in SDL's words.
    public var control: String
    /// What to say to the person.
    public var text: String
  }

  /// The controls, in the order in which they are asked for.
  public static let questions: [Question] = [
    Question(control: "a", text: "the lower face button (A, Cross)"),
    Question(control: "b", text: "the right face button (B, Circle)"),
    Question(control: "x", text: "the left face button (X, Square)"),
    Question(control: "y", text: "the upper face button (Y, Triangle)"),
    Question(control: "dpup", text: "up on the direction pad"),
    Question(control: "dpdown", text: "down on the direction pad"),
    Question(control: "dpleft", text: "left on the direction pad"),
    Question(control: "dpright", text: "right on the direction pad"),
    Question(control: "leftshoulder", text: "the left shoulder button (L1, LB)"),
    Question(control: "rightshoulder", text: "the right shoulder button (R1, RB)"),
    Question(control: "lefttrigger", text: "the left trigger (L2, LT), all the way"),
    Question(control: "righttrigger", text: "the right trigger (R2, RT), all the way"),
    Question(control: "leftx", text: "the left stick to the right"),
    Question(control: "lefty", text: "the left stick downwards"),
    Question(control: "leftstick", text: "the left stick, pressed in (L3)"),
    Question(control: "rightx", text: "the right stick to the right"),
    Question(control: "righty", text: "the right stick downwards"),
    Question(control: "rightstick", text: "the right stick, pressed in (R3)"),
    Question(control: "back", text: "the left small button (SHARE, Back)"),
    Question(control: "start", text: "the right small button (OPTIONS, Start)"),
    Question(control: "guide", text: "the home button (PS, Guide)"),
  ]

  /// What was found so far.
  public private(set) var bindings: [PadMapping.Binding] = []

  private var place = 0
  private var rest: [Float]
  /// Where the axes are.
  private var latest: [Float]
  /// What was pressed and not yet let go.
  private var pending: PadMapping.Input?

  /// How far an axis must go from its rest to count, and how near it must come back.
  static let far: Float = 0.6
  static let near: Float = 0.25

  /// A dialogue with a pad whose axes rest where they are now.
  public init(restingAxes: [Float]) {
    rest = restingAxes.map { $0 == $0 ? max(-1, min(1, $0)) : 0 }
    latest = rest
  }

  /// What is asked for now; `nil` at the end.
  public var question: Question? {
    place < MappingDialogue.questions.count ? MappingDialogue.questions[place] : nil
  }

  /// Whether something is pressed and waits to be let go.
  public var isWaitingForRelease: Bool { pending != nil }

  /// The pad has no such control.
  public mutating func skip() {
    pending = nil
    place = min(place + 1, MappingDialogue.questions.count)
  }

  /// Goes back to the question before.
  public mutating func back() {
    pending = nil
    guard place > 0 else { return }
    place -= 1
    let control = MappingDialogue.questions[place].control
    bindings.removeAll { $0.control == control }
  }

  /// Takes what the pad did; returns whether that answered the question.
  public mutating func receive(_ input: Input) -> Bool {
    guard let question else { return false }
    if case .axis(let number, let value) = input, latest.indices.contains(number), value == value {
      latest[number] = max(-1, min(1, value))
    }
    if let pending {
      guard isRelease(input, of: pending) else {
        if let better = found(input, for: question.control), !isTaken(better),
          isBetter(better, than: pending, for: question.control)
        {
          self.pending = better
        }
        return false
      }
      if case .axis = pending {} else { rest = latest }
      self.pending = nil
      bindings.append(PadMapping.Binding(control: question.control, input: pending))
      place += 1
      return true
    }
    guard let found = found(input, for: question.control), !isTaken(found) else { return false }
    pending = found
    return false
  }

  /// Whether the second of two things that moved is the one that was meant.
  private func isBetter(
    _ found: PadMapping.Input, than pending: PadMapping.Input, for control: String
  ) -> Bool {
    let wantsAxis = control.hasSuffix("trigger")
    return switch (found, pending) {
    case (.axis, .button): wantsAxis
    case (.button, .axis), (.hat, .axis): !wantsAxis && !MappingDialogue.sticks.contains(control)
    default: false
    }
  }

  private static let sticks = ["leftx", "lefty", "rightx", "righty"]

  private func isTaken(_ input: PadMapping.Input) -> Bool {
    bindings.contains { $0.input == input }
  }

  private func isRelease(_ input: Input, of pressed: PadMapping.Input) -> Bool {
    switch (input, pressed) {
    case (.button(let number, let isDown), .button(let own)): number == own && !isDown
    case (.axis(let number, let value), .axis(let own, _, _)):
      number == own && abs(value - restOf(number)) < MappingDialogue.near
    case (.hat(let number, let bits), .hat(let own, let mask)): number == own && bits & mask == 0
    default: false
    }
  }

  private func restOf(_ axis: Int) -> Float {
    axis >= 0 && axis < rest.count ? rest[axis] : 0
  }

  private func found(_ input: Input, for control: String) -> PadMapping.Input? {
    switch input {
    case .button(let number, let isDown): return isDown ? .button(number) : nil
    case .hat(let number, let bits):
      // One direction, not a diagonal.
      return bits == 1 || bits == 2 || bits == 4 || bits == 8 ? .hat(number, mask: bits) : nil
    case .axis(let number, let value):
      let offset = value - restOf(number)
      guard value == value, abs(offset) >= MappingDialogue.far else { return nil }
      let isStick = MappingDialogue.sticks.contains(control)
      // A trigger that rests at an end uses the whole axis; one that rests in the middle, a half.
      if isStick { return .axis(number, .whole, isInverted: offset < 0) }
      if abs(restOf(number)) > 0.5 { return .axis(number, .whole, isInverted: offset < 0) }
      return .axis(number, offset > 0 ? .positive : .negative, isInverted: false)
    }
  }
}
