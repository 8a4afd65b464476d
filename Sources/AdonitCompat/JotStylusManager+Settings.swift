public import Foundation
import FudeModel
import FudePen
import FudeStylus
import FudeTouch

/// What may be set, and what is known of the pen.
extension JotStylusManager {
  /// What was set; it holds for later sessions too.
  struct Preferences {
    var unconnectedPressure: UInt = 1024
    var isSmoothing = true
    var smoothing = 0.8
    var style = JotWritingStyle.rightAverage
    var gestureDelay: TimeInterval = 1
    var predicts = true
    var lag = 1.75
    var names: [String: String] = [:]
    var areShortcutsEnabled = true
    var reportsDiagnosticData = false

    func apply(to settings: inout StylusSettings) {
      settings.fingerPressure =
        Float(min(unconnectedPressure, JOT_MAX_PRESSURE)) / Float(JOT_MAX_PRESSURE)
      settings.smoothing = isSmoothing ? smoothing : 0
      settings.gestureDelay = .seconds(max(0, gestureDelay))
      // At the old SDK's 1.75 as far ahead as is usual here.
      settings.prediction = predicts ? .seconds(0.02 * max(0, min(5, lag)) / 1.75) : .zero
      settings.association.posture =
        switch style {
        case .rightVertical: .rightUpward
        case .rightAverage: .right
        case .rightHorizontal: .rightDownward
        case .leftVertical: .leftUpward
        case .leftAverage: .left
        case .leftHorizontal: .leftDownward
        }
    }
  }

  private func set(_ change: (inout Preferences) -> Void) {
    change(&preferences)
    guard let core else { return }
    var settings = core.settings
    preferences.apply(to: &settings)
    core.settings = settings
  }

  /// The raw force of points while no pen is connected, 0 to ``JOT_MAX_PRESSURE``; 1024 at first.
  public var unconnectedPressure: UInt {
    get { preferences.unconnectedPressure }
    set { set { $0.unconnectedPressure = newValue } }
  }

  /// Whether lines are smoothed; they are at first.
  public var lineSmoothingEnabled: Bool {
    get { preferences.isSmoothing }
    set { set { $0.isSmoothing = newValue } }
  }

  /// How much lines are smoothed, `0...1`; 0.80 at first.
  public var lineSmoothingAmount: CGFloat {
    get { CGFloat(preferences.smoothing) }
    set { set { $0.smoothing = Double(newValue) } }
  }

  /// How the pen is held.
  public var writingStyle: JotWritingStyle {
    get { preferences.style }
    set { set { $0.style = newValue } }
  }

  /// Seconds after the last stroke until gestures are suggested again; 1 at first, 0 allowed.
  public var suggestionToEnableGesturesDelay: TimeInterval {
    get { preferences.gestureDelay }
    set { set { $0.gestureDelay = newValue } }
  }

  /// Always given here; strokes come with all their points whatever is set.
  public var coalescedJotStrokesEnabled: Bool {
    get { true }
    set { _ = newValue }
  }

  /// Whether strokes come with predicted points; they do at first.
  public var predictedJotStrokesEnabled: Bool {
    get { preferences.predicts }
    set { set { $0.predicts = newValue } }
  }

  /// How far ahead points are predicted; 1.75 at first. The name is misspelt in the old SDK too.
  public var predictedJotStrokeLagMulitplier: CGFloat {
    get { CGFloat(preferences.lag) }
    set { set { $0.lag = Double(newValue) } }
  }

  // MARK: - The pen

  private var pen: StylusSnapshot.PenState? { core?.snapshot.pens.first }

  /// The connected pen's name; empty if none is.
  public var stylusModelFriendlyName: String { pen?.name ?? "" }

  /// The name that the app gave the connected pen, else ``stylusModelFriendlyName``. It is kept by
  /// this process, not by the pen.
  public var stylusFriendlyName: String {
    get { pen?.identity.serial.flatMap { preferences.names[$0] } ?? stylusModelFriendlyName }
    set {
      guard let serial = pen?.identity.serial else { return }
      preferences.names[serial] = newValue
      post(
        JotStylusManagerDidChangeStylusFriendlyName,
        [JotStylusManagerDidChangeStylusFriendlyNameNameKey: newValue])
    }
  }

  /// Whether the pen itself keeps a name; none does here.
  public var stylusSupportsFriendlyName: Bool { false }

  /// How many buttons the connected pen has; 2, or 0 if none is connected.
  public var stylusShortcutButtonCount: UInt { pen == nil ? 0 : 2 }

  /// Whether the connected pen measures force.
  public var stylusSupportsPressureSensitivity: Bool { pen?.pressure != nil }

  /// Whether the connected pen has told how it leans.
  public var stylusSupportsAltitudeAngle: Bool { pen?.tilt != nil }

  /// Whether the connected pen has told where it leans.
  public var stylusSupportsAzimuthAngle: Bool { pen?.tilt != nil }

  /// The least angle to the surface, in radians, that a pen can be used at: 22.5°.
  public var minimumAltitudeAngleSupported: CGFloat { .pi / 8 }

  /// The angle to the surface, in radians, below which a pen shades: 30°.
  public func tiltThreshold() -> CGFloat { .pi / 6 }

  /// The connected pen's charge in per cent; 0 if not known.
  public var batteryLevel: UInt { UInt(pen?.battery?.percent ?? 0) }

  /// The connected pen's firmware; `nil` if not known.
  public var firmwareVersion: String? { pen?.firmware }

  /// The connected pen's hardware; `nil` if not known.
  public var hardwareVersion: String? { pen?.hardware }

  /// The connected pen's serial number; `nil` if not known.
  public var serialNumber: String? { pen?.identity.serial }

  // MARK: - About the SDK

  /// The version of this module's stand-in for the old SDK.
  public var SDKVersion: String { "Fude" }

  /// The build of this module's stand-in for the old SDK; there is none.
  public var SDKBuildVersion: String { "" }

  /// What was set. Nothing is ever reported to anybody.
  public var reportDiagnosticData: Bool {
    get { preferences.reportsDiagnosticData }
    set { preferences.reportsDiagnosticData = newValue }
  }

  /// Opens nothing; there are no help pages.
  @discardableResult
  public func launchHelpAndShowAlert(onError showAlertOnError: Bool) -> NSError? {
    JotTouchSDKErrorType.cannotOpenHelp.error
  }
}
