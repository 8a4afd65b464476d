import FudeModel
import FudeTouch
import Testing

/// Fingers on a surface and the gestures that come of them; no pen unless one is put there.
private struct Fingers {
  private var rejector: PalmRejector
  private var recogniser: GestureRecognizer
  private(set) var events: [GestureEvent] = []

  init(_ policy: FingerPolicy) {
    rejector = PalmRejector(options: ArbitrationOptions(fingers: policy))
    recogniser = GestureRecognizer(options: GestureOptions(fingers: policy))
  }

  mutating func receive(_ event: InputEvent) {
    var decisions: [Decision] = []
    rejector.advance(to: event.time) { decisions.append($0) }
    take(decisions)
    decisions.removeAll()
    recogniser.receive(.event(event)) { events.append($0) }
    rejector.receive(event) { decisions.append($0) }
    take(decisions)
  }

  private mutating func take(_ decisions: [Decision]) {
    for decision in decisions { recogniser.receive(.decision(decision)) { events.append($0) } }
  }

  mutating func wait(_ ms: Int64) {
    var decisions: [Decision] = []
    rejector.advance(to: Timestamp(microseconds: ms * 1000)) { decisions.append($0) }
    take(decisions)
  }

  mutating func touch(
    _ ms: Int64, _ contacts: (id: UInt64, phase: ContactPhase, x: Double, y: Double)...
  ) {
    receive(
      .touch(
        TouchFrame(
          time: Timestamp(microseconds: ms * 1000), device: DeviceID(1), surface: SurfaceID(0),
          contacts: contacts.map {
            Contact(id: ContactID($0.id), phase: $0.phase, position: Point(x: $0.x, y: $0.y))
          })))
  }

  mutating func pen(_ ms: Int64, _ state: PenState, _ x: Double, _ y: Double) {
    receive(
      .pen(
        PenSample(
          time: Timestamp(microseconds: ms * 1000), device: DeviceID(0), surface: SurfaceID(0),
          state: state, position: Point(x: x, y: y))))
  }

  /// Gestures and their steps without the changes.
  var steps: [String] {
    events.filter { $0.phase != .changed }.map { "\($0.gesture) \($0.phase)" }
  }
}

@Suite("Gestures")
struct GestureTests {
  @Test("undo on the lift of two fingers, redo of three, and never before", arguments: [2, 3])
  func multiFingerTaps(_ count: Int) {
    var fingers = Fingers(.navigate)
    for number in 0..<count {
      fingers.touch(Int64(number) * 10, (UInt64(number), .began, 50 + Double(number) * 20, 80))
    }
    for number in 0..<count - 1 {
      fingers.touch(100 + Int64(number), (UInt64(number), .ended, 50 + Double(number) * 20, 80))
    }
    #expect(fingers.steps.isEmpty)
    fingers.touch(140, (UInt64(count - 1), .ended, 50 + Double(count - 1) * 20, 80))
    let gesture = count == 2 ? "undo" : "redo"
    #expect(fingers.steps == ["\(gesture) began", "\(gesture) ended"])
  }

  @Test(
    "turn with two fingers, from where it is clear that a turn is meant",
    arguments: [(0.08, 0.0), (1.0, 0.85), (-1.0, -0.85), (7.0, 6.85)])
  func turns(_ angle: Double, _ expected: Double) {
    var fingers = Fingers(.navigate)
    fingers.touch(0, (1, .began, 50, 80))
    fingers.touch(5, (2, .began, 90, 80))
    let steps = 70
    for step in 1...steps {
      let (sine, cosine) = Maths.sinCos(angle * Double(step) / Double(steps))
      let time = Int64(200 + step * 8)
      fingers.touch(time, (1, .moved, 70 - 20 * cosine, 80 - 20 * sine))
      fingers.touch(time + 1, (2, .moved, 70 + 20 * cosine, 80 + 20 * sine))
    }
    fingers.touch(900, (1, .ended, 50, 80), (2, .ended, 90, 80))
    #expect(fingers.steps == (expected == 0 ? [] : ["navigate began", "navigate ended"]))
    let turn = fingers.events.last { $0.phase == .changed }?.turn ?? 0
    #expect(abs(turn - expected) < 1e-6)
    let scales = fingers.events.map(\.scale)
    #expect(scales.allSatisfy { abs($0 - 1) < 0.2 })
  }

  @Test("go on turning without a jump when a third finger joins and leaves")
  func turnsOn() {
    var fingers = Fingers(.navigate)
    fingers.touch(0, (1, .began, 50, 80), (2, .began, 90, 80))
    for step in 1...40 {
      let (sine, cosine) = Maths.sinCos(Double(step) * 0.02)
      fingers.touch(
        Int64(200 + step * 8), (1, .moved, 70 - 20 * cosine, 80 - 20 * sine),
        (2, .moved, 70 + 20 * cosine, 80 + 20 * sine))
    }
    let before = fingers.events.last?.turn ?? 0
    fingers.touch(600, (3, .began, 70, 120))
    fingers.touch(800, (3, .moved, 70.1, 120))
    fingers.touch(820, (3, .ended, 70.1, 120))
    #expect(before > 0.6)
    #expect(fingers.events.allSatisfy { abs($0.turn) <= before + 0.01 })
    #expect(abs((fingers.events.last { $0.phase == .changed }?.turn ?? 0) - before) < 0.01)
  }

  @Test("tell a tap from a rest and from a drag")
  func noTap() {
    var fingers = Fingers(.navigate)
    fingers.touch(0, (1, .began, 50, 80))
    fingers.touch(900, (1, .ended, 50, 80))
    #expect(fingers.steps.isEmpty)
    fingers.touch(2000, (2, .began, 50, 80))
    fingers.touch(2100, (2, .moved, 60, 80))
    fingers.touch(2150, (2, .ended, 60, 80))
    #expect(fingers.steps == ["pan began", "pan ended"])
  }

  @Test("take a tap of two rapid fingers for two taps, not for one of two fingers")
  func rapidTaps() {
    var fingers = Fingers(.navigate)
    fingers.pen(0, .hovering(distance: nil), 10, 10)
    fingers.pen(10, .out, 10, 10)
    fingers.touch(5000, (1, .began, 150, 80))
    fingers.touch(5060, (1, .ended, 150, 80))
    fingers.touch(5110, (2, .began, 150, 80))
    fingers.touch(5170, (2, .ended, 150, 80))
    fingers.wait(6000)
    #expect(fingers.steps == ["tap began", "tap ended", "tap began", "tap ended"])
  }

  @Test("zoom without a jump when a finger joins or leaves")
  func threeFingers() {
    var fingers = Fingers(.navigate)
    fingers.touch(0, (1, .began, 50, 50), (2, .began, 90, 50))
    for step in 1...10 {
      fingers.touch(
        Int64(step) * 10, (1, .moved, 50 - Double(step), 50), (2, .moved, 90 + Double(step), 50))
    }
    fingers.touch(110, (3, .began, 70, 120))
    fingers.touch(120, (1, .moved, 40, 50.1))
    fingers.touch(130, (3, .ended, 70, 120))
    fingers.touch(140, (1, .moved, 40, 50.2))
    fingers.touch(150, (1, .ended, 40, 50.2), (2, .ended, 100, 50))
    let moves = fingers.events.filter { $0.phase == .changed }
    for (before, after) in zip(moves, moves.dropFirst()) {
      #expect(before.translation.distance(to: after.translation) < 3)
      #expect(abs(before.scale - after.scale) < 0.1)
    }
    // It starts once the fingers are more than 2 mm further apart: 23 mm from the middle, then 30.
    #expect(moves.last.map { abs($0.scale - 30.0 / 23) < 0.02 } == true)
    #expect(fingers.steps == ["navigate began", "navigate ended"])
  }

  @Test("roll back when a pen shows that the hand was a palm")
  func rollBack() {
    var fingers = Fingers(.navigate)
    fingers.touch(0, (1, .began, 150, 90), (2, .began, 170, 110))
    for step in 1...6 {
      fingers.touch(
        Int64(step) * 10, (1, .moved, 150 + Double(step), 90), (2, .moved, 170 + Double(step), 110))
    }
    fingers.pen(70, .hovering(distance: nil), 110, 65)
    fingers.pen(75, .touching, 110, 65)
    let last = fingers.events.last
    #expect(fingers.steps == ["navigate began", "navigate cancelled"])
    #expect(last?.takesBack == true)
  }

  @Test("do nothing for fingers that are switched off")
  func ignored() {
    var fingers = Fingers(.ignored)
    fingers.touch(0, (1, .began, 50, 50), (2, .began, 90, 50))
    fingers.touch(100, (1, .ended, 50, 50), (2, .ended, 90, 50))
    #expect(fingers.events.isEmpty)
  }

  @Test("keep drawing with the first finger when a second rests down late")
  func lateSecondFinger() {
    var fingers = Fingers(.draw)
    fingers.touch(0, (1, .began, 50, 50))
    fingers.touch(300, (1, .moved, 80, 50))
    fingers.touch(400, (2, .began, 100, 90))
    fingers.touch(500, (1, .moved, 90, 50))
    fingers.touch(600, (1, .ended, 90, 50))
    fingers.touch(700, (2, .ended, 100, 90))
    #expect(fingers.steps == ["draw began", "draw ended"])
  }
}
