import AllocationCount
import FudeModel
import FudeTouch

/// What the association costs with ten contacts on the glass: time an event, and allocations.
///
///     swift run -c release -Xswiftc -cross-module-optimization AssociationBenchmarks
///     AssociationBenchmarks allocations     counts allocations only, for a test
@main
enum Main {
  static func main() {
    if CommandLine.arguments.dropFirst().first == "allocations" { return countAllocations() }
    measure()
  }

  /// Four hundred strokes with palms that come and go; of every fifth stroke the release is lost.
  private static func countAllocations() {
    var desk = Desk()
    desk.hasTroubles = true
    for _ in 0..<100 { desk.writeStroke() }
    desk.prepare(strokes: 400)
    let before = allocation_count()
    for _ in 0..<400 { desk.playPrepared() }
    let allocations = allocation_count() - before
    print("strokes kept of 500: \(desk.kept)")
    print("other contacts kept: \(desk.wrong)")
    print("allocations in 400 strokes: \(allocations)")
  }

  private static func measure() {
    let clock = ContinuousClock()
    var desk = Desk()
    // A hundred strokes settle the delay, and check that every stroke is the pen's.
    for _ in 0..<100 { desk.writeStroke() }
    guard desk.kept == 100, desk.wrong == 0 else {
      print("wrong: of 100 strokes \(desk.kept) were kept, and \(desk.wrong) other contacts")
      return
    }
    desk.prepare(strokes: 401)
    desk.playPrepared()
    var times: [Double] = []
    times.reserveCapacity(400)
    for _ in 0..<400 {
      let events = desk.count
      let taken = clock.measure { desk.playPrepared() }
      times.append(Double(taken.components.attoseconds) / 1e12 / Double(desk.count - events))
    }
    times.sort()
    print(
      "ten contacts and a pen: \(decimalText(times[200], places: 2)) µs an event (median of 400 "
        + "strokes, 95 %: \(decimalText(times[380], places: 2))), \(desk.count) events; "
        + "kept \(desk.kept), wrong \(desk.wrong)")
    measureEdges()
    countAllocations()
  }

  /// The dearest event: a tip-down that finds ten contacts, nothing being learned of the delay.
  private static func measureEdges() {
    let clock = ContinuousClock()
    var times: [Double] = []
    for _ in 0..<200 {
      var stage = PenAssociator()
      stage.receive(.connected(Desk.pen, at: .zero)) { _ in }
      for number in 0..<10 {
        stage.receive(
          .touch(
            Desk.frame(
              [Desk.contact(UInt64(number), .began, Double(number) * 20, 50)],
              at: 1_000_000 + Int64(number) * 1000))
        ) { _ in }
      }
      let report = RadioPenReport(
        time: Timestamp(microseconds: 1_055_000), pen: Desk.pen, tip: true, pressure: 0.4)
      let taken = clock.measure { stage.receive(.pen(report)) { _ in } }
      times.append(Double(taken.components.attoseconds) / 1e12)
    }
    times.sort()
    print(
      "a tip-down among ten undecided contacts, delay unknown: "
        + "\(decimalText(times[100], places: 2)) µs")
  }
}

/// Nine contacts that rest and a pen that writes among them; its events come 55 ms late.
struct Desk {
  static let pen = DeviceID(100)

  /// Whether palms come and go and reports are lost.
  var hasTroubles = false
  private var stage = PenAssociator()
  private var time: Int64 = 1_000_000
  private var next: UInt64 = 100
  private var prepared: [[AssociationInput]] = []
  private var played = 0
  /// Whether the pen seems to be down since the last stroke: its next tip-down is no edge.
  private var wasReleaseLost = false
  private(set) var count = 0
  private(set) var kept = 0
  private(set) var wrong = 0

  init() {
    prepared.reserveCapacity(1024)
    send(.connected(Desk.pen, at: .zero))
    for number in 0..<9 {
      send(
        .touch(
          Desk.frame([Desk.contact(UInt64(number), .began, 150, 90 + Double(number))], at: 1000)))
    }
  }

  mutating func writeStroke() {
    for event in stroke() { send(event) }
  }

  mutating func prepare(strokes: Int) {
    prepared = (0..<strokes).map { _ in stroke() }
    played = 0
  }

  mutating func playPrepared() {
    for index in prepared[played].indices { send(prepared[played][index]) }
    played += 1
  }

  /// Frames of ten contacts every 10 ms and reports every 12.5 ms for 0.4 s, and a pause.
  private mutating func stroke() -> [AssociationInput] {
    var events: [AssociationInput] = []
    let id = next
    next += 1
    let wasReleaseLost = self.wasReleaseLost
    let isReleaseLost = hasTroubles && id % 5 == 0
    if hasTroubles {
      next += 1
      let palm = next
      // Numbers below a hundred and above a million are no pen's.
      for (step, phase) in [(3, ContactPhase.began), (20, .moved), (30, .ended)] {
        events.append(
          .touch(
            Desk.frame(
              [Desk.contact(1_000_000 + palm, phase, 120, 100)],
              at: time + Int64(step) * 10_000 + 3_000)))
      }
    }
    for step in 0...40 {
      let at = time + Int64(step) * 10_000
      let phase: ContactPhase = step == 0 ? .began : step == 40 ? .ended : .moved
      var contacts = (0..<9).map { number in
        Desk.contact(UInt64(number), .moved, 150 + Double(step & 3) / 8, 90 + Double(number))
      }
      contacts.append(Desk.contact(id, phase, 50 + Double(step), 60))
      events.append(.touch(Desk.frame(contacts, at: at)))
    }
    for step in 0...(isReleaseLost ? 31 : 32) {
      let at = time + 50_000 + Int64(step) * 12_500 + Int64(step * 7919 % 10_000)
      events.append(
        .pen(
          RadioPenReport(
            time: Timestamp(microseconds: at), pen: Desk.pen,
            tip: step == 0 && !wasReleaseLost ? true : step == 32 ? false : nil,
            pressure: step == 32 ? 0 : 0.3 + Float(step) / 100)))
    }
    self.wasReleaseLost = isReleaseLost
    time += 900_000
    return events.sorted { $0.time < $1.time }
  }

  private mutating func send(_ event: AssociationInput) {
    count += 1
    var kept = 0, wrong = 0
    stage.receive(event) { said in
      guard case .decision(let decision) = said, decision.change == .ended,
        decision.verdict == .pen
      else { return }
      if (100..<1_000_000).contains(decision.contact.rawValue) { kept += 1 } else { wrong += 1 }
    }
    self.kept += kept
    self.wrong += wrong
  }

  static func frame(_ contacts: [Contact], at time: Int64) -> TouchFrame {
    TouchFrame(
      time: Timestamp(microseconds: time), device: DeviceID(0), surface: SurfaceID(0),
      contacts: contacts)
  }

  static func contact(_ id: UInt64, _ phase: ContactPhase, _ x: Double, _ y: Double) -> Contact {
    Contact(
      id: ContactID(id), phase: phase, position: Point(x: x, y: y),
      size: ContactSize(major: id < 100 ? 14 : 5, minor: 4))
  }
}
