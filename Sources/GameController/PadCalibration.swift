import FudeModel
import FudePad
import Foundation

/// A controller's learned rest, and what it held when it went; applied to its reports on the
/// source's thread.
final class PadCalibration: @unchecked Sendable {
  private let lock = NSLock()
  private var drift = DriftCalibration()
  private var held = HeldAtLoss()

  /// The report with the sticks' rest taken out.
  func correct(_ report: PadReport) -> PadReport {
    var report = report
    report.frame = report.frame.sanitised
    lock.withLock {
      drift.receive(report.frame)
      let frame = drift.offsets.apply(to: report.frame).sanitised
      report.frame = held.apply(to: frame)
    }
    return report
  }

  /// The controller went: what it held counts again only after it has been let go.
  func lose() {
    lock.withLock { held.lose() }
  }

  /// Where the sticks rest, as known so far.
  var offsets: StickOffsets {
    get { lock.withLock { drift.offsets } }
    set { lock.withLock { drift = DriftCalibration(offsets: newValue) } }
  }

  /// How often a rest was learned.
  var lessons: Int { lock.withLock { drift.lessons } }
}
