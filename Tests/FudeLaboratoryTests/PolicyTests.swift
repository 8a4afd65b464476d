import FudeLaboratory
import FudeModel
import Testing

@Suite("Policies to measure against")
struct PolicyTests {
  /// A pen in range from 1 to 2 s at (100, 50), leaning right; touches as given, 100 ms each.
  private func session(
    _ touches: [(ms: Int64, x: Double, y: Double)], lean: Float = 0.3
  ) -> Session {
    var events: [InputEvent] = []
    for ms in stride(from: Int64(1000), to: 2000, by: 5) {
      events.append(
        .pen(
          PenSample(
            time: time(ms), device: DeviceID(0), surface: SurfaceID(0),
            state: .hovering(distance: nil), position: Point(x: 100, y: 50),
            tilt: Tilt(x: lean, y: 0))))
    }
    events.append(
      .pen(
        PenSample(
          time: time(2000), device: DeviceID(0), surface: SurfaceID(0), state: .out, position: nil))
    )
    for (number, touch) in touches.enumerated() {
      for (offset, phase) in [(Int64(0), ContactPhase.began), (100, .ended)] {
        events.append(
          .touch(
            TouchFrame(
              time: time(touch.ms + offset), device: DeviceID(1), surface: SurfaceID(0),
              contacts: [
                Contact(
                  id: ContactID(UInt64(number)), phase: phase,
                  position: Point(x: touch.x, y: touch.y))
              ])))
      }
    }
    events.sort { $0.time < $1.time }
    return Session(name: "test", events: events, surfaces: [])
  }

  private func time(_ ms: Int64) -> Timestamp { Timestamp(microseconds: ms * 1000) }

  @Test(
    "keep and refuse what their documentation says",
    arguments: [
      (Policy.none, [true, true, true, true, true]),
      (.lock(hold: .zero), [false, false, false, true, true]),
      (.lock(hold: .seconds(0.5)), [false, false, false, false, true]),
      (.chromeos, [false, false, false, false, true]),
      // Left of the tip by more than 20 mm libinput leaves touch alone.
      (.libinput, [false, false, true, true, true]),
    ])
  func baselines(policy: Policy, kept: [Bool]) {
    let session = session([
      (950, 150, 80), (1500, 150, 80), (1500, 40, 80), (2300, 150, 80), (2700, 150, 80),
    ])
    #expect(policy.outcomes(session).map(\.isKept) == kept)
  }

  @Test("hold a touch for ChromeOS until a second after the pen")
  func chromeosHolds() {
    let outcome = Policy.chromeos.outcomes(session([(2700, 150, 80)]))[0]
    #expect(outcome.shownAt == time(3000))
  }

  @Test("ignore all touch for libinput when the pen stands upright")
  func uprightPen() {
    #expect(Policy.libinput.outcomes(session([(1500, 40, 80)], lean: 0))[0].isKept == false)
  }

  @Test("are found by their names", arguments: Policy.all)
  func names(_ policy: Policy) {
    #expect(Policy(name: policy.name) == policy)
  }

  @Test("are not found by others", arguments: ["", "lock:", "lock:-1", "lock:nan", "windows"])
  func noNames(_ name: String) {
    #expect(Policy(name: name) == nil)
  }

  @Test("give figures that count each labelled contact once")
  func measure() {
    let session = session([(950, 150, 80), (1500, 150, 80), (1500, 40, 80), (2300, 150, 80)])
    var labels = LabelSet()
    labels["test", 0] = .palm
    labels["test", 1] = .palm
    labels["test", 2] = .finger
    labels["test", 3] = .unsure
    var measure = PalmMeasure()
    measure.add(session, labels, Policy.lock(hold: .zero).outcomes(session))
    #expect(measure.palms == 2)
    #expect(measure.palmsKept == 0)
    #expect(measure.shown.map(\.milliseconds) == [50])
    #expect(measure.marks == [1, 0, 0, 0, 0])
    #expect(measure.nearFingers.kept == 0)
    #expect(measure.nearFingers.total == 1)
    #expect(measure.latencies.count == 3)
  }

  @Test("are the same in a mirror for ours")
  func mirror() {
    let session = session([(950, 150, 80), (1500, 150, 80), (1500, 10, 80), (2300, 60, 80)])
    let plain = Policy.fude.outcomes(session).map(\.isKept)
    #expect(Policy.fude.outcomes(session.varied(.mirrored)).map(\.isKept) == plain)
  }
}
