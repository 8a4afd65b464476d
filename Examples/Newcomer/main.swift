import FudeStylus

// A hand that does not exist writes; give StylusCentral another transport for a pen that does.
let clock = ManualStylusClock()
let session = StylusRecording.simulatedWriting(text: "hello")
let radio = ReplayedTransport(session, clock: clock)
let central = StylusCentral(transport: radio, clock: clock)

let strokes = await central.strokeEvents()
await central.connectNearest()
Task {
  await session.play(into: central, through: radio, clock: clock)
  await central.stop()
}
var count = 0
for await event in strokes {
  count = event.phase == .began ? event.samples.count : count + event.samples.count
  guard event.phase == .ended, let last = event.samples.last else { continue }
  print("a stroke of \(count) points, pressed \(Int(last.pressure * 100)) % at its end")
}
