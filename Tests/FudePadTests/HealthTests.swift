import FudeModel
import FudePad
import Testing

@Suite struct HealthTests {
  func report(
    _ seconds: Double, _ buttons: PadButtons = [], left: SIMD2<Float> = .zero, trigger: Float = 0
  ) -> PadReport {
    var state = frame(seconds, buttons, left: left)
    state.leftTrigger = trigger
    return PadReport(frame: state)
  }

  @Test func `Drift and noise are measured while the stick stays, not while it passes`() {
    var health = PadHealth()
    for step in 0..<200 {
      health.receive(
        report(Double(step) * 0.01, left: SIMD2(0.1 + (step.isMultiple(of: 2) ? 0.01 : -0.01), 0)))
    }
    for step in 0..<50 {
      health.receive(report(2 + Double(step) * 0.004, left: SIMD2(Float(step) / 50, 0)))
    }
    #expect(abs(health.leftStick.drift - 0.1) < 0.002)
    #expect(abs(health.leftStick.noise - 0.02) < 0.001)
    #expect(abs(health.leftStick.advisedDeadZone - 0.18) < 0.004)
  }

  @Test func `A stick that says nothing is at rest where it said so last`() {
    var health = PadHealth()
    health.receive(report(0, left: SIMD2(0, 0.15)))
    health.advance(to: at(3))
    #expect(abs(health.leftStick.drift - 0.15) < 0.001)
  }

  @Test func `The reach is the shortest of eight directions`() {
    var health = PadHealth()
    for eighth in 0..<8 {
      let length = eighth == 3 ? 0.8 : 1
      health.receive(report(Double(eighth), left: stick(length, degrees: Double(eighth) * 45)))
    }
    let (reach, isComplete) = health.leftStick.shortestReach
    #expect(abs(reach - 0.8) < 0.001 && isComplete)
    #expect(!health.rightStick.shortestReach.isComplete)
  }

  @Test func `A press of two milliseconds is a bounce, one of fifty is a press`() {
    var health = PadHealth()
    health.receive(report(0))
    health.receive(report(0.1, .south))
    health.receive(report(0.102))
    health.receive(report(0.2, .east))
    health.receive(report(0.25))
    #expect(health.bounces == .south && health.pressed == [.south, .east])
  }

  @Test func `The rate is that of the busy times`() {
    var health = PadHealth()
    for step in 0..<100 { health.receive(report(Double(step) * 0.004)) }
    health.receive(report(60))
    #expect(abs((health.rate ?? 0) - 250) < 1)
  }

  @Test func `A trigger that does not come back shows its least`() {
    var health = PadHealth()
    for (step, travel) in [Float(0.2), 1, 0.2].enumerated() {
      health.receive(report(Double(step), trigger: travel))
    }
    #expect(health.leftTrigger == SIMD2(0.2, 1))
  }
}

@Suite struct DialogueTests {
  typealias Input = MappingDialogue.Input

  @Test func `Where the axes rest is learned with the first press, which may tell it first`() {
    // hid-sony before the first report: all at the lower end.
    var dialogue = MappingDialogue(restingAxes: [-1, -1, -1])
    _ = dialogue.receive(.axis(0, 0))
    _ = dialogue.receive(.axis(1, 0))
    _ = dialogue.receive(.button(1, isDown: true))
    var wasAnswered = dialogue.receive(.button(1, isDown: false))
    #expect(wasAnswered)
    #expect(dialogue.bindings == [PadMapping.Binding(control: "a", input: .button(1))])
    while dialogue.question?.control != "lefttrigger" { dialogue.skip() }
    _ = dialogue.receive(.axis(2, 1))
    wasAnswered = dialogue.receive(.axis(2, -1))
    #expect(wasAnswered)
    while dialogue.question?.control != "leftx" { dialogue.skip() }
    _ = dialogue.receive(.axis(0, 1))
    wasAnswered = dialogue.receive(.axis(0, 0))
    #expect(wasAnswered)
    #expect(
      dialogue.bindings.suffix(2).map(\.input) == [
        .axis(2, .whole, isInverted: false), .axis(0, .whole, isInverted: false),
      ])
  }

  @Test func `Of a trigger that is told twice the axis counts, whichever comes first`() {
    for isButtonFirst in [true, false] {
      var dialogue = MappingDialogue(restingAxes: [-1])
      while dialogue.question?.control != "lefttrigger" { dialogue.skip() }
      let inputs: [Input] = [.button(6, isDown: true), .axis(0, 1)]
      for input in isButtonFirst ? inputs : inputs.reversed() { _ = dialogue.receive(input) }
      _ = dialogue.receive(.button(6, isDown: false))
      let wasAnswered = dialogue.receive(.axis(0, -1))
      #expect(wasAnswered)
      #expect(dialogue.bindings.map(\.input) == [.axis(0, .whole, isInverted: false)])
    }
  }

  @Test func `A whole pad is mapped by pressing what is asked`() throws {
    var dialogue = MappingDialogue(restingAxes: [0, 0, -1, 0, 0, -1])
    var asked: [String] = []
    while let question = dialogue.question {
      asked.append(question.control)
      let isAnsweredEarly = dialogue.receive(press(question.control))
      #expect(!isAnsweredEarly && dialogue.isWaitingForRelease)
      let isAnswered = dialogue.receive(release(question.control))
      #expect(isAnswered)
    }
    #expect(asked.count == MappingDialogue.questions.count)
    let mapping = PadMapping(
      guid: String(repeating: "0", count: 32), name: "Mine", bindings: dialogue.bindings)
    #expect(try PadMapping(line: mapping.line) == mapping)
    #expect(
      mapping.line.contains(
        "a:b0,b:b1,x:b2,y:b3,dpup:h0.1,dpdown:h0.4,dpleft:h0.8,dpright:h0.2,"))
    #expect(mapping.line.contains("lefttrigger:a2,righttrigger:a5,leftx:a0,lefty:a1,"))
  }

  @Test func `Triggers that rest in the middle use half an axis, inverted sticks say so`() {
    var dialogue = MappingDialogue(restingAxes: [0, 0, 0])
    while dialogue.question?.control != "lefttrigger" { dialogue.skip() }
    _ = dialogue.receive(.axis(2, -0.9))
    _ = dialogue.receive(.axis(2, 0))
    dialogue.skip()
    _ = dialogue.receive(.axis(0, -1))
    _ = dialogue.receive(.axis(0, 0.1))
    #expect(
      dialogue.bindings.map(\.input) == [
        .axis(2, .negative, isInverted: false), .axis(0, .whole, isInverted: true),
      ])
  }

  @Test func `What answers one question cannot answer another, and going back forgets`() {
    var dialogue = MappingDialogue(restingAxes: [])
    _ = dialogue.receive(.button(3, isDown: true))
    _ = dialogue.receive(.button(3, isDown: false))
    _ = dialogue.receive(.button(3, isDown: true))
    #expect(!dialogue.isWaitingForRelease)
    dialogue.back()
    #expect(dialogue.bindings.isEmpty && dialogue.question?.control == "a")
    _ = dialogue.receive(.button(3, isDown: true))
    #expect(dialogue.isWaitingForRelease)
  }

  @Test(arguments: 0..<10)
  func `Any input leads to the end or waits, never to a trap`(seed: UInt64) {
    var random = SplitMix(state: seed)
    var dialogue = MappingDialogue(restingAxes: [0, .nan, -7, 1])
    for _ in 0..<2000 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: _ = dialogue.receive(.button(.random(in: -3...40, using: &random), isDown: true))
      case 1: _ = dialogue.receive(.button(.random(in: -3...40, using: &random), isDown: false))
      case 2:
        let value = Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &random))
        _ = dialogue.receive(.axis(.random(in: -1...9, using: &random), value))
      case 3:
        _ = dialogue.receive(
          .hat(.random(in: -1...3, using: &random), .random(in: -9...99, using: &random)))
      case 4: dialogue.back()
      default: dialogue.skip()
      }
    }
  }

  private func press(_ control: String) -> Input { input(control, isDown: true) }
  private func release(_ control: String) -> Input { input(control, isDown: false) }

  private func input(_ control: String, isDown: Bool) -> Input {
    let axes = ["leftx": 0, "lefty": 1, "rightx": 3, "righty": 4]
    let hats = ["dpup": 1, "dpright": 2, "dpdown": 4, "dpleft": 8]
    if let axis = axes[control] { return .axis(axis, isDown ? 1 : 0) }
    if let mask = hats[control] { return .hat(0, isDown ? mask : 0) }
    if control == "lefttrigger" { return .axis(2, isDown ? 1 : -1) }
    if control == "righttrigger" { return .axis(5, isDown ? 1 : -1) }
    let buttons = ["a", "b", "x", "y"] + MappingDialogue.questions.map(\.control)
    return .button(buttons.firstIndex(of: control) ?? 0, isDown: isDown)
  }
}
