import AllocationCount
import Foundation
import FudeExport
import FudeInk
import FudeModel
import InkLaboratory

/// A document of 100,000 strokes: opening it, painting what is seen of it, drawing on it.
enum DocumentBenchmark {
  static func run(_ count: Int) {
    var canvas = Canvas()
    var start = ProcessorTime.now
    // Short words, 40 samples each, in lines over a large sheet.
    for index in 0..<count {
      let column = index % 316
      let row = index / 316
      let x = 5 + Double(column) * 8
      let y = 5 + Double(row) * 8
      var id: StrokeID?
      for step in 0..<40 {
        let angle = Double(step) * 0.4
        let sample = InkSample(
          time: Timestamp(microseconds: Int64(step) * 4000),
          position: Point(x: x + 0.12 * Double(step) + sin(angle), y: y + 2 * cos(angle)),
          pressure: Float(0.5 + 0.3 * sin(angle)))
        if let id {
          canvas.extend(id, with: sample)
        } else {
          id = canvas.begin(brush: .pen, at: sample)
        }
      }
      if let id { canvas.end(id) }
    }
    print(
      String(
        format: "%d strokes drawn: %.1f µs a sample", count,
        (ProcessorTime.now - start) / Double(count * 40) * 1e6))
    var renderer = Renderer()
    var bitmap = Bitmap(width: 1600, height: 1000, fill: .white)
    for (name, viewport) in [
      ("a page of it", Viewport(scale: 8, offset: Point(x: -8000, y: -8000))),
      ("all of it", Viewport(scale: 0.4)),
    ] {
      canvas.render(into: &bitmap, viewport: viewport, renderer: &renderer)
      start = ProcessorTime.now
      canvas.render(into: &bitmap, viewport: viewport, renderer: &renderer)
      print(String(format: "painting %@: %.1f ms", name, (ProcessorTime.now - start) * 1e3))
    }
    paintOnAllProcessors(canvas)
    let viewport = Viewport(scale: 8, offset: Point(x: -8000, y: -8000))
    let points = Live.longStroke(2000)
    var times: [Double] = []
    let id = canvas.begin(brush: .pen, at: moved(points[0]))
    _ = canvas.takeDirty()
    for point in points.dropFirst() {
      let before = ProcessorTime.now
      canvas.extend(id, with: moved(point))
      if let dirty = canvas.takeDirty() {
        let rect = canvas.pixels(of: dirty, viewport: viewport, in: bitmap.bounds)
        bitmap.fill(rect, with: .white)
        canvas.render(into: &bitmap, viewport: viewport, clip: rect, renderer: &renderer)
      }
      times.append(ProcessorTime.now - before)
    }
    times.sort()
    print(
      String(
        format: "one event of a new stroke, painted: median %.0f µs, 99th percentile %.0f µs",
        times[times.count / 2] * 1e6, times[times.count * 99 / 100] * 1e6))
    start = ProcessorTime.now
    let found = canvas.stroke(at: Point(x: 1100, y: 1050), within: 5)
    print(String(format: "hit test: %.0f µs", (ProcessorTime.now - start) * 1e6), found != nil)
  }

  /// Paints a large page on one processor and on all, in turn, and compares times and bytes.
  private static func paintOnAllProcessors(_ canvas: Canvas) {
    let page = Page(size: Size(width: 1000, height: 1000))
    var times: [[Double]] = [[], []]
    var pictures: [Bitmap?] = [nil, nil]
    for _ in 0..<5 {
      for (place, workers) in [1, nil].enumerated() {
        let start = ContinuousClock.now
        let picture = canvas.picture(of: page, width: 4000, workers: workers)
        let time = ContinuousClock.now - start
        times[place].append(
          Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds))
        pictures[place] = picture
      }
    }
    let (alone, all) = (times[0].sorted()[2], times[1].sorted()[2])
    print(
      String(
        format:
          "a page of 4000 × 4000 pixels: %.0f ms on one of %d processors, %.0f ms on all (%.2f ×)",
        alone * 1e3, ProcessInfo.processInfo.activeProcessorCount, all * 1e3, alone / all),
      pictures[0]?.pixels == pictures[1]?.pixels ? "the same bytes" : "OTHER BYTES")
  }

  static func moved(_ sample: InkSample) -> InkSample {
    var moved = sample
    moved.position = sample.position + Point(x: 1000, y: 1000)
    return moved
  }
}
