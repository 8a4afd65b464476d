import FudeModel
import FudeTouch
import Testing

@Suite("Arbitration of any events in any order")
struct ArbitrationPropertyTests {
  static let options: [ArbitrationOptions] = [
    ArbitrationOptions(),
    ArbitrationOptions(fingers: .navigate, handedness: .left, trustsPalmFlag: false),
    ArbitrationOptions(penMemory: .zero, decisionLimit: .zero, commitDelay: .zero),
    ArbitrationOptions(
      decisionLimit: .seconds(-1), commitDelay: .seconds(-1), proximityTimeout: .milliseconds(100)),
    ArbitrationOptions(fingers: .ignored),
    ArbitrationOptions(rejectsPalms: false),
  ]

  @Test(
    "ends each contact that began exactly once, and decides it in order", arguments: 0..<60,
    options.indices)
  func ends(seed: Int, option: Int) {
    var rejector = PalmRejector(options: Self.options[option])
    var lives: [Life.Key: Life] = [:]
    var broken: [String] = []
    func take(_ decision: Decision) {
      let key = Life.Key(contact: decision.contact, device: decision.device)
      if let fault = lives[key, default: Life()].take(decision) { broken.append(fault) }
    }
    for event in RandomEvents.make(seed: UInt64(seed)) { rejector.receive(event, emit: take) }
    for device in 0..<4 {
      rejector.receive(
        .lost(DeviceID(UInt32(device)), at: Timestamp(microseconds: .max / 2), .endOfRecording),
        emit: take)
    }
    #expect(broken.isEmpty)
    #expect(lives.values.allSatisfy { !$0.isOpen })
    #expect(!lives.isEmpty)
  }

  @Test("never looks ahead: what a beginning decides, the whole decides too", arguments: 0..<20)
  func prefix(seed: Int) {
    let events = RandomEvents.make(seed: UInt64(seed))
    let whole = decisions(events)
    for length in [1, 7, 50, 123, 399] {
      let part = decisions(Array(events.prefix(length)))
      #expect(part == Array(whole.prefix(part.count)))
    }
  }

  @Test("decides the same however time is cut into steps", arguments: 0..<15)
  func batches(seed: Int) {
    let events = RandomEvents.make(seed: UInt64(seed))
    var dice = Dice(seed: UInt64(seed) &+ 99)
    var rejector = PalmRejector()
    var cut: [Decision] = []
    var now = Timestamp(microseconds: 0)
    for event in events {
      if event.time > now {
        let gap = event.time - now
        for share in [3, 2, 1] where dice.roll(0..<2) == 0 {
          let step = TimeSpan(microseconds: gap.microseconds / Int64(share))
          rejector.advance(to: now + step) { cut.append($0) }
        }
        now = event.time
      }
      rejector.receive(event) { cut.append($0) }
    }
    #expect(cut == decisions(events))
  }

  @Test("wakes when it says it would", arguments: 0..<20)
  func deadlines(seed: Int) {
    var rejector = PalmRejector()
    for event in RandomEvents.make(seed: UInt64(seed)) {
      rejector.receive(event) { _ in }
      guard let deadline = rejector.deadline else { continue }
      #expect(deadline > event.time)
      var copy = rejector
      var early = 0
      copy.advance(to: deadline - TimeSpan(microseconds: 1)) { _ in early += 1 }
      #expect(early == 0)
      var due = 0
      copy.advance(to: deadline) { _ in due += 1 }
      #expect(due > 0)
    }
  }

  @Test("gives each gesture that began exactly one end", arguments: 0..<20, FingerPolicy.allCases)
  func gestures(seed: Int, policy: FingerPolicy) {
    var rejector = PalmRejector(options: ArbitrationOptions(fingers: policy))
    var recogniser = GestureRecognizer(options: GestureOptions(fingers: policy))
    var open: [Gesture: Int] = [:]
    var faults = 0
    func note(_ event: GestureEvent) {
      switch event.phase {
      case .began: open[event.gesture, default: 0] += 1
      case .changed: if open[event.gesture, default: 0] == 0 { faults += 1 }
      case .ended, .cancelled: open[event.gesture, default: 0] -= 1
      }
      if open[event.gesture, default: 0] < 0 { faults += 1 }
    }
    func feed(_ event: InputEvent) {
      var decisions: [Decision] = []
      recogniser.receive(.event(event), emit: note)
      rejector.receive(event) { decisions.append($0) }
      for decision in decisions { recogniser.receive(.decision(decision), emit: note) }
    }
    for event in RandomEvents.make(seed: UInt64(seed)) { feed(event) }
    for device in 0..<4 {
      feed(.lost(DeviceID(UInt32(device)), at: Timestamp(microseconds: .max / 2), .removed))
    }
    #expect(faults == 0)
    #expect(open.values.allSatisfy { $0 == 0 })
  }

  private func decisions(_ events: [InputEvent]) -> [Decision] {
    var rejector = PalmRejector()
    var all: [Decision] = []
    for event in events { rejector.receive(event) { all.append($0) } }
    return all
  }
}

/// The order that a contact's decisions must keep.
private struct Life {
  struct Key: Hashable {
    let contact: ContactID
    let device: DeviceID
  }

  private(set) var isOpen = false
  private var isAccepted = false
  private var isPalm = false

  /// Takes a decision; says what is wrong with it, if anything.
  mutating func take(_ decision: Decision) -> String? {
    let what = "\(decision.contact) \(decision.change)"
    switch decision.change {
    case .began:
      defer { (isOpen, isAccepted, isPalm) = (true, false, false) }
      return isOpen ? what + ": began twice" : nil
    case .accepted:
      defer { isAccepted = true }
      return !isOpen || isAccepted || isPalm ? what : nil
    case .rejected:
      defer { isPalm = true }
      return !isOpen || isAccepted || isPalm || decision.verdict != .palm ? what : nil
    case .revoked:
      defer { isPalm = true }
      return !isOpen || !isAccepted || isPalm || decision.verdict != .palm ? what : nil
    case .ended, .cancelled:
      defer { isOpen = false }
      if isPalm != (decision.verdict == .palm) { return what + ": verdict changed" }
      return isOpen ? nil : what + ": ended twice"
    }
  }
}
