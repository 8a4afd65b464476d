import FudeModel

/// The hand that holds the pen, as the touch sensor sees it: the heel of the hand, the edge behind
/// it and now and then a knuckle.
///
/// Measured on real recordings: centres of resting palms lie 20…90 mm beside and 10…50 mm below the
/// tip, palms land up to 3 s before the pen is sensed (median 0.2 s) and outlive it by up to 1.4 s.
struct WritingHand {
  /// `1` for a right hand, `-1` for a left one.
  let side: Double
  /// Where the heel rests in the pen's frame, mm.
  private let rest: Point
  private var heel: Point
  private var pulled = false
  private var airborne = false
  private var parts: [Part] = []

  private struct Part {
    var offset: Point
    var size: Double
    /// The chance that it loses touch at a tick, and that it finds it again.
    var flicker: Double
    var track: ContactTrack?
  }

  /// A hand that comes to rest beside `tip`.
  init(side: Double, tip: Point, generator: inout SeededGenerator) {
    self.side = side
    rest = Point(
      x: side * generator.number(in: 36...52), y: generator.number(in: 22...34))
    heel = tip + rest
    parts = [
      Part(offset: .zero, size: generator.number(in: 19...27), flicker: 0.001),
      Part(
        offset: Point(x: side * generator.number(in: -3...6), y: generator.number(in: 17...24)),
        size: generator.number(in: 15...21), flicker: 0.006),
      Part(
        offset: Point(x: side * generator.number(in: -26 ... -20), y: generator.number(in: -4...3)),
        size: generator.number(in: 9...13), flicker: 0.03),
    ]
  }

  /// What the hand leaves on the sensor from `start` to `end`, following the tip.
  mutating func tracks(
    from start: Timestamp, to end: Timestamp, generator: inout SeededGenerator,
    tip: (Timestamp) -> Point
  ) -> [ContactTrack] {
    var finished: [ContactTrack] = []
    var time = TouchClock.tick(after: start)
    while time <= end {
      follow(tip(time), generator: &generator)
      for index in parts.indices {
        step(part: index, at: time, generator: &generator, finished: &finished)
      }
      time = time + TimeSpan(microseconds: TouchClock.interval)
    }
    finished += parts.compactMap { $0.track }
    for index in parts.indices { parts[index].track = nil }
    return finished
  }

  /// Fingers move the pen while the heel rests; past a reach of 11 mm the hand slides or hops.
  private mutating func follow(_ tip: Point, generator: inout SeededGenerator) {
    let wanted = tip + rest
    let distance = heel.distance(to: wanted)
    if !pulled && distance > 11 {
      pulled = true
      airborne = generator.unit() < 0.35
    } else if pulled && distance < 2 {
      pulled = false
      airborne = false
    }
    if pulled { heel = heel + (wanted - heel) * 0.16 }
  }

  private mutating func step(
    part index: Int, at time: Timestamp, generator: inout SeededGenerator,
    finished: inout [ContactTrack]
  ) {
    let part = parts[index]
    let place = heel + part.offset
    let chance = generator.unit()
    let lifts =
      airborne || !EvdevEncoding.covers(place) || (part.track != nil && chance < part.flicker)
    if lifts {
      if let track = part.track { finished.append(track) }
      parts[index].track = nil
      return
    }
    // A flickering part stays away for a while; the first landing of the heel comes at once.
    if part.track == nil && index > 0 && chance > 0.08 { return }
    let age = Double(part.track?.reports.count ?? 0)
    let grown = part.size * min(1, 0.55 + 0.15 * age) * generator.number(in: 0.96...1.04)
    let report = ContactTrack.Report(
      time: time,
      position: Point(
        x: place.x + generator.normal(deviation: 0.12),
        y: place.y + generator.normal(deviation: 0.12)),
      major: grown, minor: grown * 0.72)
    if parts[index].track == nil { parts[index].track = ContactTrack(truth: .palm, reports: []) }
    parts[index].track?.reports.append(report)
  }
}

/// Fingers that mean what they do.
enum Fingers {
  /// One finger along `places` from `start` on, at `speed` mm/s.
  static func drag(
    along places: [Point], from start: Timestamp, speed: Double, truth: ContactTruth,
    generator: inout SeededGenerator
  ) -> ContactTrack {
    let motion = StrokeMotion(
      speed: speed, pressure: 0.5, noise: 0.08, interval: TouchClock.interval)
    let size = generator.number(in: 7.5...9.5)
    let reports = motion.reports(along: places, generator: &generator)
    return track(reports, from: start, size: size, truth: truth, generator: &generator)
  }

  /// A finger that rests at `place` for `seconds`.
  static func rest(
    at place: Point, from start: Timestamp, seconds: Double, truth: ContactTruth,
    generator: inout SeededGenerator
  ) -> ContactTrack {
    let size = generator.number(in: 7.5...9.5)
    let count = max(2, Int(seconds * 1e6) / Int(TouchClock.interval))
    let reports = (0..<count).map { index in
      StrokeMotion.Report(
        time: TimeSpan(microseconds: Int64(index) * TouchClock.interval),
        position: Point(
          x: place.x + generator.normal(deviation: 0.06),
          y: place.y + generator.normal(deviation: 0.06)), pressure: 0.5)
    }
    return track(reports, from: start, size: size, truth: truth, generator: &generator)
  }

  private static func track(
    _ reports: [StrokeMotion.Report], from start: Timestamp, size: Double, truth: ContactTruth,
    generator: inout SeededGenerator
  ) -> ContactTrack {
    let first = TouchClock.tick(after: start)
    return ContactTrack(
      truth: truth,
      reports: reports.enumerated().map { index, report in
        ContactTrack.Report(
          time: first + TimeSpan(microseconds: Int64(index) * TouchClock.interval),
          position: report.position,
          major: size * min(1, 0.7 + 0.1 * Double(index)), minor: size * 0.85)
      })
  }
}
