// The pressure-drawing tutorial: lines as wide as the pen presses, joined by quadratic curves.
//
//   PressureLines OUT.png                  draws a simulated pen's writing
//   PressureLines OUT.png SESSION.jsonl    draws a recorded session
import Foundation
import FudeExport
import FudeInk
import FudeModel
import FudeRecording
import FudeStylus

let words = Array(CommandLine.arguments.dropFirst())
guard let output = words.first else {
  print("usage: PressureLines OUT.png [SESSION.jsonl]")
  exit(64)
}
let session =
  words.count > 1
  ? try StylusRecording(reading: [.path(words[1])])
  : .simulatedWriting(text: "pressure lines", seed: 2)

let clock = ManualStylusClock()
let radio = ReplayedTransport(session, clock: clock)
let central = StylusCentral(transport: radio, clock: clock)
let strokes = await central.strokeEvents()
await central.connectNearest()
await session.play(into: central, through: radio, clock: clock)
await central.stop()

// The last pressure told of a point is its real one.
var lines: [[StrokeSample]] = []
var open: [StrokeEvent.ID: [StrokeSample]] = [:]
for await event in strokes {
  open[event.id, default: []] += event.samples
  for update in event.updates {
    open[event.id]?[update.index].pressure = update.pressure
  }
  if event.phase == .ended, let line = open.removeValue(forKey: event.id) { lines.append(line) }
  if event.phase == .cancelled { open[event.id] = nil }
}

var drawing = PressureDrawing(width: 780, height: 520)
for line in lines { drawing.draw(line) }
try Data(PNG.encode(drawing.bitmap)).write(to: URL(fileURLWithPath: output))
print("\(lines.count) strokes, \(lines.joined().count) points")
print("widths from \(drawing.narrowest) to \(drawing.widest) pixels")
// A pixel more or less is the rasteriser's affair.
print("about \((drawing.inked + 50) / 100 * 100) pixels inked")
