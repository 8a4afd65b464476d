import FudeModel

/// What is known of the pen on one surface.
struct PenContext: Sendable {
  /// The pen in charge: the one that reported last while in range.
  private(set) var device: DeviceID?
  /// Whether its last report had it in range.
  private(set) var isInRange = false
  /// Whether its tip was down.
  private(set) var isTouching = false
  /// The time of its last report in range.
  private(set) var lastReport = Timestamp.zero
  /// When it left, by its own word.
  private(set) var leftAt: Timestamp?
  /// The last place told.
  private(set) var position: Point?
  /// When it was told, and whether the last report repeated it.
  private(set) var placedAt = Timestamp.zero
  private(set) var isPlaced = false

  /// Takes a report; returns whether a pen has just come into range.
  mutating func receive(_ sample: PenSample, at now: Timestamp, timeout: TimeSpan) -> Bool {
    if sample.state == .out {
      guard device == sample.device, isInRange else { return false }
      leave(at: now)
      return false
    }
    let arrived = !isInRange || goneAt(timeout: timeout).map { $0 <= now } ?? false
    device = sample.device
    isInRange = true
    isTouching = sample.state == .touching
    lastReport = now
    leftAt = nil
    isPlaced = sample.state != .near && sample.position != nil
    if isPlaced, let place = sample.position, place.isPlausible {
      position = place
      placedAt = now
    }
    return arrived
  }

  /// The pen went, by its own word or because its device did.
  mutating func leave(at now: Timestamp) {
    isInRange = false
    isTouching = false
    leftAt = now
  }

  /// When the pen went or will count as gone if it stays silent; `nil` if there never was one.
  func goneAt(timeout: TimeSpan) -> Timestamp? {
    guard device != nil else { return nil }
    if let leftAt { return leftAt }
    let factor = isTouching ? ArbitrationConstants.silentTipFactor : 1
    return lastReport + TimeSpan(microseconds: timeout.microseconds &* factor)
  }

  /// Seconds since the pen was in range: 0 while it is; `nil` if there never was one.
  func age(at now: Timestamp, timeout: TimeSpan) -> Float? {
    guard let gone = goneAt(timeout: timeout) else { return nil }
    return Float(max(0, (now - gone).seconds))
  }

  /// What the last place told is worth now, `0...1`: all of it while the pen repeats it, less and
  /// less while it is only sensed, `faded` when it has left.
  func placeWorth(at now: Timestamp, presence: Float, _ constants: ArbitrationConstants) -> Float {
    guard position != nil else { return 0 }
    guard isInRange, !isPlaced else { return presence }
    let passed = Float((now - placedAt).seconds) / constants.placeMemory
    return presence * max(constants.stalePlace, 1 / (1 + passed * passed))
  }
}
