import FudeModel
import FudeTouch
import Testing

/// Whatever comes in whatever order: no trap, and every contact's life is told once and in order.
@Suite struct AssociationPropertyTests {
  @Test(arguments: 0..<24) func anyOrderGivesEachContactOneLife(_ seed: Int) {
    var random = Noise(state: UInt64(seed) &* 77 &+ 5)
    var settings = AssociationSettings()
    settings.tipOffset = Double(seed % 3)
    settings.posture = WritingPosture.allCases[seed % 7]
    var stage = PenAssociator(settings: settings)
    var lives = Lives()
    var time: Int64 = 0
    var next: UInt64 = 1
    var live: [UInt64] = []
    for _ in 0..<800 {
      // Now and then time stands still or runs backwards.
      time += random.below(20) == 0 ? -5_000 : Int64(random.below(15_000))
      let now = Timestamp(microseconds: time)
      for event in random.events(at: now, live: &live, next: &next) {
        stage.receive(event) { lives.take($0) }
      }
      if random.below(50) == 0 {
        let deadline = stage.deadline
        stage.advance(to: deadline ?? now) { lives.take($0) }
        if let deadline { #expect((stage.deadline ?? deadline + .milliseconds(1)) > deadline) }
      }
    }
    stage.receive(.suspended(at: Timestamp(microseconds: time + 20_000))) { lives.take($0) }
    stage.advance(to: Timestamp(microseconds: time + 60_000_000)) { lives.take($0) }
    #expect(lives.faults == [])
    #expect(lives.open == 0)
    #expect(lives.began > 60)
    #expect(stage.deadline == nil)
  }

  @Test func theSameEventsGiveTheSameWords() {
    func run() -> [AssociationEvent] {
      var random = Noise(state: 9)
      var stage = PenAssociator()
      var said: [AssociationEvent] = []
      var live: [UInt64] = []
      var next: UInt64 = 1
      for step in 0..<800 {
        let now = Timestamp(microseconds: Int64(step) * 9_000)
        for event in random.events(at: now, live: &live, next: &next) {
          stage.receive(event) { said.append($0) }
        }
      }
      return said
    }
    let once = run()
    #expect(once.count > 500)
    #expect(once == run())
  }

  @Test func hostileNumbersDoNotTrap() {
    var stage = PenAssociator()
    let pen = DeviceID(3)
    let odd: [Double] = [.nan, .infinity, -.infinity, 1e308, -1e308, 0]
    stage.receive(.connected(pen, at: Timestamp(microseconds: .min))) { _ in }
    for (index, value) in odd.enumerated() {
      let time = Timestamp(microseconds: index % 2 == 0 ? .max : Int64(index))
      stage.receive(
        .pen(
          RadioPenReport(
            time: time, pen: pen, tip: index % 2 == 0, pressure: Float(value),
            counter: index % 2 == 0 ? .min : .max,
            tilt: Tilt(x: Float(value), y: Float(value))))
      ) { _ in }
      stage.receive(
        .touch(
          TouchFrame(
            time: time, device: DeviceID(0), surface: SurfaceID(0),
            contacts: [
              Contact(
                id: ContactID(UInt64(index)), phase: .began, position: Point(x: value, y: 1),
                size: ContactSize(major: Float(value), minor: Float(value)))
            ]))
      ) { _ in }
    }
  }
}

/// Checks that each contact began once, changed only as the contract allows and ended once.
struct Lives {
  private enum Stage { case began, accepted, final, over }
  private var lives: [ContactID: Stage] = [:]
  private var tokens: Set<UInt64> = []
  private(set) var faults: [String] = []
  private(set) var began = 0

  var open: Int { lives.values.count { $0 != .over } }

  mutating func take(_ event: AssociationEvent) {
    switch event {
    case .sample(let sample):
      if lives[sample.contact] == nil || lives[sample.contact] == .over {
        faults.append("a point of a contact that is not there")
      }
      if let token = sample.token, !tokens.insert(token).inserted {
        faults.append("a token given twice")
      }
      if let pressure = sample.pressure, !(0...1).contains(pressure) {
        faults.append("pressure \(pressure)")
      }
    case .pressure(let update):
      if tokens.remove(update.token) == nil { faults.append("a pressure for no open point") }
    case .decision(let decision):
      step(decision)
    }
  }

  private mutating func step(_ decision: AssociationDecision) {
    let stage = lives[decision.contact]
    switch (decision.change, stage) {
    case (.began, nil):
      began += 1
      lives[decision.contact] = .began
    case (.accepted, .began): lives[decision.contact] = .accepted
    case (.rejected, .began), (.revoked, .accepted): lives[decision.contact] = .final
    case (.ended, .began), (.ended, .accepted), (.ended, .final),
      (.cancelled, .began), (.cancelled, .accepted), (.cancelled, .final):
      lives[decision.contact] = .over
    default:
      faults.append("\(decision.change) after \(stage.map { "\($0)" } ?? "nothing")")
    }
  }
}

/// A small generator of its own: the property must not depend on the simulation's.
struct Noise {
  var state: UInt64

  mutating func below(_ bound: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % bound
  }

  mutating func events(
    at now: Timestamp, live: inout [UInt64], next: inout UInt64
  ) -> [AssociationInput] {
    let pen = DeviceID(10 + UInt32(below(2)))
    switch below(100) {
    case 0: return [.connected(pen, at: now)]
    case 1: return below(6) == 0 ? [.disconnected(pen, at: now)] : []
    case 2: return below(6) == 0 ? [.suspended(at: now)] : []
    case 3: return below(6) == 0 ? [.lost(DeviceID(0), at: now, .overflow)] : []
    case 4:
      return [.turned(SurfaceOrientation.allCases[Int(below(4))], at: now)]
    case 5..<45:
      return [
        .pen(
          RadioPenReport(
            time: now, pen: pen, tip: below(4) == 0 ? below(2) == 0 : nil,
            pressure: below(5) == 0 ? 0 : Float(below(1000)) / 1000,
            counter: below(2) == 0 ? now.microseconds &- Int64(below(60_000)) : nil))
      ]
    default: return [.touch(frame(at: now, live: &live, next: &next))]
    }
  }

  private mutating func frame(
    at now: Timestamp, live: inout [UInt64], next: inout UInt64
  ) -> TouchFrame {
    var contacts: [Contact] = []
    func place(_ random: inout Noise) -> Point {
      Point(x: Double(random.below(2000)) / 10, y: Double(random.below(1500)) / 10)
    }
    for id in live {
      let phase: ContactPhase = below(8) == 0 ? (below(5) == 0 ? .cancelled : .ended) : .moved
      contacts.append(Contact(id: ContactID(id), phase: phase, position: place(&self)))
      if phase != .moved { live.removeAll { $0 == id } }
    }
    if below(3) == 0 {
      contacts.append(Contact(id: ContactID(next), phase: .began, position: place(&self)))
      live.append(next)
      next += 1
    }
    // A contact nobody has heard of.
    if below(30) == 0 {
      contacts.append(Contact(id: ContactID(next + 5000), phase: .ended, position: .zero))
    }
    return TouchFrame(time: now, device: DeviceID(0), surface: SurfaceID(0), contacts: contacts)
  }
}
