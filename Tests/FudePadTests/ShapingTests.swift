import FudeModel
import FudePad
import Testing

@Suite struct ShapingTests {
  @Test(arguments: [0.0, 30, 45, 90, 137, 180, 225, 300])
  func `The dead zone is the same in every direction`(degrees: Double) {
    let zone = DeadZone()
    #expect(zone.apply(to: stick(0.119, degrees: degrees)) == .zero)
    let inside = zone.apply(to: stick(0.545, degrees: degrees))
    let expected = stick(0.5, degrees: degrees)
    #expect(abs(inside.x - expected.x) < 1e-5 && abs(inside.y - expected.y) < 1e-5)
    let end = zone.apply(to: stick(0.98, degrees: degrees))
    #expect(abs(end.x * end.x + end.y * end.y - 1) < 1e-5)
  }

  @Test func `A corner of a square gate is full deflection and no more`() {
    let corner = DeadZone().apply(to: SIMD2(1, 1))
    #expect(abs(corner.x - 0.70711) < 1e-4 && abs(corner.y - 0.70711) < 1e-4)
  }

  @Test func `Travel just outside the dead zone starts at zero, without a jump`() {
    #expect(DeadZone().apply(to: 0.1201) < 0.001)
    #expect(DeadZone().apply(to: Float(0.97)) == 1)
  }

  @Test(arguments: [
    (Float.nan, Float(0.5)), (2, 0.1), (-3, 7), (0.5, 0.2), (.infinity, -.infinity),
  ])
  func `Edges that make no sense still give a usable zone`(inner: Float, outer: Float) {
    let zone = DeadZone(inner: inner, outer: outer)
    #expect(zone.inner >= 0 && zone.inner < zone.outer && zone.outer <= 1)
    #expect(zone.apply(to: Float(1)) == 1)
    #expect(zone.apply(to: Float(0)) == 0)
    #expect(zone.apply(to: SIMD2<Float>(.nan, 1)) == .zero)
  }

  @Test func `The curve keeps its ends and is finer than a line near rest`() {
    let curve = ResponseCurve()
    #expect(curve.apply(to: Float(0)) == 0)
    #expect(abs(curve.apply(to: Float(1)) - 1) < 1e-6)
    #expect(abs(curve.apply(to: Float(0.1)) - 0.03565) < 1e-5)
    let bent = curve.apply(to: stick(0.5, degrees: 30))
    #expect(abs(bent.y / bent.x - 0.57735) < 1e-4)
  }

  @Test func `Values beyond their range are clamped and what is not a number is at rest`() {
    var wild = frame(0, left: SIMD2(.nan, -7), right: SIMD2(.infinity, -.infinity))
    wild.leftTrigger = -1
    wild.rightTrigger = .nan
    let tame = wild.sanitised
    #expect(tame.leftStick == SIMD2(0, -1) && tame.rightStick == SIMD2(1, -1))
    #expect(tame.leftTrigger == 0 && tame.rightTrigger == 0)
  }
}

@Suite struct DriftTests {
  @Test func `A stick that rests off centre is learned while idle`() {
    var drift = DriftCalibration()
    drift.receive(frame(0, left: SIMD2(0.15, -0.05)))
    drift.receive(frame(1, left: SIMD2(0.155, -0.05)))
    drift.advance(to: at(2.9))
    #expect(drift.lessons == 0)
    drift.advance(to: at(3))
    #expect(drift.lessons == 1)
    let corrected = drift.offsets.apply(to: frame(4, left: SIMD2(0.1533, -0.05)))
    #expect(abs(corrected.leftStick.x) < 0.003 && abs(corrected.leftStick.y) < 0.001)
  }

  @Test(arguments: [
    frame(1, .south, left: SIMD2(0.15, 0)), frame(1, left: SIMD2(0.3, 0)),
    frame(1, left: SIMD2(0.17, 0)), frame(1, left: SIMD2(0.15, 0), right: SIMD2(0, 0.9)),
  ])
  func `A stick in use is not learned`(disturbance: PadFrame) {
    var drift = DriftCalibration()
    drift.receive(frame(0, left: SIMD2(0.15, 0)))
    drift.receive(disturbance)
    drift.receive(frame(3.5, left: SIMD2(0.15, 0)))
    #expect(drift.lessons == 0)
  }

  @Test func `What was kept of a pad is used from its first frame on`() {
    var intents = PadIntents(view: Size(width: 100, height: 100))
    intents.calibrate(pad, from: StickOffsets(right: SIMD2(0.18, 0)))
    _ = intents.take(.pad(frame(0, right: SIMD2(0.2, 0))))
    #expect(intents.pass(1).isEmpty)
    #expect(intents.offsets(of: pad)?.right == SIMD2(0.18, 0))
  }

  @Test func `A drifting pad stops creeping once it has rested`() {
    var intents = PadIntents(view: Size(width: 100, height: 100))
    _ = intents.take(.pad(frame(0, right: SIMD2(0.19, 0))))
    _ = intents.take(.pad(frame(0.1, right: SIMD2(0.191, 0))))
    #expect(!intents.pass(1).isEmpty)
    #expect(!intents.pass(3.2).isEmpty)
    #expect(intents.pass(5).isEmpty)
    #expect(intents.deadline == nil)
  }
}
