import FudeModel
import FudePad
import Foundation

/// A controller's learned rest, applied to its reports on the source's thread.
final class PadCalibration: @unchecked Sendable {
  private let lock = NSLock()
  private var drift = DriftCalibration()
  private var isOn = true

  /// The report with the sticks' rest taken out.
  func correct(_ report: PadReport) -> PadReport {
    var report = report
    report.frame = report.frame.sanitised
    lock.withLock {
      guard isOn else { return }
      drift.receive(report.frame)
      report.frame = drift.offsets.apply(to: report.frame).sanitised
    }
    return report
  }

  /// Where the sticks rest, as known so far.
  var offsets: StickOffsets {
    get { lock.withLock { drift.offsets } }
    set { lock.withLock { drift = DriftCalibration(offsets: newValue) } }
  }

  /// How often a rest was learned.
  var lessons: Int { lock.withLock { drift.lessons } }
}
