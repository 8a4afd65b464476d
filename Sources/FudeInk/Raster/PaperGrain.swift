import FudeModel

/// The tooth of the paper: which of its points a pencil reaches.
///
/// Two layers of smoothly joined random heights, fixed to the paper: they move, turn and grow with
/// it. The same place has the same height on every machine. Where a pixel is larger than the grain
/// the eye sees its mean, so it fades out.
struct PaperGrain {
  /// The side of a cell of the coarser layer, in millimetres: what drawing paper shows.
  private static let cell: Float = 0.14
  /// How far a stroke reaches into the tooth, `0...1`: the height from which on half is left.
  private static let reach: Float = 0.66
  /// How soft the border between reached and not reached is, in heights.
  private static let softness: Float = 0.5

  private let corner: SIMD2<Float>
  private let alongX: SIMD2<Float>
  private let alongY: SIMD2<Float>
  /// How much of the grain shows, `0...1`.
  let strength: Float

  init(_ viewport: Viewport) {
    func cells(_ x: Double, _ y: Double) -> SIMD2<Float> {
      let point = viewport.point(at: Point(x: x, y: y))
      return SIMD2(Float(point.x), Float(point.y)) / PaperGrain.cell
    }
    corner = cells(0.5, 0.5)
    alongX = cells(1.5, 0.5) - corner
    alongY = cells(0.5, 1.5) - corner
    let pixelsPerCell = Float(viewport.scale) * PaperGrain.cell
    strength = max(0, min(1, (pixelsPerCell - 0.4) / 0.8))
  }

  /// How much of full ink a pixel takes, `0...255`.
  func share(x: Int, y: Int) -> UInt32 {
    let place = corner + alongX * Float(x) + alongY * Float(y)
    let height = 0.62 * layer(place, 0x9e37) + 0.38 * layer(place * 2.17, 0x85eb)
    let reached = max(0, min(1, 0.5 + (PaperGrain.reach - height) / PaperGrain.softness))
    return UInt32(255 * (1 - strength * (1 - reached)))
  }

  /// A height of one layer, `0...1`.
  private func layer(_ place: SIMD2<Float>, _ seed: UInt32) -> Float {
    let held = pointwiseMax(pointwiseMin(place, SIMD2(repeating: 1e6)), SIMD2(repeating: -1e6))
    let whole = held.rounded(.down)
    let part = held - whole
    let smooth = part * part * (3 - 2 * part)
    let (x, y) = (Int32(whole.x), Int32(whole.y))
    let top = PaperGrain.height(x, y, seed)
    let bottom = PaperGrain.height(x, y &+ 1, seed)
    let upper = top + (PaperGrain.height(x &+ 1, y, seed) - top) * smooth.x
    let lower = bottom + (PaperGrain.height(x &+ 1, y &+ 1, seed) - bottom) * smooth.x
    return upper + (lower - upper) * smooth.y
  }

  /// The height of a cell's corner.
  private static func height(_ x: Int32, _ y: Int32, _ seed: UInt32) -> Float {
    var bits = UInt32(bitPattern: x) &* 0x8da6_b343 ^ UInt32(bitPattern: y) &* 0xd816_3841 ^ seed
    bits = (bits ^ bits &>> 15) &* 0x2c1b_3c6d
    bits = (bits ^ bits &>> 12) &* 0x297a_2d39
    return Float((bits ^ bits &>> 15) &>> 8) / 16_777_216
  }
}

extension Bitmap {
  /// Puts a painted stroke on this bitmap, through the tooth of the paper.
  mutating func add(_ stroke: Bitmap, through grain: PaperGrain) {
    let rect = stroke.bounds.intersection(bounds)
    for y in rect.y..<(rect.y + rect.height) {
      var from = stroke.place(x: rect.x, y: y)
      var to = place(x: rect.x, y: y)
      for x in rect.x..<(rect.x + rect.width) {
        if stroke.pixels[from] != 0 {
          let ink = scaled(stroke.pixels[from], by: grain.share(x: x, y: y))
          pixels[to] = ink &+ scaled(pixels[to], by: 255 &- ink &>> 24)
        }
        from += 1
        to += 1
      }
    }
  }
}
