import FudeModel
import FudePad
import Testing

@Suite struct GestureTests {
  func run(_ steps: [(Double, PadButtons)], until end: Double, _ options: PadGestures.Options)
    -> [PadGesture]
  {
    var stage = PadGestures(options: options)
    var seen: [PadGesture] = []
    for (time, buttons) in steps { seen += stage.take(frame(time, buttons)) }
    return seen + stage.pass(end)
  }

  @Test func `A short press is a tap, told when it ends`() {
    let seen = run([(0, .south), (0.2, [])], until: 5, .init())
    #expect(
      seen == [
        .pressed(.south, at: at(0)), .released(.south, at: at(0.2)), .tapped(.south, at: at(0.2)),
      ])
  }

  @Test func `A long press is a hold, told when it becomes one, and no tap`() {
    let seen = run([(0, .south), (0.9, [])], until: 5, .init())
    #expect(
      seen == [
        .pressed(.south, at: at(0)), .held(.south, at: at(0.5)), .released(.south, at: at(0.9)),
      ])
  }

  @Test func `Two taps are a double tap where one is looked for`() {
    let seen = run(
      [(0, .south), (0.1, []), (0.3, .south), (0.4, [])], until: 5, .init(doubleTaps: .south))
    #expect(seen.last == .doubleTapped(.south, at: at(0.4)))
    #expect(!seen.contains { if case .tapped = $0 { true } else { false } })
  }

  @Test func `A single tap waits only where a double tap is looked for`() {
    let seen = run([(0, .south), (0.1, [])], until: 5, .init(doubleTaps: .south))
    #expect(seen.last == .tapped(.south, at: at(0.4)))
    let late = run(
      [(0, .south), (0.1, []), (0.5, .south), (0.6, [])], until: 5, .init(doubleTaps: .south))
    #expect(late.suffix(4).first == .tapped(.south, at: at(0.4)))
    #expect(late.last == .tapped(.south, at: at(0.9)))
  }

  @Test func `Buttons that go down together are a chord, and give neither tap nor hold`() {
    let chord: PadButtons = [.leftShoulder, .rightShoulder]
    let seen = run(
      [(0, .leftShoulder), (0.05, chord), (1, .leftShoulder), (2, [])], until: 5,
      .init(chords: [chord]))
    #expect(
      seen == [
        .pressed(.leftShoulder, at: at(0)), .pressed(.rightShoulder, at: at(0.05)),
        .chord(chord, at: at(0.05)), .released(.rightShoulder, at: at(1)),
        .released(.leftShoulder, at: at(2)),
      ])
  }

  @Test func `Buttons that go down one after the other are no chord`() {
    let chord: PadButtons = [.leftShoulder, .rightShoulder]
    let seen = run([(0, .leftShoulder), (0.2, chord), (0.3, [])], until: 1, .init(chords: [chord]))
    #expect(!seen.contains(.chord(chord, at: at(0.2))))
    #expect(seen.contains(.tapped(.leftShoulder, at: at(0.3))))
  }

  @Test func `A pad that vanishes lets go once, without a tap`() {
    var stage = PadGestures()
    _ = stage.take(frame(0, [.south, .up]))
    var seen: [PadGesture] = []
    stage.cancel(at: at(0.1)) { seen.append($0) }
    stage.cancel(at: at(0.2)) { seen.append($0) }
    #expect(seen == [.released([.south, .up], at: at(0.1))])
    #expect(stage.deadline == nil)
  }
}

@Suite struct IntentTests {
  let view = Size(width: 100, height: 100)

  @Test func `What was held when the pad vanished is let go once and counts again once let go`() {
    var stage = PadIntents(view: view)
    _ = stage.take(.pad(frame(0)))
    _ = stage.take(.pad(frame(1, .south, right: stick(1))))
    let lost = stage.take(.lost(pad, at: at(1.1), .removed))
    #expect(lost.contains(.button(.released(.south, at: at(1.1)))))
    #expect(stage.pass(3).isEmpty)
    let back = stage.take(.pad(frame(4, .south, right: stick(1)))) + stage.pass(5)
    #expect(back.isEmpty)
    #expect(stage.take(.pad(frame(6))).isEmpty)
    #expect(
      stage.take(.pad(frame(7, .south))) == [.button(.pressed(.south, at: at(7)))])
  }

  @Test func `A second overflow or loss of another device lets nothing go`() {
    var stage = PadIntents(view: view)
    _ = stage.take(.pad(frame(0, .south)))
    #expect(stage.take(.lost(pad, at: at(0.1), .overflow)).isEmpty)
    #expect(stage.take(.lost(DeviceID(9), at: at(0.2), .removed)).isEmpty)
    let after = stage.take(.pad(frame(0.3, .east)))
    #expect(after.contains(.button(.released(.south, at: at(0.3)))))
    #expect(after.contains(.button(.pressed(.east, at: at(0.3)))))
  }

  @Test func `The pad in use has the word, a pad on the shelf has not`() {
    let other = DeviceID(1)
    var stage = PadIntents(view: view)
    _ = stage.take(.pad(frame(0, .south)))
    #expect(stage.take(.pad(frame(0.1, .east, device: other))).isEmpty)
    _ = stage.take(.pad(frame(0.2)))
    #expect(stage.take(.pad(frame(0.3, right: SIMD2(0.2, 0), device: other))).isEmpty)
    let taken = stage.take(.pad(frame(0.4, .east, device: other)))
    #expect(taken.contains(.button(.pressed(.east, at: at(0.4)))))
    #expect(stage.device == other)
  }

  @Test(arguments: 0..<24)
  func `In any order of frames, losses and waits every press has one release`(seed: UInt64) {
    var random = SplitMix(state: seed)
    var stage = PadIntents(
      view: view,
      options: .init(
        gestures: .init(doubleTaps: [.south, .up], chords: [[.south, .east], [.up]])))
    var held: PadButtons = []
    var time = 0.0
    func check(_ intent: PadIntent) {
      switch intent {
      case .button(.pressed(let buttons, _)):
        #expect(held.isDisjoint(with: buttons))
        held.formUnion(buttons)
      case .button(.released(let buttons, _)):
        #expect(held.isSuperset(of: buttons))
        held.subtract(buttons)
      default: break
      }
    }
    for _ in 0..<2000 {
      time += Double.random(in: -0.05...0.3, using: &random)
      let device = DeviceID(UInt32.random(in: 0...1, using: &random))
      switch Int.random(in: 0..<20, using: &random) {
      case 0: stage.receive(.lost(device, at: at(time), .removed), emit: check)
      case 1: stage.receive(.lost(device, at: at(time), .overflow), emit: check)
      case 2: stage.advance(to: at(time), emit: check)
      default:
        var wild = frame(
          time, PadButtons(rawValue: UInt32.random(in: 0...15, using: &random)), device: device)
        wild.leftStick.x = Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &random))
        wild.rightStick.y = Float.random(in: -2...2, using: &random)
        stage.receive(.pad(wild), emit: check)
      }
      if let due = stage.deadline { stage.advance(to: due, emit: check) }
    }
    for device in [DeviceID(0), DeviceID(1)] {
      stage.receive(.lost(device, at: at(time + 1), .removed), emit: check)
    }
    #expect(held.isEmpty)
  }
}
