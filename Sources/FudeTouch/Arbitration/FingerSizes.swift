import FudeModel

/// How large a finger is on one device, learned from contacts that were fingers.
///
/// Reported sizes have medians from 0.1 to 1253 "mm" over 23 touchscreens, so only comparisons on
/// the same device mean anything.
struct FingerSizes: Sendable {
  private var usual: Float = 0
  private var variance: Float = 0
  private var count: Float = 0

  /// `size` over a finger's usual size; `nil` while too little was seen.
  func ratio(_ size: Float?) -> Float? {
    guard let size, count >= 3, usual > 0 else { return nil }
    return size / usual
  }

  /// The spread of fingers' sizes over the usual size, at least `least`.
  func spread(least: Float) -> Float {
    guard usual > 0 else { return least }
    return max(least, variance.squareRoot() / usual)
  }

  /// Learns the greatest size that a finger had.
  mutating func learn(_ size: Float?) {
    guard let size else { return }
    count = min(50, count + 1)
    let share = 1 / count
    let difference = size - usual
    usual += share * difference
    variance = (1 - share) * (variance + share * difference * difference)
  }
}

extension ContactSize {
  /// One number for the extent; `nil` if it is none.
  var extent: Float? {
    let extent = max(major, minor)
    return extent > 0 && extent < 1e9 ? extent : nil
  }
}
