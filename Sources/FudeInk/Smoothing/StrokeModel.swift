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
  private var lean: Double = 0
  /// Unsettled steps, in a ring.
  private var ring: [Step]
  private var count = 0

  /// The largest number of unsettled points.
  private static let capacity = 64
  /// How long a stroke waits for its first real force before it settles without, in seconds.
  private static let patience = 0.1

  /// A model that knows nothing yet.
  public init(settings: ModelSettings = ModelSettings()) {
    self.settings = settings
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
    switch sanitizer.judge(sample) {
    case .skip: return
    case .replace(let sample):
      takeBack()
      step(to: sample, variance: settings.noise * settings.noise)
    case .append(let sample, let unknown):
      if unknown > 0 { forget(unknown) }
      step(to: sample, variance: settings.noise * settings.noise)
    }
    update()
  }

  /// Ends the stroke: the last point is the last raw one, and all points settle.
  public mutating func finish() {
    guard !isFinished else { return }
    isFinished = true
    guard count > 0 else { return }
    let last = step(at: count - 1)
    takeBack()
    step(to: last.sample, variance: 1e-12)
    trimLift()
    smooth(from: settled.count)
    settled.append(contentsOf: tail)
    tail.removeAll(keepingCapacity: true)
  }

  /// Where the pen will be, `horizon` after the newest sample, as far as its movement tells.
  ///
  /// `nil` before the first sample.
  public func predicted(at horizon: TimeSpan) -> Point? {
    guard count > 0 else { return nil }
    let h = max(0, min(0.1, horizon.seconds))
    let ahead = state.position + state.velocity * h + state.acceleration * (h * h / 4)
    return Point(x: ahead.x, y: ahead.y)
  }

  // MARK: Steps

  private func step(at index: Int) -> Step { ring[index % StrokeModel.capacity] }

  private mutating func step(to sample: InkSample, variance: Double) {
    let place = SIMD2(sample.position.x, sample.position.y)
    var entry = Step()
    entry.sample = sample
    if count == 0 {
      start = sample.time
      state = Kinematics(position: place, variance: variance)
      force = ForceFilter()
      lean = Step.lean(of: sample) ?? 0
    } else {
      let h = (sample.time - step(at: count - 1).sample.time).seconds
      entry.interval = h
      state.advance(by: h, jerk: settings.jerk)
      let surprise = place - state.position
      let size = surprise.x * surprise.x + surprise.y * surprise.y
      if size > 16 * (state.p00 + variance) { state.jolt(variance: size / (h * h), ago: h) }
      entry.correction = state.correct(with: place, variance: variance)
      entry.forceCoupling = force.advance(by: h * settings.pressureDrift)
      if let measured = Step.lean(of: sample) { lean += (measured - lean) * h / (h + 0.02) }
    }
    if let measured = sample.pressure {
      force.correct(with: Double(measured), variance: settings.pressureNoise)
    }
    entry.state = state
    entry.force = force
    entry.lean = lean
    ring[count % StrokeModel.capacity] = entry
    count += 1
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
      ring[index % StrokeModel.capacity].force = force
      ring[index % StrokeModel.capacity].sample.pressure = nil
    }
  }

  /// A force that fell to nothing while the tip was still reported down is the lift, not the line:
  /// the last real force goes on to the end.
  private mutating func trimLift() {
    var last = count - 1
    while last > settled.count, let force = step(at: last).sample.pressure, force <= 0.02 {
      last -= 1
    }
    guard last < count - 1, let held = step(at: last).sample.pressure, held > 0.02 else { return }
    for index in last..<count {
      ring[index % StrokeModel.capacity].force = step(at: last).force
    }
  }

  // MARK: Smoothing

  private mutating func update() {
    let newest = step(at: count - 1).sample.time
    let waits =
      isWithoutForce && (newest - start).seconds < StrokeModel.patience
    var oldest = settled.count
    while oldest < count - 1 {
      let isFull = count - oldest >= StrokeModel.capacity - 1
      let age = (newest - step(at: oldest).sample.time).seconds
      guard isFull || (age >= settings.lag && !waits) else { break }
      oldest += 1
    }
    let first = settled.count
    smooth(from: first)
    guard oldest > first else { return }
    settled.append(contentsOf: tail[..<(oldest - first)])
    tail.removeFirst(oldest - first)
  }

  /// Estimates every point from `first` on with all that is known now.
  private mutating func smooth(from first: Int) {
    tail.removeAll(keepingCapacity: true)
    for index in first..<count { tail.append(point(of: step(at: index))) }
    var adjoint = Adjoint()
    var later = step(at: count - 1)
    var laterForce = later.force.value
    var index = count - 2
    while index >= first {
      adjoint.stepBack(over: later.correction, seconds: later.interval)
      let here = step(at: index)
      let (position, velocity) = adjoint.smooth(here.state)
      tail[index - first].position = SIMD2<Float>(position)
      tail[index - first].velocity = SIMD2<Float>(velocity)
      if force.isKnown {
        laterForce = here.force.smoothed(later: laterForce, drift: later.forceCoupling)
        tail[index - first].pressure = Float(max(0, min(1, laterForce)))
      }
      later = here
      index -= 1
    }
  }

  private func point(of step: Step) -> ModelPoint {
    ModelPoint(
      time: Float((step.sample.time - start).seconds),
      position: SIMD2<Float>(step.state.position), velocity: SIMD2<Float>(step.state.velocity),
      pressure: step.force.isKnown ? Float(max(0, min(1, step.force.value))) : -1,
      lean: Float(step.lean))
  }
}

/// What the model keeps of one unsettled sample.
private struct Step: Sendable {
  var sample = InkSample(time: .zero, position: .zero)
  /// Seconds since the sample before.
  var interval = 0.0
  var state = Kinematics(position: .zero, variance: 1)
  var correction = Correction(surprise: .zero, inverseVariance: 0, gain: .zero)
  var force = ForceFilter()
  /// Variance that the force gained since the sample before.
  var forceCoupling = 0.0
  var lean = 0.0

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

/// A force as a random walk with noise; unknown until first measured.
struct ForceFilter: Sendable {
  private(set) var value = 0.0
  private var variance = -1.0

  /// Whether anything was measured yet.
  var isKnown: Bool { variance >= 0 }

  /// Lets the force drift; returns the variance gained.
  mutating func advance(by drift: Double) -> Double {
    if isKnown { variance += drift }
    return drift
  }

  /// Takes a measured force.
  mutating func correct(with measured: Double, variance noise: Double) {
    guard isKnown else {
      value = measured
      variance = noise
      return
    }
    let gain = variance / (variance + noise)
    value += gain * (measured - value)
    variance *= 1 - gain
  }

  /// This estimate in the light of the smoothed one after it.
  func smoothed(later: Double, drift: Double) -> Double {
    guard isKnown else { return later }
    let gain = variance + drift > 0 ? variance / (variance + drift) : 0
    return value + gain * (later - value)
  }
}
