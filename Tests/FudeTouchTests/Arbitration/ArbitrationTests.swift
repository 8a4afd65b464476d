import FudeModel
import FudeTouch
import Testing

/// A pen (device 0) and a touchscreen (device 1) on surface 0, and what is decided.
private struct Desk {
  var rejector: PalmRejector
  private(set) var decisions: [Decision] = []

  init(_ options: ArbitrationOptions = ArbitrationOptions()) {
    rejector = PalmRejector(options: options)
  }

  mutating func receive(_ event: InputEvent) {
    rejector.receive(event) { decisions.append($0) }
  }

  mutating func touch(
    _ ms: Int64, _ id: UInt64, _ phase: ContactPhase, _ x: Double, _ y: Double, palm: Bool = false,
    size: Float? = nil, surface: UInt32 = 0
  ) {
    let size = size.map { ContactSize(major: $0, minor: $0) }
    receive(
      .touch(
        TouchFrame(
          time: Timestamp(microseconds: ms * 1000), device: DeviceID(1),
          surface: SurfaceID(surface),
          contacts: [
            Contact(
              id: ContactID(id), phase: phase, position: Point(x: x, y: y), size: size,
              isPalmByDevice: palm)
          ])))
  }

  mutating func pen(_ ms: Int64, _ state: PenState, _ x: Double, _ y: Double, lean: Float? = nil) {
    receive(
      .pen(
        PenSample(
          time: Timestamp(microseconds: ms * 1000), device: DeviceID(0), surface: SurfaceID(0),
          state: state, position: Point(x: x, y: y), tilt: lean.map { Tilt(x: $0, y: 0.2) })))
  }

  mutating func hover(_ span: Range<Int64>, _ x: Double, _ y: Double, lean: Float? = nil) {
    for ms in stride(from: span.lowerBound, to: span.upperBound, by: 5) {
      pen(ms, .hovering(distance: 0.3), x, y, lean: lean)
    }
  }

  mutating func wait(_ ms: Int64) {
    rejector.advance(to: Timestamp(microseconds: ms * 1000)) { decisions.append($0) }
  }

  func changes(_ id: UInt64) -> [Decision.Change] {
    decisions.filter { $0.contact == ContactID(id) }.map(\.change)
  }
}

@Suite("Arbitration")
struct ArbitrationTests {
  @Test("accepts a lone finger as it lands and ends it as it lifts")
  func loneFinger() {
    var desk = Desk()
    desk.touch(0, 1, .began, 100, 50)
    desk.touch(90, 1, .ended, 100, 50)
    #expect(desk.decisions.map(\.change) == [.began, .accepted, .ended])
    #expect(desk.decisions[1].time == .zero)
  }

  @Test("rejects a contact below the writing tip as it lands")
  func palm() {
    var desk = Desk()
    desk.pen(0, .touching, 100, 50)
    desk.touch(10, 1, .began, 150, 80)
    desk.touch(90, 1, .ended, 150, 80)
    #expect(desk.decisions.map(\.change) == [.began, .rejected, .ended])
  }

  @Test("keeps the other hand alive under a leaning pen, in range and just after")
  func otherHand() {
    var desk = Desk()
    desk.hover(0..<500, 150, 60, lean: 0.4)
    desk.touch(500, 1, .began, 40, 70)
    desk.hover(500..<800, 150, 60, lean: 0.4)
    desk.touch(800, 1, .ended, 40, 70)
    desk.pen(850, .out, 150, 60)
    desk.touch(900, 2, .began, 40, 90)
    #expect(desk.changes(1).prefix(2) == [.began, .accepted])
    #expect(desk.changes(2) == [.began, .accepted])
  }

  @Test("takes the side that it is given", arguments: [(Handedness.right, true), (.left, false)])
  func handedness(_ hand: Handedness, _ isRejected: Bool) {
    var desk = Desk(ArbitrationOptions(handedness: hand))
    desk.hover(0..<50, 130, 60)
    desk.touch(50, 1, .began, 185, 92)
    desk.wait(400)
    #expect(desk.changes(1).contains(.rejected) == isRejected)
  }

  @Test(
    "looks for the hand where the user sits",
    arguments: [
      (QuarterTurn.none, 55.0, 32.0), (.half, -55, -32), (.clockwise, 32, -55),
      (.counterClockwise, -32, 55),
    ])
  func turned(_ turn: QuarterTurn, _ x: Double, _ y: Double) {
    var desk = Desk(ArbitrationOptions(handedness: .right))
    desk.rejector.turn(SurfaceID(0), to: turn)
    desk.hover(0..<50, 130, 90)
    desk.touch(50, 1, .began, 130 + x, 90 + y)
    desk.touch(51, 2, .began, 130 - 1.6 * x, 90 - 1.6 * y)
    desk.wait(400)
    #expect(desk.changes(1) == [.began, .rejected])
    #expect(desk.changes(2) == [.began, .accepted])
  }

  @Test("believes the device's palm flag, or takes it as evidence", arguments: [true, false])
  func palmFlag(_ trusts: Bool) {
    var desk = Desk(ArbitrationOptions(trustsPalmFlag: trusts))
    desk.touch(0, 1, .began, 100, 50)
    desk.touch(20, 1, .moved, 100, 51, palm: true)
    #expect(desk.changes(1) == (trusts ? [.began, .accepted, .revoked] : [.began, .accepted]))
    #expect(desk.decisions.last?.reason.code == (trusts ? .palmFlag : .evidence))
  }

  @Test("forgets a pen that never says it left")
  func endlessProximity() {
    var desk = Desk(ArbitrationOptions(proximityTimeout: .milliseconds(1000)))
    desk.pen(0, .hovering(distance: nil), 100, 50)
    desk.touch(500, 1, .began, 150, 80)
    desk.touch(600, 1, .ended, 150, 80)
    desk.touch(6000, 2, .began, 150, 80)
    #expect(desk.changes(1).contains(.rejected))
    #expect(desk.changes(2) == [.began, .accepted])
  }

  @Test("gates only the pen's own surface")
  func surfaces() {
    var desk = Desk()
    desk.pen(0, .touching, 100, 50)
    desk.touch(10, 1, .began, 150, 80, surface: 7)
    #expect(desk.changes(1) == [.began, .accepted])
  }

  @Test("rejects every touch when only the pen works, none when rejection is off")
  func policies() {
    var penOnly = Desk(ArbitrationOptions(fingers: .ignored))
    penOnly.touch(0, 1, .began, 100, 50)
    #expect(penOnly.changes(1) == [.began, .rejected])
    #expect(penOnly.decisions.last?.reason.code == .penOnly)
    var off = Desk(ArbitrationOptions(rejectsPalms: false))
    off.pen(0, .touching, 100, 50)
    off.touch(10, 1, .began, 150, 80, palm: true)
    #expect(off.changes(1) == [.began, .accepted])
    #expect(off.decisions.last?.reason.code == .rejectionOff)
  }

  @Test("cancels what a lost device held, and says why")
  func loss() {
    var desk = Desk()
    desk.touch(0, 1, .began, 100, 50)
    desk.receive(.lost(DeviceID(1), at: Timestamp(microseconds: 50_000), .removed))
    desk.touch(60, 1, .moved, 101, 50)
    desk.touch(70, 1, .ended, 101, 50)
    #expect(desk.changes(1) == [.began, .accepted, .cancelled])
    #expect(desk.decisions.last?.reason.code == .deviceRemoved)
  }

  @Test("takes back a tap when the pen comes just after its lift")
  func tapBeforePen() {
    var desk = Desk()
    desk.rejector.expectPen(on: SurfaceID(0))
    desk.touch(0, 1, .began, 155, 82)
    desk.touch(40, 1, .ended, 155, 82)
    desk.hover(100..<120, 100, 50)
    desk.wait(500)
    #expect(desk.changes(1) == [.began, .accepted, .revoked, .ended])
    #expect(desk.decisions.first { $0.change == .revoked }?.reason.code == .penArrived)
  }

  @Test("learns a finger's size on the device and then doubts what is much larger")
  func sizes() {
    var desk = Desk()
    for number in 0..<6 {
      let ms = Int64(number) * 300
      desk.touch(ms, UInt64(number), .began, 100, 50, size: 300)
      desk.touch(ms + 100, UInt64(number), .ended, 100, 50, size: 300)
    }
    desk.touch(3000, 10, .began, 100, 50, size: 900)
    #expect(desk.changes(10) == [.began])
    desk.wait(3500)
    #expect(desk.changes(10) == [.began, .accepted])
    let ratio = desk.decisions.last?.reason.evidence.sizeRatio
    #expect(ratio.map { abs($0 - 3) < 0.01 } == true)
  }

  @Test("gives up the oldest of too many contacts instead of growing")
  func bounded() {
    var desk = Desk()
    for number in 0..<500 { desk.touch(Int64(number), UInt64(number), .began, 100, 50) }
    let ends = desk.decisions.filter { $0.change == .cancelled }
    #expect(ends.count == 500 - ArbitrationConstants.mostContacts)
    #expect(ends.allSatisfy { $0.reason.code == .superseded })
  }

  @Test("has a sentence for every reason", arguments: Reason.Code.allCases)
  func sentences(_ code: Reason.Code) {
    var desk = Desk()
    desk.pen(0, .touching, 100, 50)
    desk.touch(10, 1, .began, 150, 80, size: 5)
    let evidence = desk.decisions.last?.reason.evidence ?? Evidence()
    let sentence = Reason(code: code, age: .milliseconds(123), evidence: evidence).sentence
    #expect(sentence.count > 5)
    #expect(!sentence.contains("?"))
    #expect(!sentence.contains("\n"))
  }

  @Test("names the terms with their numbers, the loudest first, and the odds")
  func sentence() {
    var desk = Desk()
    desk.pen(0, .touching, 100, 50)
    desk.touch(10, 1, .began, 155, 82)
    #expect(
      desk.decisions.last?.reason.sentence
        == "at landing: 55 mm right and 32 mm below the tip, where the hand lies (+3.0), "
        + "the pen is in range (+0.6); odds 37 to 1 for a palm")
  }
}
