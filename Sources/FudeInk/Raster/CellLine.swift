/// A line of an outline, made ready to be walked from pixel to pixel.
///
/// Places within a pixel are 1/256, `0...256`. Where the line is walked they count along its own
/// direction: from the right if it runs left, and from the bottom if it runs up.
struct CellLine {
  /// Where the line leaves its first row (x) and its first column (y); 24 more fraction bits, and
  /// half a unit more, so that cutting rounds to the nearest.
  var border: SIMD2<Int64>
  /// What they grow by: x from row to row, y from column to column.
  var step: SIMD2<Int64>
  /// x and y of the start in its pixel, x and y of the end in its own, from left and top.
  var places: SIMD4<Int32>
  /// -1 if it runs left, -1 if it runs up.
  var turned: SIMD2<Int32>
  /// The first pixel.
  var cell: Int32
  /// Twice how many borders it crosses; one more if it goes on where the line before it ended and
  /// does not turn from down to up or back.
  var steps: Int32

  /// Fraction bits of ``border`` beyond 1/256 pixel.
  static let bits: Int64 = 24
  /// A whole pixel.
  static let full: Int64 = 256 << bits

  /// Writes a line from a to b, in 1/256 pixel, and returns how many borders it crosses.
  @inline(__always)
  static func write(
    _ a: SIMD2<Int32>, _ b: SIMD2<Int32>, stride: Int32, joins: Bool,
    to line: UnsafeMutablePointer<CellLine>
  ) -> Int {
    let way = b &- a
    let turned = way &>> 31
    let size = (way ^ turned) &- turned
    let crossed = ((b &>> 8 &- a &>> 8) ^ turned) &- turned
    let steps = crossed.x &+ crossed.y
    line.pointee.places = SIMD4(lowHalf: a, highHalf: b) & 255
    line.pointee.turned = turned
    line.pointee.cell = (a.y &>> 8) &* stride &+ a.x &>> 8
    line.pointee.steps = steps &* 2 &+ (joins ? 1 : 0)
    // x for each y, and y for each x; beyond all borders where there is no such step.
    let sizes = exact(size)
    let slope = sizes / SIMD2(sizes.y, sizes.x)
    let start = exact(((a & 255) ^ turned) &- turned &+ (turned & 256))
    let rest = 256 - SIMD2(start.y, start.x)
    let unit = Double(Int64(1) << bits)
    line.pointee.border = nearest((start + rest * slope) * unit) &+ 1 &<< 23
    line.pointee.step = nearest(slope * (256 * unit))
    return Int(steps)
  }

  /// Whole numbers, 0 and more, as floating-point ones.
  @inline(__always)
  private static func exact(_ values: SIMD2<Int32>) -> SIMD2<Double> {
    // A number in the lowest bits of 2⁵² is 2⁵² and that number.
    let bits = SIMD4(values.x, 0x4330_0000, values.y, 0x4330_0000)
    return unsafeBitCast(bits, to: SIMD2<Double>.self) - 4_503_599_627_370_496
  }

  /// The nearest whole numbers, for less than 2⁵¹; for more, some number above. Nothing can trap.
  @inline(__always)
  private static func nearest(_ values: SIMD2<Double>) -> SIMD2<Int64> {
    // Adding 1.5·2⁵² leaves the nearest whole number in the lowest bits.
    unsafeBitCast(values + 6_755_399_441_055_744, to: SIMD2<Int64>.self)
      &- Int64(bitPattern: 0x4338_0000_0000_0000)
  }
}
