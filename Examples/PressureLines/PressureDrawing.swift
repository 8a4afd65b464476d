import FudeInk
import FudeModel
import FudeStylus

/// Draws strokes whose width follows the pressure.
struct PressureDrawing {
  private(set) var bitmap: Bitmap
  private var rasterizer = Rasterizer()
  private var least = Float.infinity
  private var greatest: Float = 0

  /// Pixels a millimetre.
  private let scale: Float = 3
  /// The width at full pressure, in pixels.
  private let maximumWidth: Float = 12

  init(width: Int, height: Int) {
    bitmap = Bitmap(width: width, height: height, fill: .white)
  }

  /// The narrowest line drawn, in tenths of a pixel, as text.
  var narrowest: String { decimalText(Double(least), places: 1) }
  /// The widest line drawn.
  var widest: String { decimalText(Double(greatest), places: 1) }
  /// Pixels that are not paper.
  var inked: Int { bitmap.pixels.count { $0 != 0xFFFF_FFFF } }

  /// maximum width × pressure / maximum pressure, but never less than 1.
  private mutating func width(_ pressure: Float) -> Float {
    let width = max(1, maximumWidth * pressure)
    least = min(least, width)
    greatest = max(greatest, width)
    return width
  }

  /// Joins the middles between points by quadratic curves with the points as their controls.
  mutating func draw(_ samples: [StrokeSample]) {
    let points = samples.map { sample in
      (
        place: SIMD2(Float(sample.position.x), Float(sample.position.y)) * scale,
        width: width(sample.pressure)
      )
    }
    guard let first = points.first, let last = points.last else { return }
    var shape = Polygons()
    var from = first
    for (point, next) in zip(points, points.dropFirst()) {
      let middle = (
        place: (point.place + next.place) / 2, width: (point.width + next.width) / 2
      )
      addCurve(&shape, from, point.place, middle)
      from = middle
    }
    addCurve(&shape, from, last.place, last)
    rasterizer.paint(shape, on: &bitmap, color: .black)
  }

  private typealias Knot = (place: SIMD2<Float>, width: Float)

  private func addCurve(
    _ shape: inout Polygons, _ from: Knot, _ control: SIMD2<Float>, _ to: Knot
  ) {
    let steps = 6
    var previous = from
    addDisc(&shape, from)
    for step in 1...steps {
      let t = Float(step) / Float(steps)
      let near = from.place * ((1 - t) * (1 - t)) + control * (2 * t * (1 - t))
      let knot = (place: near + to.place * (t * t), width: from.width + (to.width - from.width) * t)
      addLine(&shape, previous, knot)
      previous = knot
    }
    addDisc(&shape, to)
  }

  private func addDisc(_ shape: inout Polygons, _ knot: Knot) {
    shape.append(
      polygon: (0..<16).map { corner in
        let turn = Maths.sinCos(Double(corner) * Maths.pi / 8)
        return knot.place + SIMD2(Float(turn.cos), Float(turn.sin)) * (knot.width / 2)
      })
  }

  private func addLine(_ shape: inout Polygons, _ from: Knot, _ to: Knot) {
    let along = to.place - from.place
    let length = (along * along).sum().squareRoot()
    guard length > 1e-4 else { return }
    let across = SIMD2(-along.y, along.x) / length
    // Corners turn the same way round as the discs'.
    shape.append(
      polygon: [
        from.place - across * (from.width / 2), to.place - across * (to.width / 2),
        to.place + across * (to.width / 2), from.place + across * (from.width / 2),
      ])
  }
}
