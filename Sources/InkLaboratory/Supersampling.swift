public import FudeInk

/// The reference for coverage: a grid of samples in each pixel, inside where the winding number is not 0.
public enum Supersampling {
  /// Coverage of each pixel, `0...1`, row by row.
  public static func coverage(
    _ polygons: Polygons, width: Int, height: Int, grid: Int = 16
  ) -> [Float] {
    let fine = Float(grid)
    var crossings = Array(repeating: [(x: Float, turn: Int)](), count: height * grid)
    for index in 0..<polygons.count {
      let range = polygons.range(of: index)
      var from = polygons.points[range.upperBound - 1]
      for to in polygons.points[range] {
        if from.y != to.y { cross(from, to, &crossings, fine) }
        from = to
      }
    }
    var counts = Array(repeating: Float(0), count: width * height)
    for line in crossings.indices {
      let sorted = crossings[line].sorted { $0.x < $1.x }
      var winding = 0
      var start: Float = 0
      for crossing in sorted {
        if winding != 0 {
          // Samples at (k + ½) / 16.
          var sample = max(0, Int((start * fine - 0.5).rounded(.up)))
          let end = min(width * grid - 1, Int((crossing.x * fine - 0.5).rounded(.up)) - 1)
          while sample <= end {
            counts[(line / grid) * width + sample / grid] += 1
            sample += 1
          }
        }
        winding += crossing.turn
        start = crossing.x
      }
    }
    return counts.map { $0 / (fine * fine) }
  }

  private static func cross(
    _ a: SIMD2<Float>, _ b: SIMD2<Float>, _ crossings: inout [[(x: Float, turn: Int)]],
    _ fine: Float
  ) {
    let isDown = a.y < b.y
    let top = isDown ? a : b
    let bottom = isDown ? b : a
    var line = max(0, Int((top.y * fine - 0.5).rounded(.up)))
    while line < crossings.count {
      let y = (Float(line) + 0.5) / fine
      if y >= bottom.y { break }
      let x = top.x + (bottom.x - top.x) * (y - top.y) / (bottom.y - top.y)
      crossings[line].append((x, isDown ? 1 : -1))
      line += 1
    }
  }

  /// Root mean square and largest error over the pixels that either calls partly covered.
  public static func compare(
    _ drawn: Bitmap, with reference: [Float]
  ) -> (rms: Double, largest: Double, pixels: Int) {
    var sum = 0.0
    var largest = 0.0
    var count = 0
    for (index, pixel) in drawn.pixels.enumerated() {
      let ours = Double(pixel >> 24) / 255
      let exact = Double(reference[index])
      guard (ours > 0 && ours < 1) || (exact > 0 && exact < 1) else { continue }
      sum += (ours - exact) * (ours - exact)
      largest = max(largest, abs(ours - exact))
      count += 1
    }
    return ((sum / Double(max(1, count))).squareRoot(), largest, count)
  }
}
