import FudeModel

/// The last readings of a pen's force, on this machine's clock.
///
/// A ring of fixed size: no allocation after `init`, O(log n) to look up.
struct PressureTimeline: Sendable {
  private var readings: [Reading]
  /// How many readings were ever taken; the next one's number.
  private(set) var count: Int = 0

  private struct Reading: Sendable {
    var time: Timestamp
    var pressure: Float
  }

  /// At 120 readings a second, a second and a half: longer than any delay.
  static let capacity = 192

  init() {
    readings = Array(
      repeating: Reading(time: .zero, pressure: 0), count: PressureTimeline.capacity)
  }

  mutating func append(_ pressure: Float, at time: Timestamp) {
    var time = time
    // Readings keep their order: a clock that steps back yields equal times.
    if count > 0 { time = max(time, reading(count - 1).time) }
    readings[count % PressureTimeline.capacity] = Reading(time: time, pressure: pressure)
    count += 1
  }

  private func reading(_ number: Int) -> Reading {
    readings[number % PressureTimeline.capacity]
  }

  /// The readings numbered `range` that are still held.
  private func held(_ range: Range<Int>) -> Range<Int> {
    let low = max(range.lowerBound, count - PressureTimeline.capacity)
    let high = min(range.upperBound, count)
    return low < high ? low..<high : high..<high
  }

  /// The number of the first reading of `range` taken at a moment or later; the end of `range` if
  /// there is none.
  func first(at time: Timestamp, in range: Range<Int>) -> Int {
    let held = held(range)
    for number in held where reading(number).time >= time { return number }
    return max(range.lowerBound, held.upperBound)
  }

  /// The force at a moment, by interpolation between the readings of one stroke.
  ///
  /// - Parameters:
  ///   - time: The moment on the readings' clock.
  ///   - range: The stroke's readings. What is before the first has its force; what is after the
  ///     last has that one's.
  /// - Returns: The force, and whether a later reading could still change it; `nil` if the stroke
  ///   has no reading.
  func pressure(at time: Timestamp, in range: Range<Int>) -> (value: Float, isFinal: Bool)? {
    let held = held(range)
    guard !held.isEmpty else { return nil }
    let first = reading(held.lowerBound)
    if time <= first.time { return (first.pressure, true) }
    let last = reading(held.upperBound - 1)
    if time > last.time { return (last.pressure, false) }
    var low = held.lowerBound
    var high = held.upperBound - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if reading(middle).time < time { low = middle } else { high = middle }
    }
    let before = reading(low), after = reading(high)
    let span = (after.time - before.time).seconds
    guard span > 0 else { return (after.pressure, true) }
    let part = Float((time - before.time).seconds / span)
    return (before.pressure + (after.pressure - before.pressure) * part, true)
  }
}
