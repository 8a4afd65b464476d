import FudeModel

/// Points whose real pressure has not arrived: one ring a contact slot, allocated once.
struct PendingPoints: Sendable {
  private var points: [PendingPoint]
  private var firsts: [Int]
  private var nexts: [Int]

  /// A point and the name under which it was given out.
  struct PendingPoint: Sendable {
    var token: UInt64
    var time: Timestamp
  }

  /// At 240 points a second half a second, at 120 a second: beyond any patience.
  static let capacity = 128

  init(slots: Int) {
    points = Array(
      repeating: PendingPoint(token: 0, time: .zero), count: slots * PendingPoints.capacity)
    firsts = Array(repeating: 0, count: slots)
    nexts = firsts
  }

  mutating func reset(_ slot: Int) {
    firsts[slot] = 0
    nexts[slot] = 0
  }

  /// Adds a point; the oldest is forgotten when there are too many, and keeps its estimate.
  mutating func append(_ point: PendingPoint, slot: Int) {
    points[slot * PendingPoints.capacity + nexts[slot] % PendingPoints.capacity] = point
    nexts[slot] += 1
    if nexts[slot] - firsts[slot] > PendingPoints.capacity { firsts[slot] += 1 }
  }

  /// The oldest open point.
  func first(_ slot: Int) -> PendingPoint? {
    guard firsts[slot] < nexts[slot] else { return nil }
    return points[slot * PendingPoints.capacity + firsts[slot] % PendingPoints.capacity]
  }

  mutating func removeFirst(_ slot: Int) { firsts[slot] += 1 }
}
