/// Closed polygons that together cover a shape: a place is inside if its winding number is not 0.
///
/// All polygons of a stroke turn the same way round, so parts that lie over each other stay filled.
public struct Polygons: Hashable, Sendable {
  /// The corners of all polygons, one polygon after the other.
  public private(set) var points: [SIMD2<Float>] = []
  /// The index after each polygon's last corner, ascending.
  public private(set) var ends: [Int] = []

  /// No polygons.
  public init() {}

  /// How many polygons there are.
  public var count: Int { ends.count }
  /// Whether there is nothing.
  public var isEmpty: Bool { ends.isEmpty }

  /// The corners of one polygon, as indices into ``points``.
  public func range(of polygon: Int) -> Range<Int> {
    (polygon == 0 ? 0 : ends[polygon - 1])..<ends[polygon]
  }

  /// The same shape somewhere else.
  public func moved(by distance: SIMD2<Float>) -> Polygons {
    var copy = self
    for index in copy.points.indices { copy.points[index] += distance }
    return copy
  }

  /// Adds one polygon; all of one shape turn the same way round. Fewer than three corners add
  /// nothing.
  public mutating func append(polygon corners: some Sequence<SIMD2<Float>>) {
    for corner in corners { append(corner) }
    close()
  }

  mutating func append(_ point: SIMD2<Float>) { points.append(point) }

  mutating func close() {
    let first = ends.last ?? 0
    if points.count - first >= 3 {
      ends.append(points.count)
    } else {
      points.removeLast(points.count - first)
    }
  }

  mutating func truncate(to polygons: Int) {
    ends.removeLast(ends.count - polygons)
    points.removeLast(points.count - (ends.last ?? 0))
  }

  mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  mutating func reserve(_ count: Int) {
    points.reserveCapacity(count)
    ends.reserveCapacity(count / 16 + 64)
  }
}
