public import FudeModel

/// Turns raw samples into a smooth curve while they arrive.
///
/// Points older than the lag are settled: they never change again. The few after them, the tail,
/// are re-estimated with each sample; the newest is the filter's own estimate, so the line keeps up
/// with the pen. ``finish()`` settles all and puts the last point exactly on the last raw place.
/// O(tail) a sample; allocates only when ``settled`` outgrows what ``reserve(_:)`` set aside.
public struct StrokeModel: Sendable {
  /// What the model believes of a pen's movement.
  public let settings: ModelSettings
  /// Points that will not change again, oldest first.
  public private(set) var settled: [ModelPoint] = []
  /// Points that may still change, oldest first; the last is the pen's tip.
  public private(set) var tail: [ModelPoint] = []
  /// Whether the device gave a force and it was 0 throughout, so far.
  public var isWithoutForce: Bool { hasForceAxis && !sanitizer.hasRealForce }
  /// Whether the stroke has ended.
  public private(set) var isFinished = false

  private var sanitizer = Sanitizer()
  private var hasForceAxis = false
  private var start: Timestamp = .zero
  private var state = Kinematics(position: .zero, variance: 1)
  private var force = ForceFilter()
  /// The filter as it was at the newest settled point, whose step the ring may have lost.
  private var forceAtSettled = ForceFilter()
  private var noise: NoiseEstimate
  private var jerk: JerkEstimate
  private var clock = SampleClock()
  /// Raw seconds since the first sample, with every gap held within reason.
  private var elapsed = 0.0
  private var lean: Double = 0
  /// Unsettled steps, in a ring.
  private var ring: [Step]
  private var count = 0

  /// The largest number of unsettled points.
  private static let capacity = 64
  private static let mask = capacity - 1
  /// How much of the speed's variance counts against a prediction.
  private static let doubt = 4.0
  /// Seconds between samples above which predictions are held back (80 Hz).
  private static let slowestPeriod = 0.0125
  /// A surprise this many times the expected one is a corner: the speed is estimated afresh.
  private static let corner = 12.0
  /// The largest variance of speed that a corner brings, (1000 mm/s)².
  private static let largestJolt = 1e6
  /// A force that falls faster than this at a stroke's end, in full scales a second, is a lift.
  ///
  /// Lifts fall within 10 ms, meant tapers take 50 ms and more. Lower it when ends show hairs;
  /// raise it when quick flicks end blunt.
  private static let liftRate: Float = 25
  /// A gap counts as this many seconds at most: what a pen did before is forgotten by then, and a
  /// wild timestamp must not spoil the arithmetic.
  private static let longestGap = 1.0
  /// How long a stroke waits for its first real force before it settles without, in seconds.
  private static let patience = 0.1

  /// A model that knows nothing yet.
  public init(settings: ModelSettings = ModelSettings()) {
    self.settings = settings
    noise = NoiseEstimate(deviation: settings.noise)
    jerk = JerkEstimate(settings.jerk)
    ring = Array(repeating: Step(), count: StrokeModel.capacity)
    tail.reserveCapacity(StrokeModel.capacity)
  }

  /// Sets memory aside for `count` settled points.
  public mutating func reserve(_ count: Int) {
    settled.reserveCapacity(count)
  }

  /// Takes the next sample; one after ``finish()`` is ignored.
  public mutating func append(_ sample: InkSample) {
    guard !isFinished else { return }
    hasForceAxis = hasForceAxis || sample.pressure != nil
    switch sanitizer.judge(sample, isSteady: clock.isLocked) {
    case .skip: return
    case .replace(let sample):
      takeBack()
      step(to: sample)
    case .append(let sample, let unknown):
      if unknown > 0 { forget(unknown) }
      step(to: sample)
    }
    update()
  }

  /// Corrects the force of an earlier sample that the device measured late, or measured again.
  ///
  /// Only points of the tail change. One that has settled keeps its width, whatever it turns out
  /// to have been: settled ink never moves. O(tail).
  ///
  /// - Parameters:
  ///   - time: The time of the sample as it was given.
  ///   - pressure: Its force as a fraction of full scale; held within `0...1`. `nil` or not a
  ///     number calls it unknown.
  /// - Returns: Whether a point followed.
  @discardableResult
  public mutating func revise(at time: Timestamp, pressure: Float?) -> Bool {
    guard !isFinished, count > 0 else { return false }
    let oldest = settled.count
    var first = count - 1
    while first >= oldest, ring[first & StrokeModel.mask].sample.time > time { first -= 1 }
    guard first >= oldest, ring[first & StrokeModel.mask].sample.time == time else { return false }
    let force = sanitizer.revise(pressure)
    hasForceAxis = hasForceAxis || force != nil
    ring[first & StrokeModel.mask].sample.pressure = force
    filterForce(from: first)
    smooth(from: oldest)
    return true
  }

  /// Filters the forces anew from a step on.
  private mutating func filterForce(from first: Int) {
    force = first > settled.count ? step(at: first - 1).force : forceAtSettled
    for index in first..<count {
      let place = index & StrokeModel.mask
      _ = force.advance(by: ring[place].forceDrift)
      if let measured = ring[place].sample.pressure {
        force.correct(with: Double(measured), variance: settings.pressureNoise)
      }
      ring[place].force = force
    }
  }

  /// Ends the stroke: the last point is the last raw one, and all points settle.
  public mutating func finish() {
    guard !isFinished else { return }
    isFinished = true
    guard count > 0 else { return }
    let last = step(at: count - 1)
    takeBack()
    step(to: last.sample, exactly: last.time)
    trimLift()
    smooth(from: settled.count)
    settled.append(contentsOf: tail)
    tail.removeAll(keepingCapacity: true)
  }

  /// Where the pen will be, `horizon` after the newest sample, as far as its movement tells.
  ///
  /// The step ahead shrinks with the doubt about the pen's speed. Below 80 samples a second, where
  /// a guess is mostly wrong, it is half a step; `nil` before the first sample.
  ///
  /// - Parameter horizon: How far ahead, held within 0 and 100 ms.
  public func predicted(at horizon: TimeSpan) -> Point? {
    guard count > 0 else { return nil }
    let h = max(0, min(0.1, horizon.seconds))
    let speed = state.velocity.x * state.velocity.x + state.velocity.y * state.velocity.y
    var trust = speed / (speed + StrokeModel.doubt * state.p11 + 1e-9)
    if clock.period > StrokeModel.slowestPeriod { trust /= 2 }
    let glide = max(0, h * (1 - settings.predictionDamping * h))
    let step = state.velocity * glide + state.acceleration * (h * h / 4)
    let ahead = state.position + step * trust
    return Point(x: ahead.x, y: ahead.y)
  }

  /// The noise learned so far: standard deviation on each axis in mm. An app that knows its device
  /// may give it to the next stroke as ``ModelSettings/noise``.
  public var learnedNoise: Double { noise.variance.squareRoot() }

  // MARK: Steps

  private func step(at index: Int) -> Step { ring[index & StrokeModel.mask] }

  /// Takes a sample as the next step.
  ///
  /// - Parameters:
  ///   - sample: A clean sample.
  ///   - exactly: `nil` for a measurement; a time in seconds for the stroke's last point, which is
  ///     believed exactly and whose time is already known.
  private mutating func step(to sample: InkSample, exactly: Double? = nil) {
    let place = SIMD2(sample.position.x, sample.position.y)
    var time = 0.0
    var move = Move()
    if count == 0 {
      start = sample.time
      elapsed = 0
      clock.begin(at: 0)
      noise.add(place, at: 0)
      state = Kinematics(position: place, variance: noise.variance)
      force = ForceFilter()
      lean = Step.lean(of: sample) ?? 0
    } else {
      let (before, beforeTime) = before()
      if let exactly {
        time = exactly
      } else {
        let gap = (sample.time - before).seconds
        elapsed += max(0, min(StrokeModel.longestGap, gap))
        time = clock.next(elapsed)
        noise.add(place, at: time)
      }
      move = self.move(
        to: place, after: time - beforeTime, noise: exactly == nil ? noise.variance : 1e-12)
      if let measured = Step.lean(of: sample) {
        lean += (measured - lean) * move.interval / (move.interval + 0.02)
      }
    }
    if let measured = sample.pressure {
      force.correct(with: Double(measured), variance: settings.pressureNoise)
    }
    // Field by field: a step built elsewhere and copied costs as much as the arithmetic.
    let index = count & StrokeModel.mask
    ring.withUnsafeMutableBufferPointer { ring in
      ring[index].sample = sample
      ring[index].time = time
      ring[index].interval = move.interval
      ring[index].state = state
      ring[index].correction = move.correction
      ring[index].force = force
      ring[index].forceDrift = move.forceDrift
      ring[index].lean = lean
    }
    count += 1
  }

  /// The times of the newest step: as given, and in seconds.
  private func before() -> (Timestamp, Double) {
    let index = (count - 1) & StrokeModel.mask
    return ring.withUnsafeBufferPointer { ($0[index].sample.time, $0[index].time) }
  }

  /// What one movement tells the smoother.
  private struct Move {
    var interval = 0.0
    var correction = Correction(pull: .zero, gain: .zero)
    var forceDrift = 0.0
  }

  @inline(__always)
  private mutating func move(
    to place: SIMD2<Double>, after seconds: Double, noise: Double
  ) -> Move {
    let h = max(1e-4, seconds)
    state.advance(by: h, jerk: jerk.density)
    let gap = place - state.position
    let squared = gap.x * gap.x + gap.y * gap.y
    let surprise = squared / (2 * (state.p00 + noise))
    if surprise > StrokeModel.corner {
      state.jolt(variance: min(squared / (h * h), StrokeModel.largestJolt), ago: h)
    }
    jerk.update(surprise)
    return Move(
      interval: h, correction: state.correct(with: place, variance: noise),
      forceDrift: force.advance(by: h * settings.pressureDrift))
  }

  /// Undoes the newest step.
  private mutating func takeBack() {
    count -= 1
    guard count > 0 else { return }
    let before = step(at: count - 1)
    state = before.state
    force = before.force
    lean = before.lean
  }

  /// The forces of the last `steps` points were placeholders.
  private mutating func forget(_ steps: Int) {
    force = ForceFilter()
    for index in max(settled.count, count - steps)..<count {
      ring[index & StrokeModel.mask].force = force
      ring[index & StrokeModel.mask].sample.pressure = nil
    }
  }

  /// A force that collapses at the very end is the lift, not the line: the force before it goes on
  /// to the end. A hand that means to thin a line takes longer.
  private mutating func trimLift() {
    let first = settled.count
    var last = count - 1
    while last > first, let force = ring[last & StrokeModel.mask].sample.pressure {
      let before = ring[(last - 1) & StrokeModel.mask].sample.pressure ?? force
      let rate = (before - force) / Float(max(1e-4, ring[last & StrokeModel.mask].interval))
      guard force <= 0.02 || rate > StrokeModel.liftRate else { break }
      last -= 1
    }
    guard last < count - 1, let held = ring[last & StrokeModel.mask].sample.pressure, held > 0.02
    else { return }
    for index in last..<count {
      ring[index & StrokeModel.mask].force = ring[last & StrokeModel.mask].force
    }
  }

  // MARK: Smoothing

  private mutating func update() {
    let newest = ring[(count - 1) & StrokeModel.mask].sample.time
    let waits =
      isWithoutForce && (newest - start).seconds < StrokeModel.patience
    let first = settled.count
    var oldest = first
    while oldest < count - 1 {
      let isFull = count - oldest >= StrokeModel.capacity - 1
      let age = (newest - ring[oldest & StrokeModel.mask].sample.time).seconds
      guard isFull || (age >= settings.lag && !waits) else { break }
      oldest += 1
    }
    smooth(from: first)
    guard oldest > first else { return }
    forceAtSettled = ring[(oldest - 1) & StrokeModel.mask].force
    for index in 0..<(oldest - first) { settled.append(tail[index]) }
    tail.removeFirst(oldest - first)
  }

  /// Estimates every point from `first` on with all that is known now.
  private mutating func smooth(from first: Int) {
    let length = count - first
    while tail.count < length { tail.append(ModelPoint.nowhere) }
    tail.removeLast(tail.count - length)
    let isForceKnown = force.isKnown
    tail.withUnsafeMutableBufferPointer { tail in
      ring.withUnsafeBufferPointer { ring in
        var adjoint = Adjoint()
        var index = count - 1
        var later = index & StrokeModel.mask
        var laterForce = ring[later].force.value
        ring[later].write(
          to: &tail[length - 1],
          (ring[later].state.position, ring[later].state.velocity), isForceKnown ? laterForce : -1)
        while index > first {
          adjoint.stepBack(over: ring[later].correction, seconds: ring[later].interval)
          index -= 1
          let here = index & StrokeModel.mask
          if isForceKnown {
            laterForce = ring[here].force.smoothed(later: laterForce, drift: ring[later].forceDrift)
          }
          ring[here].write(
            to: &tail[index - first], adjoint.smooth(ring[here].state),
            isForceKnown ? laterForce : -1)
          later = here
        }
      }
    }
  }
}

/// What the model keeps of one unsettled sample.
private struct Step: Sendable {
  var sample = InkSample(time: .zero, position: .zero)
  /// Seconds since the first sample, straightened.
  var time = 0.0
  /// Seconds since the sample before.
  var interval = 0.0
  var state = Kinematics(position: .zero, variance: 1)
  var correction = Correction(pull: .zero, gain: .zero)
  var force = ForceFilter()
  /// Variance that the force gained since the sample before.
  var forceDrift = 0.0
  var lean = 0.0

  /// Writes the point that a smoothed estimate makes; a force below 0 is unknown.
  @inline(__always)
  func write(
    to point: inout ModelPoint, _ estimate: (SIMD2<Double>, SIMD2<Double>), _ force: Double
  ) {
    let known = Float(max(0, min(1, force)))
    point = ModelPoint(
      time: Float(time),
      position: SIMD2(Float(estimate.0.x), Float(estimate.0.y)),
      velocity: SIMD2(Float(estimate.1.x), Float(estimate.1.y)),
      pressure: force < 0 ? -1 : known, lean: Float(lean))
  }

  /// How far a pen leans from the upright, in radians.
  static func lean(of sample: InkSample) -> Double? {
    guard let tilt = sample.tilt else { return nil }
    let x = Maths.sinCos(Double(tilt.x))
    let y = Maths.sinCos(Double(tilt.y))
    let across = x.sin * y.cos
    let along = y.sin * x.cos
    return Maths.atan2((across * across + along * along).squareRoot(), x.cos * y.cos)
  }
}
