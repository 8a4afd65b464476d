import AllocationCount
import FudeInk
import FudeModel
import InkLaboratory

/// How often memory is asked for while a pen draws.
enum AllocationBenchmark {
  /// Allocations over 4000 events in the middle of a stroke: model, outline, prediction, then the
  /// same with a canvas that paints what changed after each event.
  static func run() {
    let points = Live.longStroke(8000)
    var builder = StrokeBuilder(brush: .pen)
    builder.reserve(points.count)
    var guess = Point.zero
    for point in points[..<4000] { builder.append(point) }
    var start = allocation_count()
    for point in points[4000...] {
      builder.append(point)
      guess = builder.model.predicted(at: .milliseconds(16)) ?? guess
    }
    let bare = allocation_count() - start

    var canvas = Canvas()
    var renderer = Renderer()
    var bitmap = Bitmap(width: 1000, height: 800, fill: .white)
    let viewport = Viewport(scale: 5)
    let id = canvas.begin(brush: .pen, at: points[0])
    canvas.reserve(points.count, for: id)
    for point in points[1..<4000] { draw(point) }
    start = allocation_count()
    for point in points[4000...] { draw(point) }
    let painted = allocation_count() - start
    // Printing allocates, so it comes last.
    print("allocations over 4000 events: \(bare)")
    print("allocations over 4000 events painted on a canvas: \(painted)")

    func draw(_ point: InkSample) {
      canvas.extend(id, with: point)
      guard let dirty = canvas.takeDirty() else { return }
      let rect = canvas.pixels(of: dirty, viewport: viewport, in: bitmap.bounds)
      bitmap.fill(rect, with: .white)
      canvas.render(into: &bitmap, viewport: viewport, clip: rect, renderer: &renderer)
    }
  }
}
