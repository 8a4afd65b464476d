import FudeModel
import FudePad

/// From a controller to what its person wants of the surface.
struct PadControl: Sendable {
  /// What comes out.
  enum Outcome: Sendable {
    /// The pointer moved.
    case pointer(Point)
    /// The left stick scrolls, in CSS pixels.
    case scroll(x: Double, y: Double)
    /// The left stick or the direction pad goes one step.
    case move(PadDirection)
    /// A button acts; `isRepeat` while it is held.
    case press(Int, isRepeat: Bool)
    /// A button was let go.
    case release(Int)
    /// The triggers zoom by a factor.
    case zoom(Double)
  }

  /// How fast a trigger pressed home zooms, in doublings a second.
  static let doublingsPerSecond = 1.5
  /// Below this a trigger rests.
  static let triggerRest: Float = 0.06

  private(set) var isPresent = false
  private(set) var pointer: Point
  private var intents: PadIntents
  private var repeater = Repeater<Int>()
  private var triggers: Float = 0
  private var triggerTime: Timestamp?
  private var device: DeviceID?

  init(size: Size) {
    intents = Self.intents(size)
    pointer = Point(x: size.width / 2, y: size.height / 2)
  }

  private static func intents(_ size: Size) -> PadIntents {
    PadIntents(view: size, options: PadIntents.Options(moves: PadMoves.Options(stick: .left)))
  }

  mutating func resize(_ size: Size) {
    let place = pointer
    intents = Self.intents(size)
    pointer = Point(x: min(place.x, size.width), y: min(place.y, size.height))
    if !isPresent { pointer = Point(x: size.width / 2, y: size.height / 2) }
    intents.pointer?.position = pointer
  }

  mutating func centre(in size: Size) {
    point(at: Point(x: size.width / 2, y: size.height / 2))
  }

  mutating func point(at place: Point) {
    pointer = place
    intents.pointer?.position = place
  }

  mutating func receive(_ event: InputEvent, _ emit: (Outcome) -> Void) {
    moveTriggers(to: event.time, emit)
    switch event {
    case .pad(let frame):
      isPresent = true
      device = frame.device
      triggers = pull(frame.rightTrigger) - pull(frame.leftTrigger)
      triggerTime = event.time
    case .lost(let lost, _, let cause) where lost == device && cause != .overflow:
      isPresent = false
      device = nil
      triggers = 0
    default: break
    }
    var wanted: [PadIntent] = []
    intents.receive(event) { wanted.append($0) }
    for intent in wanted { take(intent, emit) }
    advanceRepeats(to: event.time, emit)
  }

  mutating func advance(to time: Timestamp, _ emit: (Outcome) -> Void) {
    moveTriggers(to: time, emit)
    var wanted: [PadIntent] = []
    intents.advance(to: time) { wanted.append($0) }
    for intent in wanted { take(intent, emit) }
    advanceRepeats(to: time, emit)
  }

  var deadline: Timestamp? {
    var next = intents.deadline
    if let due = repeater.deadline { next = min(next ?? due, due) }
    if triggers != 0, let triggerTime {
      let due = triggerTime + .milliseconds(8)
      next = min(next ?? due, due)
    }
    return next
  }

  /// The button whose action repeats from now on; `nil` for none.
  mutating func hold(_ button: Int?, at time: Timestamp) {
    repeater.hold(button, at: time) { _, _ in }
  }

  private mutating func advanceRepeats(to time: Timestamp, _ emit: (Outcome) -> Void) {
    repeater.advance(to: time) { button, _ in emit(.press(button, isRepeat: true)) }
  }

  private mutating func moveTriggers(to time: Timestamp, _ emit: (Outcome) -> Void) {
    guard let before = triggerTime, time > before else { return }
    triggerTime = time
    guard triggers != 0 else { return }
    let doublings = Double(triggers) * Self.doublingsPerSecond * (time - before).seconds
    emit(.zoom(Maths.exp(doublings * 0.6931471805599453)))
  }

  private func pull(_ trigger: Float) -> Float {
    max(0, (trigger - Self.triggerRest) / (1 - Self.triggerRest))
  }

  private mutating func take(_ intent: PadIntent, _ emit: (Outcome) -> Void) {
    switch intent {
    case .pointer(let motion):
      pointer = motion.position
      emit(.pointer(motion.position))
    case .scroll(let step): emit(.scroll(x: Double(step.x), y: Double(step.y)))
    case .move(let move): emit(.move(move.direction))
    case .button(.pressed(let buttons, _)):
      for bit in 0..<16 where buttons.rawValue >> UInt32(bit) & 1 == 1 {
        emit(.press(bit, isRepeat: false))
      }
    case .button(.released(let buttons, _)):
      for bit in 0..<16 where buttons.rawValue >> UInt32(bit) & 1 == 1 { emit(.release(bit)) }
    case .button: break
    }
  }
}

extension PadFrame {
  /// The state on the grid that recordings have.
  var settled: PadFrame {
    func grid(_ value: Float) -> Float {
      guard value == value else { return 0 }
      return Float((Double(max(-1, min(1, value))) * 1e6).rounded() / 1e6)
    }
    var frame = self
    frame.leftStick = SIMD2(grid(leftStick.x), grid(leftStick.y))
    frame.rightStick = SIMD2(grid(rightStick.x), grid(rightStick.y))
    frame.leftTrigger = max(0, grid(leftTrigger))
    frame.rightTrigger = max(0, grid(rightTrigger))
    return frame
  }
}
