import FudeModel
import FudePen
import FudeRecording
import FudeSimulation
import FudeStylus
import FudeTouch
import Testing

/// Whole sessions: events, streams, shortcuts, suggestions, recordings.
@Suite struct SessionTests {
  @Test func aPenIsFoundConnectedAndDescribesItself() async {
    let pen = SimulatedPen(id: DeviceID(1), name: "Brush", maker: "Acme", battery: 15)
    let table = await Table(pens: [pen, SimulatedPen(id: DeviceID(2), signal: -75)])
    await table.central.connectNearest()
    await table.go(3000)
    table.radio.tellAddress("00:00:00:00:00:01", of: DeviceID(1))
    await table.go(3100)
    let snapshot = await table.central.snapshot
    #expect(snapshot.pens.map(\.name) == ["Brush"])
    #expect(snapshot.pens.first?.maker == "Acme")
    #expect(snapshot.pens.first?.battery?.level == .low)
    #expect(snapshot.pens.first?.address == "00:00:00:00:00:01")
    #expect(await table.central.storedPens.first?.serial == "simulated-1")
  }

  @Test func aDeviceThatIsNoPenIsRefused() async {
    let table = await Table(pens: [SimulatedPen(id: DeviceID(1), maximumPressure: nil)])
    await table.connect()
    let events = await table.finish().events
    #expect(
      events.contains {
        if case .connection(let event) = $0 {
          event.kind == .unsupported(DeviceID(1), .noKnownService)
        } else {
          false
        }
      })
  }

  @Test func edgesAreKeptAndStaleForcesAreCounted() async {
    var settings = StylusSettings()
    settings.queueCapacity = 8
    let table = await Table(settings)
    await table.connect()
    for step in 0..<100 {
      await table.report(
        2000 + Int64(step) * 10, tip: true, UInt16(step + 1), buttons: step % 2 == 0 ? 1 : 0)
    }
    await table.go(4000)
    let dropped = table.events.droppedCount
    let kinds = await table.finish().events.penKinds
    #expect(kinds.count { $0 == .buttonDown(1) } == 50)
    #expect(kinds.count { $0 == .buttonUp(1) } == 50)
    let forces = kinds.compactMap { if case .pressure(let force) = $0 { force.raw } else { nil } }
    // The newest eight, and the release at the end.
    #expect(forces.contains(100))
    #expect(forces.count <= 9)
    #expect(dropped >= 91)
  }

  @Test func gesturesAreSuggestedOffWhileAPenWrites() async {
    let table = await Table()
    await table.connect()
    await table.stroke(1, at: 2000)
    await table.stroke(2, at: 2400)
    await table.go(5000)
    let told = await table.finish().events.compactMap {
      if case .gestures(let areEnabled) = $0 { areEnabled } else { nil }
    }
    #expect(told == [false, true])
  }

  @Test(arguments: [0.0, 1.0, 2.5]) func theSuggestionComesAfterItsDelay(_ delay: Double) {
    var suggester = GestureSuggester(delay: .seconds(delay))
    #expect(suggester.strokeBegan() == false)
    let now = Timestamp(microseconds: 1_000_000)
    let atOnce = suggester.strokeEnded(at: now)
    #expect(atOnce == (delay == 0 ? true : nil))
    guard delay > 0 else { return }
    #expect(suggester.advance(to: now + .seconds(delay - 0.1)) == nil)
    #expect(suggester.strokeBegan() == nil)
    #expect(suggester.strokeEnded(at: now + .seconds(delay)) == nil)
    #expect(suggester.advance(to: now + .seconds(2 * delay)) == true)
  }

  @Test func aHeldButtonRepeatsItsShortcutAndWaitsForTheTip() async {
    let table = await Table()
    await table.connect()
    let undo = Seen(0)
    let color = Seen(0)
    await table.central.setShortcut(
      StylusShortcut(key: "undo", name: "Undo", repeats: true) { undo.change { $0 += 1 } },
      forButton: 1)
    await table.central.setShortcut(
      StylusShortcut(key: "color", name: "Colour", worksWhileTipDown: false) {
        color.change { $0 += 1 }
      }, forButton: 2)
    await table.report(2000, tip: false, buttons: 1)
    await table.report(2900, tip: false, buttons: 0)
    await table.report(3000, tip: true, 500, buttons: 0)
    await table.report(3100, tip: true, 500, buttons: 2)
    await table.report(3200, tip: false, 0, buttons: 0)
    await table.report(3300, tip: false, 0, buttons: 2)
    await table.go(4000)
    // At once, then at 0.2, 0.4, 0.6 and 0.8 s.
    #expect(undo.value == 5)
    #expect(color.value == 1)
    _ = await table.finish()
  }

  @Test func delegateCallsComeInOrderAndNeverOverlap() async {
    let witness = Witness()
    let table = await Table(delegate: witness)
    await table.connect()
    await table.stroke(1, at: 2000)
    await table.go(5000)
    _ = await table.finish()
    #expect(witness.overlaps.value == 0)
    #expect(witness.calls.value.first == "began")
    #expect(witness.calls.value.last == "ended")
    #expect(witness.suggestions.value == [false, true])
  }

  @Test(arguments: [false, true]) func simulatedWritingGivesEveryStrokeOnce(
    _ isLeftHanded: Bool
  ) async {
    let recording = StylusRecording.simulatedWriting(
      text: "pen and ink", isLeftHanded: isLeftHanded)
    let strokes = await play(recording)
    var ended: Set<ContactID> = []
    var began: Set<ContactID> = []
    for event in strokes {
      if event.phase == .began { #expect(began.insert(event.stroke).inserted) }
      if event.phase == .ended { #expect(ended.insert(event.stroke).inserted) }
    }
    let truth = RadioDerivation.derive(
      Simulation(
        Simulation.Options(seed: 1, isLeftHanded: isLeftHanded, text: "pen and ink")
      ).inputEvents, link: RadioLink(jitter: .milliseconds(10)))
    #expect(ended == Set(truth.strokes.map(\.contact)))
    #expect(began == ended)
  }

  @Test func aRecordingPlaysAsTheSessionDid() async throws {
    let recording = StylusRecording.simulatedWriting(text: "ink")
    let output = RecordingOutput()
    try recording.write(
      to: output, provenance: Provenance(simulation: "test"),
      surface: DeclaredSurface(number: 0, size: Size(width: 260, height: 173), isMetric: true))
    let again = try StylusRecording(reading: [.bytes(output.bytes, name: "session")])
    #expect(again.pens.count == 1)
    #expect(again.steps.count == recording.steps.count)
    let first = await play(recording)
    let second = await play(again)
    #expect(!first.isEmpty)
    #expect(first.map(\.phase) == second.map(\.phase))
    #expect(first.flatMap(\.samples).count == second.flatMap(\.samples).count)
  }

  @Test func aRunningSessionEndsWithItsTask() async {
    let clock = SystemStylusClock()
    let radio = SimulatedTransport(pens: [SimulatedPen(id: DeviceID(1))], clock: clock)
    let central = StylusCentral(transport: radio, clock: clock)
    let events = await central.events()
    let task = Task { await central.run() }
    await central.connect(DeviceID(1))
    var connected = false
    for await event in events {
      if case .connection(let change) = event, case .connected = change.kind {
        connected = true
        task.cancel()
      }
    }
    #expect(connected)
    await task.value
  }

  private func play(_ recording: StylusRecording) async -> [StrokeEvent] {
    let clock = ManualStylusClock()
    let transport = ReplayedTransport(recording, clock: clock)
    let central = StylusCentral(transport: transport, clock: clock)
    let strokes = await central.strokeEvents()
    await central.connectNearest()
    await recording.play(into: central, through: transport, clock: clock)
    await central.stop()
    var told: [StrokeEvent] = []
    for await event in strokes { told.append(event) }
    return told
  }

  private final class Witness: StylusStrokeDelegate {
    let calls = Seen<[String]>([])
    let overlaps = Seen(0)
    let suggestions = Seen<[Bool]>([])
    private let inside = Seen(0)

    private func call(_ name: String) {
      inside.change { $0 += 1 }
      if inside.value > 1 { overlaps.change { $0 += 1 } }
      calls.change { if $0.last != name { $0.append(name) } }
      inside.change { $0 -= 1 }
    }

    func strokeBegan(_ event: StrokeEvent) { call("began") }
    func strokeMoved(_ event: StrokeEvent) { call("moved") }
    func strokeEnded(_ event: StrokeEvent) { call("ended") }
    func strokeCancelled(_ event: StrokeEvent) { call("cancelled") }
    func gesturesSuggested(_ areEnabled: Bool) { suggestions.change { $0.append(areEnabled) } }
  }
}
