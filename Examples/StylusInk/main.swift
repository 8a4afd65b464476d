// A radio pen's strokes as ink, in a drawing that other programs open.
//
//   StylusInk OUT.svg|.png|.pdf|.uim             a simulated pen writes
//   StylusInk OUT.svg|.png|.pdf|.uim SESSION     a recorded session
import Foundation
import FudeExport
import FudeFormats
import FudeInk
import FudeRecording
import FudeStylus

let words = Array(CommandLine.arguments.dropFirst())
guard let output = words.first else {
  print("usage: StylusInk OUT.svg|.png|.pdf|.uim [SESSION.jsonl]")
  exit(64)
}
let session =
  words.count > 1
  ? try StylusRecording(reading: [.path(words[1])])
  : .simulatedWriting(text: "ink", seed: 3)

// The ink smooths by itself, and shows a stroke from its landing on: forces find their place later.
var settings = StylusSettings()
settings.smoothing = 0
settings.tellsProvisionalStrokes = true

let clock = ManualStylusClock()
let radio = ReplayedTransport(session, clock: clock)
let central = StylusCentral(transport: radio, clock: clock, settings: settings)
let strokes = await central.strokeEvents()
await central.connectNearest()
await session.play(into: central, through: radio, clock: clock)
await central.stop()

var ink = StrokeInk(brush: .fountain)
for await event in strokes { ink.draw(event) }

guard let page = Page(around: ink.canvas) else {
  print("nothing was drawn")
  exit(65)
}
let bytes: [UInt8] =
  switch URL(filePath: output).pathExtension {
  case "svg": Array(SVG.encode(ink.canvas, page: page).utf8)
  case "pdf": try PDF.encode(ink.canvas, page: page)
  case "uim": UniversalInk.encode(ink.canvas)
  default: try PNG.encode(ink.canvas, page: page, width: 1200)
  }
try Data(bytes).write(to: URL(filePath: output))
print("\(ink.canvas.drawnCount) strokes in \(output)")
