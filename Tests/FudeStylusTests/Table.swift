import FudeModel
import FudePen
import FudeStylus
import FudeTouch
import Synchronization

/// A session on a table: simulated radio, hand-made touches, a clock that goes when told.
actor Table {
  let clock = ManualStylusClock()
  let radio: SimulatedTransport
  let central: StylusCentral
  let pen = DeviceID(1)
  let strokes: StylusEvents<StrokeEvent>
  let events: StylusEvents<StylusEvent>

  init(
    _ settings: StylusSettings = StylusSettings(), pens: [SimulatedPen]? = nil,
    delegate: (any StylusStrokeDelegate)? = nil
  ) async {
    radio = SimulatedTransport(pens: pens ?? [SimulatedPen(id: DeviceID(1))], clock: clock)
    central = StylusCentral(transport: radio, clock: clock, settings: settings)
    strokes = await central.strokeEvents()
    events = await central.events()
    await central.setDelegate(delegate)
  }

  /// Lets time pass to a moment in milliseconds.
  func go(_ milliseconds: Int64) async {
    let time = Timestamp(microseconds: milliseconds * 1000)
    await central.process(until: time)
    clock.advance(to: time)
  }

  /// Connects the pen by the end of the first second.
  func connect(_ pen: DeviceID? = nil) async {
    await central.connect(pen ?? self.pen)
    await go(1000)
  }

  func touch(_ time: Int64, _ phase: ContactPhase, _ id: UInt64, _ x: Double, _ y: Double) async {
    await go(time)
    central.touch(
      TouchFrame(
        time: clock.now, device: DeviceID(0), surface: SurfaceID(0),
        contacts: [Contact(id: ContactID(id), phase: phase, position: Point(x: x, y: y))]))
    await central.process(until: clock.now)
  }

  func report(
    _ time: Int64, tip: Bool, _ pressure: UInt16 = 0, buttons: UInt8 = 0, from pen: DeviceID? = nil
  ) async {
    await go(time)
    radio.send(
      FudePenReport.encode(
        isTipDown: tip, buttons: buttons, pressure: pressure, maximumPressure: 2047,
        counter: clock.now.microseconds), from: pen ?? self.pen)
    await central.process(until: clock.now)
  }

  /// One stroke of the pen from `start`, 200 ms long, its events 50 ms late.
  func stroke(_ id: UInt64, at start: Int64, y: Double = 50, buttons: UInt8 = 0) async {
    await touch(start, .began, id, 50, y)
    for step in 1...4 { await touch(start + Int64(step) * 10, .moved, id, 50 + Double(step), y) }
    await report(start + 50, tip: true, 900, buttons: buttons)
    for step in 6...19 {
      await touch(start + Int64(step) * 10, .moved, id, 50 + Double(step), y)
      if step % 2 == 0 {
        await report(
          start + Int64(step) * 10, tip: true, 900 + UInt16(step) * 10, buttons: buttons)
      }
    }
    await touch(start + 200, .ended, id, 69, y)
    await report(start + 250, tip: false, 0, buttons: buttons)
  }

  /// Everything told so far; ends the session.
  func finish() async -> (strokes: [StrokeEvent], events: [StylusEvent]) {
    await central.stop()
    var told: [StrokeEvent] = []
    for await event in strokes { told.append(event) }
    var others: [StylusEvent] = []
    for await event in events { others.append(event) }
    return (told, others)
  }
}

extension [StrokeEvent] {
  /// The phases of one stroke, repeated moves as one.
  func phases(of stroke: UInt64) -> [StrokeEvent.Phase] {
    var phases: [StrokeEvent.Phase] = []
    for event in self where event.stroke == ContactID(stroke) && phases.last != event.phase {
      phases.append(event.phase)
    }
    return phases
  }
}

extension [StylusEvent] {
  /// What pens said.
  var penKinds: [PenEvent.Kind] {
    compactMap { if case .pen(let event) = $0 { event.kind } else { nil } }
  }
}

/// A box for what closures saw.
final class Seen<Value: Sendable>: Sendable {
  private let box: Mutex<Value>

  init(_ value: Value) { box = Mutex(value) }

  var value: Value { box.withLock { $0 } }

  func change(_ body: @Sendable (inout Value) -> Void) { box.withLock { body(&$0) } }
}
