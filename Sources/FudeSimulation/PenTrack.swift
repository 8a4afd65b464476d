import FudeModel

/// The pen's way through a session: hover, strokes, hover, out.
struct PenTrack {
  var samples: [PenSample] = []
  private(set) var now: Timestamp
  private let motion: StrokeMotion
  private let tilt: Tilt
  private var place: Point

  /// A pen that comes into range at `start`, above `place`.
  init(start: Timestamp, place: Point, motion: StrokeMotion, side: Double) {
    now = start
    self.place = place
    self.motion = motion
    // A pen leans towards the hand that holds it, about 35° over and 25° towards the writer.
    tilt = Tilt(x: Float(side * 0.61), y: 0.44)
  }

  private static let device = DeviceID(0)
  private static let surface = SurfaceID(0)

  /// Moves through the air to `target` in about `seconds`, arcing up in between.
  mutating func hover(to target: Point, seconds: Double, generator: inout SeededGenerator) {
    let start = place
    let count = max(1, Int(seconds * 1e6) / Int(motion.interval))
    for index in 1...count {
      let t = Double(index) / Double(count)
      // Minimum jerk (Flash, Hogan, Journal of Neuroscience 5, 1985).
      let eased = t * t * t * (10 - 15 * t + 6 * t * t)
      place = start + (target - start) * eased
      now = now + TimeSpan(microseconds: motion.interval)
      let height = 0.08 + 0.5 * 4 * t * (1 - t)
      add(.hovering(distance: Float(height)), pressure: 0, generator: &generator)
    }
  }

  /// Writes one stroke.
  mutating func stroke(along places: [Point], generator: inout SeededGenerator) {
    let start = now + TimeSpan(microseconds: motion.interval)
    for report in motion.reports(along: places, generator: &generator) {
      now = start + report.time
      place = report.position
      add(.touching, pressure: Float(report.pressure), generator: &generator)
    }
  }

  /// Leaves the sensing range.
  mutating func leave() {
    now = now + TimeSpan(microseconds: motion.interval)
    samples.append(
      PenSample(
        time: now, device: Self.device, surface: Self.surface, state: .out, position: place,
        pressure: 0))
  }

  private mutating func add(
    _ state: PenState, pressure: Float, generator: inout SeededGenerator
  ) {
    samples.append(
      PenSample(
        time: now, device: Self.device, surface: Self.surface, state: state, position: place,
        pressure: pressure,
        tilt: Tilt(
          x: tilt.x + Float(generator.normal(deviation: 0.01)),
          y: tilt.y + Float(generator.normal(deviation: 0.01)))))
  }
}
