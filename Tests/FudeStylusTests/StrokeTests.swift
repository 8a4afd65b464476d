import FudeInk
import FudeModel
import FudePen
import FudeStylus
import FudeTouch
import Testing

/// What an app gets of a pen's strokes.
@Suite struct StrokeTests {
  @Test func aStrokeBeginsGoesOnAndEndsOnceWithItsPressures() async {
    let table = await Table()
    await table.connect()
    await table.stroke(1, at: 2000)
    await table.go(4000)
    let told = await table.finish().strokes
    #expect(told.phases(of: 1) == [.began, .moved, .ended])
    var pressures: [Int: Float] = [:]
    for event in told {
      for sample in event.samples { pressures[sample.index] = sample.pressure }
      for update in event.updates { pressures[update.index] = update.pressure }
    }
    #expect(pressures.count >= 19)
    // The first point has the first real force, not a default.
    #expect(abs((pressures[0] ?? 0) - 900.0 / 2047) < 0.03)
    #expect(told.first?.pen == DeviceID(1))
    let last = told.last?.samples.last?.position ?? told.flatMap(\.samples).last?.position
    #expect(last == Point(x: 69, y: 50))
  }

  @Test func aPalmIsNeverTold() async {
    let table = await Table()
    await table.connect()
    await table.touch(1900, .began, 9, 110, 80)
    await table.stroke(1, at: 2000)
    await table.touch(2400, .ended, 9, 110, 80)
    await table.go(4000)
    let told = await table.finish().strokes
    #expect(told.phases(of: 9) == [])
    #expect(told.phases(of: 1) == [.began, .moved, .ended])
  }

  @Test func provisionalInkOfAPalmIsTakenBack() async {
    var settings = StylusSettings()
    settings.tellsProvisionalStrokes = true
    let table = await Table(settings)
    await table.connect()
    await table.touch(1900, .began, 9, 110, 80)
    await table.go(4000)
    await table.touch(4100, .ended, 9, 110, 80)
    let told = await table.finish().strokes
    #expect(told.phases(of: 9) == [.began, .cancelled])
  }

  @Test func fingersDrawOnlyWhileNoPenIsConnected() async {
    let table = await Table()
    await table.touch(100, .began, 1, 50, 50)
    await table.touch(120, .moved, 1, 55, 50)
    await table.touch(140, .ended, 1, 55, 50)
    await table.connect()
    #expect(await table.central.isStylusConnected)
    await table.touch(2000, .began, 2, 50, 50)
    await table.touch(2020, .moved, 2, 55, 50)
    await table.touch(2040, .ended, 2, 55, 50)
    await table.go(4000)
    let told = await table.finish().strokes
    #expect(told.phases(of: 1) == [.began, .moved, .ended])
    #expect(told.first?.samples.first?.pressure == 0.5)
    #expect(told.first?.pen == nil)
    #expect(told.phases(of: 2) == [])
  }

  @Test func theLinkDropsInMidStrokeWithAButtonHeld() async {
    // R6: stroke ended once, button released once, touch-only from there, said so.
    let table = await Table()
    await table.connect()
    await table.touch(2000, .began, 1, 50, 50)
    await table.report(2050, tip: true, 900, buttons: 1)
    await table.touch(2060, .moved, 1, 60, 50)
    await table.go(2100)
    table.radio.drop(table.pen)
    await table.touch(2120, .moved, 1, 70, 50)
    await table.touch(2140, .ended, 1, 70, 50)
    await table.touch(2400, .began, 2, 20, 20)
    await table.touch(2420, .ended, 2, 20, 20)
    let (told, others) = await table.finish()
    #expect(told.phases(of: 1) == [.began, .moved, .ended])
    #expect(told.phases(of: 2) == [.began, .ended])
    #expect(others.penKinds.count { $0 == .buttonUp(1) } == 1)
    #expect(others.penKinds.count { $0 == .tipUp } == 1)
    let said = others.contains {
      if case .connection(let event) = $0 {
        event.kind == .disconnected(table.pen, .link(.timeout))
      } else {
        false
      }
    }
    #expect(said)
  }

  @Test func theAppLeavesInMidStroke() async {
    let table = await Table()
    await table.connect()
    await table.touch(2000, .began, 1, 50, 50)
    await table.report(2050, tip: true, 900, buttons: 2)
    await table.touch(2060, .moved, 1, 60, 50)
    await table.central.enterBackground()
    await table.touch(2080, .moved, 1, 60, 50)
    await table.go(3000)
    #expect(await table.central.isStylusConnected == false)
    await table.central.enterForeground()
    await table.go(3100)
    #expect(await table.central.isStylusConnected)
    await table.stroke(2, at: 4000)
    await table.go(5000)
    let (told, others) = await table.finish()
    #expect(told.phases(of: 1) == [.began, .moved, .cancelled])
    #expect(told.phases(of: 2) == [.began, .moved, .ended])
    #expect(others.penKinds.count { $0 == .buttonUp(2) } == 1)
  }

  @Test func theRadioGoesOffInMidStroke() async {
    let table = await Table()
    await table.connect()
    await table.touch(2000, .began, 1, 50, 50)
    await table.report(2050, tip: true, 900)
    await table.touch(2060, .moved, 1, 60, 50)
    table.radio.setRadio(.off)
    await table.touch(2100, .ended, 1, 60, 50)
    await table.go(3000)
    #expect(await table.central.snapshot.radio == .off)
    let told = await table.finish().strokes
    #expect(told.phases(of: 1) == [.began, .moved, .ended])
  }

  @Test func viewsTakeOnlyWhatBeginsInThem() async {
    let table = await Table()
    await table.connect()
    let view = Half()
    let id = await table.central.register(view)
    #expect(await table.central.isRegistered(view))
    await table.stroke(1, at: 2000, y: 20)
    await table.stroke(2, at: 3000, y: 90)
    await table.central.unregister(view)
    await table.stroke(3, at: 4000, y: 90)
    await table.go(6000)
    let told = await table.finish().strokes
    #expect(told.phases(of: 1) == [.began, .moved, .ended])
    #expect(told.first?.view == id)
    #expect(told.phases(of: 2) == [])
    #expect(told.phases(of: 3) == [.began, .moved, .ended])
  }

  @Test func aResponseCurveBendsThePressureAndKeepsTheRawOne() async {
    var settings = StylusSettings()
    settings.response = .heavy
    let table = await Table(settings)
    await table.connect()
    await table.stroke(1, at: 2000)
    await table.go(4000)
    let samples = await table.finish().strokes.flatMap(\.samples)
    for sample in samples {
      guard let raw = sample.rawPressure else { continue }
      #expect(sample.pressure == PressureCurve.heavy.response(to: raw))
    }
    #expect(!samples.isEmpty)
  }

  @Test func aSlowReaderGetsEveryPointInFewerEvents() async {
    let table = await Table()
    await table.connect()
    await table.stroke(1, at: 2000)
    await table.go(4000)
    let told = await table.finish().strokes
    // Nobody read meanwhile: the moves became one.
    #expect(told.count == 3)
    let indices = told.flatMap(\.samples).map(\.index)
    #expect(indices == Array(0..<indices.count))
  }

  @Test func aMovingStrokeSaysWhereThePenWillBe() async throws {
    var settings = StylusSettings()
    settings.prediction = .milliseconds(20)
    let table = await Table(settings)
    await table.connect()
    // Told one by one: a reader that waits gets every event by itself.
    let events = table.strokes
    let reader = Task { () -> [StrokeEvent] in
      var told: [StrokeEvent] = []
      for await event in events { told.append(event) }
      return told
    }
    await table.stroke(1, at: 2000)
    await table.go(4000)
    await table.central.stop()
    let told = await reader.value
    let steady = try #require(told.last { $0.phase == .moved && !$0.predicted.isEmpty })
    let last = try #require(steady.samples.last), ahead = try #require(steady.predicted.first)
    // 1 mm every 10 ms: 2 mm in the 20 ms asked for, and the lag of smoothing on top.
    #expect((1.5...4.5).contains(ahead.position.x - last.position.x))
    #expect(ahead.time == last.time + .milliseconds(20))
    #expect(ahead.isEstimated)
    // What is predicted is never counted among the stroke's points.
    let indices = told.flatMap(\.samples).map(\.index)
    #expect(indices == Array(0..<indices.count))
  }

  @Test func smoothingLagsLessThanItsAmountSaysAndZeroLeavesThePlaces() async {
    for amount in [0.0, 0.8] {
      var settings = StylusSettings()
      settings.smoothing = amount
      let table = await Table(settings)
      await table.connect()
      await table.stroke(1, at: 2000)
      await table.go(4000)
      let samples = await table.finish().strokes.flatMap(\.samples)
      let lags = samples.map { $0.rawPosition.distance(to: $0.position) }
      // 0.1 mm a millisecond, 20 ms at an amount of 1.
      #expect((lags.max() ?? 9) <= amount * 2.01)
      #expect(amount == 0 || (lags.max() ?? 0) > 0.8)
    }
  }

  @Test func everyConsumerGetsEverything() async {
    let table = await Table()
    let others = await table.central.strokeEvents()
    let otherEvents = await table.central.events()
    await table.connect()
    await table.stroke(1, at: 2000)
    // One that comes late gets what is told from then on.
    let late = await table.central.strokeEvents()
    await table.stroke(2, at: 3000)
    await table.go(5000)
    let (strokes, events) = await table.finish()
    var again: [StrokeEvent] = []
    for await event in others { again.append(event) }
    var eventsAgain: [StylusEvent] = []
    for await event in otherEvents { eventsAgain.append(event) }
    var since: [StrokeEvent] = []
    for await event in late { since.append(event) }
    #expect(again == strokes)
    #expect(eventsAgain == events)
    #expect(since.phases(of: 1) == [])
    #expect(since.phases(of: 2) == [.began, .moved, .ended])
  }

  private final class Half: StylusView {
    func contains(_ place: Point) -> Bool { place.y < 50 }
  }
}
