/// Where the pen is, how fast it goes and how it accelerates, with the covariance that both axes
/// share: they have the same noise and the same time steps, so one recursion serves both.
///
/// White jerk drives the model (a Wiener process in acceleration; Bar-Shalom, Li and Kirubarajan,
/// "Estimation with Applications to Tracking and Navigation", 2001, section 6.2.3).
struct Kinematics: Sendable {
  var position: SIMD2<Double>
  var velocity: SIMD2<Double> = .zero
  var acceleration: SIMD2<Double> = .zero
  /// The upper triangle of the covariance, in powers of mm and s.
  var p00: Double
  var p01 = 0.0
  var p02 = 0.0
  var p11: Double
  var p12 = 0.0
  var p22: Double

  /// A pen at `position`, known to within `variance` mm², whose movement is not known.
  init(position: SIMD2<Double>, variance: Double) {
    self.position = position
    p00 = variance
    p11 = 1e4  // (100 mm/s)²: a hand's usual speed
    p22 = 1e7  // (3000 mm/s²)²
  }

  /// Lets `h` seconds pass; `q` is the jerk's spectral density.
  @inline(__always)
  mutating func advance(by h: Double, jerk q: Double) {
    let half = h * h / 2
    position += velocity * h + acceleration * half
    velocity += acceleration * h
    let a = p01 + h * p11 + half * p12
    let b = p02 + h * p12 + half * p22
    let c = p12 + h * p22
    let qh = q * h
    p00 += h * (p01 + a) + half * (p02 + b) + qh * half * half * 0.2
    p01 = a + h * b + qh * h * half * 0.25
    p02 = b + qh * half / 3
    p11 += h * (p12 + c) + qh * h * h / 3
    p12 = c + qh * h / 2
    p22 += qh
  }

  /// A sudden change of velocity with the given variance, `h` seconds ago.
  @inline(__always)
  mutating func jolt(variance: Double, ago h: Double) {
    p00 += variance * h * h
    p01 += variance * h
    p11 += variance
  }

  /// Takes a measured place with noise `variance`; tells what the smoother needs.
  @inline(__always)
  mutating func correct(with measured: SIMD2<Double>, variance: Double) -> Correction {
    let inverse = 1 / (p00 + variance)
    let surprise = measured - position
    let gain = SIMD3(p00, p01, p02) * inverse
    position += surprise * gain.x
    velocity += surprise * gain.y
    acceleration += surprise * gain.z
    p22 -= gain.z * p02
    p12 -= gain.z * p01
    p11 -= gain.y * p01
    let keep = variance * inverse
    p02 *= keep
    p01 *= keep
    p00 *= keep
    return Correction(pull: surprise * inverse, gain: gain)
  }
}

/// What one measurement did to the estimate.
struct Correction: Sendable {
  /// Measured minus predicted place, over the variance that was expected of it, 1/mm.
  var pull: SIMD2<Double>
  /// The gains of place, velocity and acceleration.
  var gain: SIMD3<Double>
}

/// The backward pass of the fixed-interval smoother in the modified Bryson–Frazier form (Bierman,
/// 1973): it carries one adjoint vector an axis and inverts nothing.
struct Adjoint: Sendable {
  private var place: SIMD2<Double> = .zero
  private var velocity: SIMD2<Double> = .zero
  private var acceleration: SIMD2<Double> = .zero

  /// The smoothed place and velocity, given the filter's estimate at that moment.
  @inline(__always)
  func smooth(_ state: Kinematics) -> (position: SIMD2<Double>, velocity: SIMD2<Double>) {
    (
      state.position - (place * state.p00 + velocity * state.p01 + acceleration * state.p02),
      state.velocity - (place * state.p01 + velocity * state.p11 + acceleration * state.p12)
    )
  }

  /// Steps back over a measurement and the `h` seconds before it.
  @inline(__always)
  mutating func stepBack(over correction: Correction, seconds h: Double) {
    let pull =
      place * correction.gain.x + velocity * correction.gain.y
      + acceleration * correction.gain.z
    place -= pull + correction.pull
    acceleration += velocity * h + place * (h * h / 2)
    velocity += place * h
  }
}
