import FudeModel
import FudePointer
import FudeSimulation
import Testing

private func report(
  _ kind: PointerReport.Kind, _ phase: PointerReport.Phase, id: Int32 = 1, at time: Int64 = 0,
  x: Double = 0, pressure: Float = 0.5, tilt: SIMD2<Float> = .zero, size: SIMD2<Float> = .one,
  buttons: UInt16 = 0
) -> PointerReport {
  PointerReport(
    time: Timestamp(microseconds: time), phase: phase, kind: kind, pointer: id,
    position: Point(x: x, y: 0), pressure: pressure, tilt: tilt, size: size, buttons: buttons)
}

private func decode(_ reports: [PointerReport]) -> [InputEvent] {
  var decoder = PointerDecoder()
  var events: [InputEvent] = []
  for report in reports { decoder.receive(report) { events.append($0) } }
  return events
}

private func pens(_ events: [InputEvent]) -> [PenSample] {
  events.compactMap { if case .pen(let sample) = $0 { sample } else { nil } }
}

private func contacts(_ events: [InputEvent]) -> [Contact] {
  events.flatMap { event -> [Contact] in
    if case .touch(let frame) = event { frame.contacts } else { [] }
  }
}

@Suite("A browser's pointers")
struct PointerDecoderTests {
  @Test("A pen hovers, touches, hovers and goes")
  func pen() {
    let states = pens(
      decode([
        report(.pen, .move), report(.pen, .down, pressure: 0.3, buttons: 1),
        report(.pen, .move, pressure: 0.6, buttons: 1), report(.pen, .up), report(.pen, .leave),
      ]))
    #expect(
      states.map(\.state) == [
        .hovering(distance: nil), .touching, .touching, .hovering(distance: nil), .out,
      ])
    #expect(states.map(\.pressure) == [0.5, 0.3, 0.6, 0.5, 0.5])
  }

  @Test("The eraser end is told by its button")
  func eraser() {
    let samples = pens(
      decode([report(.pen, .down, buttons: 32), report(.pen, .move, buttons: 32)]))
    #expect(samples.map(\.tool) == [.eraser, .eraser])
  }

  @Test("A mouse draws with its left button only, without pressure, on its own surface")
  func mouse() {
    let samples = pens(
      decode([
        report(.mouse, .down, buttons: 2), report(.mouse, .up), report(.mouse, .down, buttons: 1),
        report(.mouse, .up, buttons: 0),
      ]))
    #expect(samples.map { $0.state == .touching } == [false, false, true, false])
    #expect(samples.allSatisfy { $0.pressure == nil && $0.surface == PointerDecoder.mousePage })
  }

  @Test("A number that is used again is another contact")
  func numbersRepeat() {
    let found = contacts(
      decode([
        report(.touch, .down), report(.touch, .up), report(.touch, .down), report(.touch, .up),
        report(.pen, .down), report(.touch, .down),
      ]))
    #expect(found.map(\.id.rawValue) == [1, 1, 2, 2, 3])
    #expect(found.map(\.phase) == [.began, .ended, .began, .ended, .began])
  }

  @Test("A landing on a number that is down ends what was there")
  func lostLift() {
    let found = contacts(decode([report(.touch, .down), report(.touch, .down, at: 5)]))
    #expect(found.map(\.phase) == [.began, .cancelled, .began])
  }

  @Test(
    "A size that never changes is a placeholder",
    arguments: [SIMD2<Float>(50, 50), SIMD2(1, 1), SIMD2(0, 0)])
  func placeholder(size: SIMD2<Float>) {
    let found = contacts(
      decode([
        report(.touch, .down, id: 1, size: size), report(.touch, .down, id: 2, size: size),
        report(.touch, .move, id: 2, x: 3, size: size),
      ]))
    #expect(found.allSatisfy { $0.size == nil && $0.pressure == nil })
  }

  @Test("Sizes count once two different ones were seen")
  func sizes() {
    let found = contacts(
      decode([
        report(.touch, .down, id: 1, size: [30, 20]), report(.touch, .down, id: 2, size: [80, 96]),
      ]))
    #expect(found[0].size == nil)
    #expect(found[1].size.map { abs($0.major - 25.4) < 0.001 && $0.minor < $0.major } == true)
  }

  @Test("Tilt counts once the pen showed some")
  func tilt() {
    let samples = pens(
      decode([
        report(.pen, .move), report(.pen, .move, tilt: [30, 0]), report(.pen, .move, tilt: [0, 0]),
      ]))
    #expect(samples.map { $0.tilt == nil } == [true, false, false])
  }

  @Test("A pen that takes another's place ends the other's stroke")
  func twoPens() {
    let samples = pens(
      decode([report(.pen, .down, id: 1, buttons: 1), report(.pen, .move, id: 2)]))
    #expect(samples.map { $0.state == .touching } == [true, false, false])
    #expect(samples[1].state == .out)
  }

  @Test("Whatever comes, each landing ends once and nothing traps", arguments: 0..<40)
  func anything(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var decoder = PointerDecoder()
    var open: Set<ContactID> = []
    for step in 0..<500 {
      let wild: [Double] = [0, 1, -1, .nan, .infinity, 1e300]
      var one = report(
        PointerReport.Kind.allCases.randomElement(using: &random) ?? .pen,
        PointerReport.Phase.allCases.randomElement(using: &random) ?? .down,
        id: Int32.random(in: 0...3, using: &random), at: Int64(step),
        x: wild.randomElement(using: &random) ?? 0,
        buttons: UInt16.random(in: 0...63, using: &random))
      one.pressure = Float(wild.randomElement(using: &random) ?? 0)
      decoder.receive(one.settled) { event in
        guard case .touch(let frame) = event else { return }
        for contact in frame.contacts {
          switch contact.phase {
          case .began: #expect(open.insert(contact.id).inserted)
          case .moved: #expect(open.contains(contact.id))
          case .ended, .cancelled: #expect(open.remove(contact.id) != nil)
          }
        }
      }
    }
  }

  @Test("Settled values are finite, in range and on the grid")
  func settled() {
    let wild = report(.pen, .move, x: .nan, pressure: 7, tilt: [.infinity, -100]).settled
    #expect(wild.position.x == 0 && wild.pressure == 1 && wild.tilt == [90, -90])
    #expect(report(.pen, .move, x: 1.23456789).settled.position.x == 1.2346)
  }
}
