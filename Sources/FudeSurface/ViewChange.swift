import FudeInk
import FudeModel

/// Where the pixels of one view come from in the pixels of another: places in 1/2³² pixel.
struct ViewChange {
  private let isUsable: Bool
  private let origin: (x: Int64, y: Int64)
  private let right: (x: Int64, y: Int64)
  private let down: (x: Int64, y: Int64)

  private static let one: Int64 = 1 << 32

  init(from: Viewport, to: Viewport) {
    func place(_ x: Double, _ y: Double) -> Point {
      from.pixel(of: to.point(at: Point(x: x, y: y)))
    }
    let first = place(0.5, 0.5)
    let second = place(1.5, 0.5) - first
    let third = place(0.5, 1.5) - first
    // Pixels that are blown up or shrunk beyond this show nothing that anybody would recognise; and
    // within it no sum of a bitmap's sides overflows.
    let limit = 65536.0
    let values = [second.x, second.y, third.x, third.y, first.x / 256, first.y / 256]
    isUsable = values.allSatisfy { $0 == $0 && abs($0) < limit / 256 }
    func fixed(_ point: Point) -> (x: Int64, y: Int64) {
      // A step that is a whole pixel but for rounding is one: then rows are copied.
      func value(_ v: Double) -> Int64 {
        let scaled = v * 4_294_967_296
        let whole = v.rounded() * 4_294_967_296
        return Int64(abs(scaled - whole) < 4096 ? whole : scaled)
      }
      return (value(point.x), value(point.y))
    }
    origin = isUsable ? fixed(first) : (0, 0)
    right = isUsable ? fixed(second) : (0, 0)
    down = isUsable ? fixed(third) : (0, 0)
  }

  /// Whether all of a rectangle comes from within a bitmap.
  func covers(_ rect: PixelRect, with bounds: PixelRect) -> Bool {
    guard isUsable, !rect.isEmpty else { return false }
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      let column = Int64(rect.x + x * (rect.width - 1))
      let row = Int64(rect.y + y * (rect.height - 1))
      let u = (origin.x &+ right.x &* column &+ down.x &* row) >> 32
      let v = (origin.y &+ right.y &* column &+ down.y &* row) >> 32
      guard u >= 0, v >= 0, u < Int64(bounds.width), v < Int64(bounds.height) else { return false }
    }
    return true
  }

  /// The smallest upright rectangle of a bitmap that all comes from that a rectangle shows of it.
  func source(of rect: PixelRect, in bounds: PixelRect) -> PixelRect {
    guard isUsable, !rect.isEmpty else { return .empty }
    let columns = Int64(rect.width - 1)
    let rows = Int64(rect.height - 1)
    func range(
      _ start: Int64, _ right: Int64, _ down: Int64, _ size: Int
    ) -> (first: Int, count: Int) {
      let start = start &+ right &* Int64(rect.x) &+ down &* Int64(rect.y)
      let (across, along) = (right &* columns, down &* rows)
      let first = max(0, (start &+ min(0, across) &+ min(0, along)) >> 32)
      let last = min(Int64(size) - 1, (start &+ max(0, across) &+ max(0, along)) >> 32)
      return first <= last ? (Int(first), Int(last - first) + 1) : (0, 0)
    }
    let x = range(origin.x, right.x, down.x, bounds.width)
    let y = range(origin.y, right.y, down.y, bounds.height)
    return PixelRect(x: x.first, y: y.first, width: x.count, height: y.count)
  }

  /// A row of the view: the columns that come from within a bitmap, and where the first of them
  /// comes from.
  fileprivate func row(
    _ y: Int, width: Int, source: PixelRect
  ) -> (columns: Range<Int>, u: Int64, v: Int64)? {
    guard isUsable else { return nil }
    let u = origin.x &+ down.x &* Int64(y)
    let v = origin.y &+ down.y &* Int64(y)
    var columns = 0..<Int64(width)
    for (start, step, size) in [(u, right.x, source.width), (v, right.y, source.height)] {
      columns = columns.clamped(to: Self.inside(start, step, Int64(size) << 32))
    }
    guard !columns.isEmpty else { return nil }
    let first = columns.lowerBound
    return (
      Int(first)..<Int(columns.upperBound), u &+ right.x &* first, v &+ right.y &* first
    )
  }

  /// For which `n ≥ 0` is `start + n·step` in `0..<end`?
  private static func inside(_ start: Int64, _ step: Int64, _ end: Int64) -> Range<Int64> {
    let all: Range<Int64> = 0..<(1 << 20)
    if step == 0 { return start >= 0 && start < end ? all : 0..<0 }
    func atLeast(_ value: Int64, _ step: Int64) -> Int64 {  // the first n with n·step ≥ value
      value <= 0 ? 0 : (value &- 1) / step &+ 1
    }
    let low: Int64
    let high: Int64
    if step > 0 {
      low = atLeast(0 &- start, step)
      high = atLeast(end &- start, step)
    } else {
      low = atLeast(start &- end &+ 1, 0 &- step)
      high = atLeast(start &+ 1, 0 &- step)
    }
    return low < high ? (low..<high).clamped(to: all) : 0..<0
  }

  /// Copies one row's pixels.
  fileprivate func copy(
    _ found: (columns: Range<Int>, u: Int64, v: Int64), from: UnsafePointer<UInt32>, stride: Int,
    to row: UnsafeMutablePointer<UInt32>
  ) {
    var (u, v) = (found.u, found.v)
    if right.x == Self.one, right.y == 0 {
      (row + found.columns.lowerBound)
        .update(from: from + (Int(v >> 32) &* stride &+ Int(u >> 32)), count: found.columns.count)
      return
    }
    var column = found.columns.lowerBound
    if right.y == 0 {
      let line = from + Int(v >> 32) &* stride
      while column < found.columns.upperBound {
        row[column] = line[Int(u >> 32)]
        u &+= right.x
        column &+= 1
      }
      return
    }
    while column < found.columns.upperBound {
      row[column] = from[Int(v >> 32) &* stride &+ Int(u >> 32)]
      u &+= right.x
      v &+= right.y
      column &+= 1
    }
  }
}

extension Bitmap {
  /// Takes over what another view's pixels show of this one's; the rest stays.
  mutating func show(_ other: Bitmap, _ change: ViewChange) {
    let (width, height) = (width, height)
    let source = other.bounds
    guard !source.isEmpty else { return }
    pixels.withUnsafeMutableBufferPointer { target in
      other.pixels.withUnsafeBufferPointer { from in
        guard let target = target.baseAddress, let from = from.baseAddress else { return }
        for y in 0..<height {
          guard let found = change.row(y, width: width, source: source) else { continue }
          change.copy(found, from: from, stride: source.width, to: target + y * width)
        }
      }
    }
  }
}
