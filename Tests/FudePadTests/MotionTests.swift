import FudeModel
import FudePad
import Testing

@Suite struct PointerTests {
  /// The distance that a stick held for ten seconds moves a pointer that has room enough.
  func distance(
    stepsASecond: Int, degrees: Double = 0, length: Double = 1,
    acceleration: PadPointer.Acceleration? = nil
  ) -> Double {
    var pointer = PadPointer(
      area: Size(width: 100, height: 100),
      options: PadPointer.Options(acceleration: acceleration, edge: .wrap))
    var moved = Point.zero
    pointer.receive(frame(0, right: stick(length, degrees: degrees))) { _ in }
    for step in 1...(10 * stepsASecond) {
      pointer.advance(to: at(Double(step) / Double(stepsASecond))) { moved = moved + $0.delta }
    }
    return moved.distance(to: .zero)
  }

  @Test(arguments: [30, 60, 144])
  func `Ten seconds of a held stick move the pointer as far at any rate`(stepsASecond: Int) {
    #expect(abs(distance(stepsASecond: stepsASecond) / 1200 - 1) < 0.0001)
  }

  @Test(arguments: [30, 60, 144])
  func `With acceleration too`(stepsASecond: Int) {
    let moved = distance(stepsASecond: stepsASecond, acceleration: PadPointer.Acceleration())
    // 0.4 s at once, 0.8 s rising from one to two, the rest at two.
    let expected = 120 * (0.4 + 0.8 * 1.5 + 8.8 * 2)
    #expect(abs(moved / expected - 1) < 0.0001)
  }

  @Test(arguments: [15.0, 45, 60, 135, 200, 290], [0.4, 1])
  func `The pointer is as fast along a diagonal as along an axis`(
    degrees: Double, length: Double
  ) {
    let straight = distance(stepsASecond: 60, length: length)
    let slanted = distance(stepsASecond: 60, degrees: degrees, length: length)
    #expect(abs(slanted / straight - 1) < 0.0001)
  }

  @Test func `One call after two silent seconds moves as far as many calls`() {
    var pointer = PadPointer(area: Size(width: 1000, height: 1000))
    pointer.position = .zero
    _ = pointer.take(frame(0, right: stick(1)))
    let moves = pointer.pass(0.4)
    #expect(moves.count == 1)
    #expect(abs(pointer.position.x - 480) < 0.001)
  }

  @Test func `Up on the stick is up on the screen`() {
    var pointer = PadPointer(area: Size(width: 100, height: 100))
    _ = pointer.take(frame(0, right: SIMD2(0, 1)))
    _ = pointer.pass(0.1)
    #expect(pointer.position.y < 50 && pointer.position.x == 50)
  }

  @Test func `The pointer stops at the edge, slides along, and says what was cut off`() {
    var pointer = PadPointer(area: Size(width: 100, height: 1000))
    _ = pointer.take(frame(0, right: stick(1, degrees: 45)))
    let moves = pointer.pass(1)
    #expect(pointer.position.x == 100 && pointer.position.y > 400 && pointer.position.y < 420)
    #expect(abs(moves[0].beyond.x - 34.85) < 0.1 && moves[0].beyond.y == 0)
  }

  @Test func `A wrapping pointer comes in again on the other side`() {
    var pointer = PadPointer(
      area: Size(width: 100, height: 100), options: PadPointer.Options(edge: .wrap))
    _ = pointer.take(frame(0, right: stick(1)))
    _ = pointer.pass(0.5)
    #expect(abs(pointer.position.x - 10) < 0.001)
  }

  @Test func `At rest it wants no waking, and in motion it does`() {
    var pointer = PadPointer(area: Size(width: 100, height: 100))
    _ = pointer.take(frame(0))
    #expect(pointer.deadline == nil)
    _ = pointer.take(frame(1, right: stick(1)))
    #expect(pointer.deadline == at(1.008))
    _ = pointer.take(frame(2))
    #expect(pointer.deadline == nil)
    #expect(pointer.pass(9).isEmpty)
  }

  @Test func `Time that goes backwards moves nothing`() {
    var pointer = PadPointer(area: Size(width: 100, height: 100))
    _ = pointer.take(frame(5, right: stick(1)))
    #expect(pointer.pass(4).isEmpty)
    #expect(pointer.take(frame(3, right: stick(1))).isEmpty)
  }
}

@Suite struct ScrollTests {
  func distance(stepsASecond: Int, deflection: Float) -> Int {
    var scroll = PadScroll(viewHeight: 20)
    var lines = 0
    scroll.receive(frame(0, left: SIMD2(0, -deflection))) { _ in }
    for step in 1...(10 * stepsASecond) {
      scroll.advance(to: at(Double(step) / Double(stepsASecond))) { lines += $0.y }
    }
    return lines
  }

  @Test(arguments: [30, 60, 144, 1000])
  func `Slow scrolling in lines loses no fraction at any rate`(stepsASecond: Int) {
    #expect(abs(distance(stepsASecond: stepsASecond, deflection: 1) - 400) <= 1)
    // 0.2 of the travel is 0.0941 after the dead zone and 0.0335 after the curve.
    #expect(abs(distance(stepsASecond: stepsASecond, deflection: 0.2) - 13) <= 1)
  }

  @Test func `Letting go stops at once`() {
    var scroll = PadScroll(viewHeight: 100)
    _ = scroll.take(frame(0, left: SIMD2(0, 1)))
    #expect(scroll.take(frame(0.5)).map(\.y) == [-100])
    #expect(scroll.pass(5).isEmpty)
    #expect(scroll.deadline == nil)
  }

  @Test(arguments: [30, 60, 144])
  func `Momentum, when wanted, runs out after the same distance at any rate`(rate: Int) {
    var scroll = PadScroll(
      viewHeight: 1000, options: PadScroll.Options(momentum: .seconds(0.325)))
    var moved = 0
    scroll.receive(frame(0, left: SIMD2(0, -1))) { moved += $0.y }
    scroll.receive(frame(1)) { moved += $0.y }
    #expect(moved == 2000)
    for step in 1...(5 * rate) {
      scroll.advance(to: at(1 + Double(step) / Double(rate))) { moved += $0.y }
    }
    #expect(abs(moved - 2650) <= 2)
    #expect(scroll.deadline == nil)
  }
}
