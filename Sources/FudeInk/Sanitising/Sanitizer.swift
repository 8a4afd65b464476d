import FudeModel

/// Makes one clean stroke of whatever a device sends; rejects nothing that was drawn.
///
/// Times never run backwards, equal times count as one point (the newest wins), a place that is not
/// a number is left out, forces are held within `0...1`. A force that is only a placeholder is
/// called unknown (`nil`) and filled in from its neighbours later: zeros before the first real
/// force, and a run of equal forces at the start that is more than three times the force after it.
/// O(1) a sample; allocates nothing.
struct Sanitizer: Sendable {
  /// How many samples at a stroke's start may carry a placeholder instead of a force.
  ///
  /// Real devices: 1 to 4.
  static let longestPlaceholder = 4

  private var last: InkSample?
  private var count = 0
  /// Length and value of the run of equal forces since the start; 0 once it has ended.
  private var run = 0
  private var runForce: Float = 0
  /// Whether a force above 0 was ever seen.
  private(set) var hasRealForce = false

  /// What to do with a sample.
  enum Verdict {
    /// It is no measurement: leave it out.
    case skip
    /// It replaces the one before.
    case replace(InkSample)
    /// It is a new point; the last `unknown` points before it had placeholder forces.
    case append(InkSample, unknown: Int)
  }

  /// Judges the next sample.
  mutating func judge(_ sample: InkSample, isSteady: Bool) -> Verdict {
    guard sample.position.x.isFinite, sample.position.y.isFinite,
      abs(sample.position.x) < 1e6, abs(sample.position.y) < 1e6
    else { return .skip }
    var clean = sample
    clean.pressure = sample.pressure.flatMap { $0 == $0 ? max(0, min(1, $0)) : nil }
    let repeats =
      last.map { sample.time <= $0.time && (!isSteady || sample.position == $0.position) } ?? false
    if let last, sample.time < last.time { clean.time = last.time }
    last = clean
    if let force = clean.pressure, force <= 0, !hasRealForce { clean.pressure = nil }
    let unknown = judgeStart(clean.pressure, repeats: repeats)
    if let force = clean.pressure, force > 0 { hasRealForce = true }
    if repeats { return .replace(clean) }
    count += 1
    return .append(clean, unknown: unknown)
  }

  /// Cleans a force that arrives late for a sample judged before.
  mutating func revise(_ force: Float?) -> Float? {
    guard let force, force == force else { return nil }
    if force > 0 { hasRealForce = true }
    return max(0, min(1, force))
  }

  /// How many forces before this one were placeholders.
  private mutating func judgeStart(_ force: Float?, repeats: Bool) -> Int {
    guard let force else { return 0 }
    if count == 0 || (repeats && count == 1) {
      run = 1
      runForce = force
      return 0
    }
    guard run > 0, !repeats else { return 0 }
    if force == runForce, run < Sanitizer.longestPlaceholder {
      run += 1
      return 0
    }
    let isPlaceholder = runForce > 3 * force && runForce - force > 0.3
    let length = run
    run = 0
    return isPlaceholder ? length : 0
  }
}
