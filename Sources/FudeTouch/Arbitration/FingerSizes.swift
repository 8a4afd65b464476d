import FudeModel

/// How large a finger is on one device, learned from contacts that were fingers.
///
/// Reported sizes have medians from 0.1 to 1253 "mm" over 23 touchscreens, so only ratios on the
/// same device mean anything.
struct FingerSizes: Sendable {
  private var usual: Float = 0
  private var count = 0

  /// `size` over a finger's usual size, or `nil` while too little was seen.
  func ratio(_ size: Float?) -> Float? {
    guard let size, count >= 3, usual > 0 else { return nil }
    return size / usual
  }

  /// Learns the greatest size that a finger had.
  mutating func learn(_ size: Float?) {
    guard let size, size > 0, size < 1e9 else { return }
    count = min(50, count + 1)
    usual += (size - usual) / Float(count)
  }
}

extension ContactSize {
  /// One number for the extent; `nil` if it is not one.
  var extent: Float? {
    let extent = max(major, minor)
    return extent > 0 && extent < 1e9 ? extent : nil
  }
}
