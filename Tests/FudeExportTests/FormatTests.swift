import Foundation
import FudeExport
import FudeInk
import FudeModel
import Testing

/// Strokes with force and tilt, without either, a dot, a highlighter and an eraser.
let sampleDocument: InkDocument = {
  func wave(_ y: Double, force: Bool, tilt: Bool) -> [InkSample] {
    var samples: [InkSample] = []
    for index in 0..<60 {
      let place = Point(x: 10 + Double(index) * 0.5, y: y + 3 * sin(Double(index) / 6))
      var sample = InkSample(time: Timestamp(microseconds: Int64(index) * 4000), position: place)
      if force { sample.pressure = 0.3 + 0.005 * Float(index) }
      if tilt { sample.tilt = Tilt(x: 0.4, y: -0.2) }
      samples.append(sample)
    }
    return samples
  }
  let dot = InkSample(time: .zero, position: Point(x: 50, y: 50), pressure: 0.5)
  var named = Brush.pen
  named.name = "a <pen> & \"more\""
  return InkDocument(strokes: [
    .init(brush: named, samples: wave(10, force: true, tilt: true)),
    .init(brush: .pencil, samples: wave(20, force: true, tilt: false)),
    .init(brush: .pen, samples: wave(30, force: false, tilt: false)),
    .init(brush: .marker, samples: wave(31, force: true, tilt: false)),
    .init(brush: .eraser, samples: wave(40, force: true, tilt: false)),
    .init(brush: .fountain, samples: [dot]),
  ])
}()
let samplePage = Page(size: Size(width: 100, height: 60))

@Suite("Files that others open")
struct FormatTests {
  @Test("PNG: pngcheck finds no fault")
  func png() throws {
    let bytes = try PNG.encode(sampleDocument.drawn(), page: samplePage, width: 400)
    try OutsideTool.check("pngcheck", ["-q", "FILE"], bytes, extension: "png")
  }

  @Test("SVG: xmllint and rsvg-convert find no fault")
  func svg() throws {
    let bytes = Array(SVG.encode(sampleDocument.drawn(), page: samplePage).utf8)
    try OutsideTool.check("xmllint", ["--noout", "FILE"], bytes, extension: "svg")
    try OutsideTool.check(
      "rsvg-convert", ["-o", "OUT.png", "FILE"], bytes, extension: "svg", output: "out.png")
  }

  @Test("PDF: qpdf and pdftoppm find no fault")
  func pdf() throws {
    let bytes = try PDF.encode(sampleDocument.drawn(), page: samplePage)
    #expect(bytes.starts(with: "%PDF".utf8))
    try OutsideTool.check("qpdf", ["--check", "FILE"], bytes, extension: "pdf")
    try OutsideTool.check(
      "pdftoppm", ["-singlefile", "-png", "FILE", "OUT"], bytes, extension: "pdf",
      output: "out.png")
  }

  @Test("A page without area is refused")
  func emptyPage() {
    #expect(throws: ExportError.self) {
      try PDF.encode(Canvas(), page: Page(size: Size(width: 0, height: 5)))
    }
  }

  @Test("InkML: xmllint finds no fault; places, times, forces and tilts come back")
  func inkML() throws {
    let text = InkML.encode(sampleDocument)
    try OutsideTool.check("xmllint", ["--noout", "FILE"], Array(text.utf8), extension: "inkml")
    let back = try InkML.decode(Array(text.utf8))
    #expect(back.notes.isEmpty)
    #expect(back.strokes.count == sampleDocument.strokes.count)
    for (stroke, again) in zip(sampleDocument.strokes, back.strokes) {
      #expect(again.brush.name == stroke.brush.name)
      #expect(again.brush.color == stroke.brush.color)
      #expect(abs(again.brush.width - stroke.brush.width) < 0.001)
      #expect(again.samples.count == stroke.samples.count)
      for (a, b) in zip(stroke.samples, again.samples) {
        #expect(a.time == b.time)
        #expect(a.position.distance(to: b.position) < 0.001)
        #expect(abs((a.pressure ?? -1) - (b.pressure ?? -1)) < 0.0001)
        #expect(abs((a.tilt?.x ?? 9) - (b.tilt?.x ?? 9)) < 0.001)
      }
    }
  }

  @Test("InkML: differences, channels in any order and a bad value are understood")
  func inkMLForms() throws {
    let text = """
      <ink xmlns="http://www.w3.org/2003/InkML"><definitions><context xml:id="k"><traceFormat>
      <channel name="F" max="100"/><channel name="Y" units="cm"/><channel name="X" units="cm"/>
      </traceFormat></context></definitions>
      <trace contextRef="#k">50 1 2, 60'1'1, 70 1 1, 80"1"1</trace>
      <trace contextRef="#k">1 2 3, 4 x 6</trace></ink>
      """
    let back = try InkML.decode(Array(text.utf8))
    let first = back.strokes[0].samples
    #expect(first.map(\.position.x) == [20, 30, 40, 60])
    #expect(first.map(\.position.y) == [10, 20, 30, 50])
    #expect(first.map(\.pressure) == [0.5, 0.6, 0.7, 0.8])
    #expect(back.strokes[1].samples.count == 1)
    #expect(back.notes == ["trace 2: ends at a value that is no number"])
  }

  @Test("xopp: Xournal++ makes a PDF of it; places and widths come back")
  func xopp() throws {
    let canvas = sampleDocument.drawn()
    let bytes = try Xopp.encode(canvas, page: samplePage)
    try OutsideTool.check(
      "xournalpp", ["--create-pdf=OUT.pdf", "FILE"], bytes, extension: "xopp", output: "out.pdf")
    let back = try Xopp.decode(bytes)
    #expect(back.strokes.count == sampleDocument.strokes.count)
    let again = back.drawn()
    for (a, b) in zip(canvas.drawn, again.drawn).prefix(3) {
      let (stroke, copy) = (try #require(canvas[a]), try #require(again[b]))
      #expect(stroke.knots.count == copy.knots.count)
      for (one, other) in zip(stroke.knots, copy.knots).dropFirst(3).dropLast(3) {
        #expect(abs(one.radius - other.radius) < 0.05)
        #expect(abs(one.position.x - other.position.x) < 0.05)
      }
    }
  }

  @Test("Thousands of entities that are none, and floods of elements, end soon")
  func entities() throws {
    let many = "<ink><trace>" + String(repeating: "&", count: 200_000) + "1 2;</trace></ink>"
    #expect(try InkML.decode(Array(many.utf8)).strokes.count <= 1)
    let flood = "<ink>" + String(repeating: "<a/>", count: 270_000) + "</ink>"
    #expect {
      try InkML.decode(Array(flood.utf8))
    } throws: {
      ($0 as? ExportError)?.message.hasPrefix("there are more than 262,144 elements") == true
    }
  }

  @Test("InkML: the pencil comes back as one")
  func pencil() throws {
    let back = try InkML.decode(Array(InkML.encode(sampleDocument).utf8))
    #expect(back.strokes[1].brush.mode == .grain)
    #expect(back.strokes[1].brush.tiltResponse == Brush.pencil.tiltResponse)
  }

  @Test("Files cut off or changed anywhere end in a document or an error", arguments: 0..<90)
  func damaged(_ seed: Int) throws {
    let files = [
      Array(InkML.encode(sampleDocument).utf8),
      try Xopp.encode(sampleDocument.drawn(), page: samplePage),
      UniversalInk.encode(sampleDocument.drawn()),
    ]
    var bytes = files[seed % 3]
    // Positions from the seed alone, so that a failure can be seen again.
    var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15
    for _ in 0...(seed % 7) {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let place = Int(state >> 33) % bytes.count
      if seed % 5 == 0 {
        bytes.removeLast(bytes.count - place - 1)
      } else {
        bytes[place] = UInt8(truncatingIfNeeded: state >> 20)
      }
    }
    survives(bytes) { try InkML.decode($0) }
    survives(bytes) { try Xopp.decode($0) }
    survives(bytes) { try UniversalInk.decode($0) }
  }

  /// Reading ends, in a document that can be drawn or in an error with a sentence.
  private func survives(_ bytes: [UInt8], _ decode: ([UInt8]) throws -> InkDocument) {
    do {
      _ = try decode(bytes).drawn()
    } catch {
      #expect((error as? ExportError)?.message.isEmpty == false)
    }
  }
}
