import FudeModel
import FudeTouch
import Testing

@Suite struct ArbitrationTests {
  @Test func aLoneFingerIsAcceptedAsItLands() {
    var rejector = PalmRejector()
    var decisions: [Decision] = []
    rejector.receive(touch(0, 1, .began, 100, 50)) { decisions.append($0) }
    rejector.receive(touch(90, 1, .ended, 100, 50)) { decisions.append($0) }
    #expect(decisions.map(\.change) == [.began, .accepted, .ended])
    #expect(decisions[1].time == .zero)
  }

  @Test func aContactBelowTheWritingTipIsRejectedAsItLands() {
    var rejector = PalmRejector()
    var decisions: [Decision] = []
    rejector.receive(pen(0, .touching, 100, 50)) { decisions.append($0) }
    rejector.receive(touch(10, 1, .began, 150, 80)) { decisions.append($0) }
    rejector.receive(touch(90, 1, .ended, 150, 80)) { decisions.append($0) }
    #expect(decisions.map(\.change) == [.began, .rejected, .ended])
  }

  private func touch(
    _ ms: Int64, _ id: UInt64, _ phase: ContactPhase, _ x: Double, _ y: Double
  ) -> InputEvent {
    .touch(
      TouchFrame(
        time: Timestamp(microseconds: ms * 1000), device: DeviceID(1), surface: SurfaceID(0),
        contacts: [Contact(id: ContactID(id), phase: phase, position: Point(x: x, y: y))]))
  }

  private func pen(_ ms: Int64, _ state: PenState, _ x: Double, _ y: Double) -> InputEvent {
    .pen(
      PenSample(
        time: Timestamp(microseconds: ms * 1000), device: DeviceID(0), surface: SurfaceID(0),
        state: state, position: Point(x: x, y: y)))
  }
}
