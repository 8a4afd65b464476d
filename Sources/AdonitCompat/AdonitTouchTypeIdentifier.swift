import Foundation
import FudeModel
import FudeTouch
public import TouchStandIns

/// What a touch is taken for, under the old SDK's name.
public enum AdonitTouchIdentificationType: UInt, Sendable {
  /// Not known, or no longer.
  case unknown
  /// A finger or a palm.
  case notDevice
  /// It may be the pen's; nothing is decided yet.
  case potentialDevice
  /// The connected pen's.
  case stylus
  /// Never given.
  case debugPlaceholder
}

extension UITouch {
  /// What the touch is taken for, as of the last event that was classified.
  public var adonitTouchIdentification: AdonitTouchIdentificationType {
    get { AdonitTouchIdentificationType(rawValue: identification) ?? .unknown }
    set { identification = newValue.rawValue }
  }
}

/// Tells the pen's touches from others as the window gets them, under the old SDK's name.
///
/// Deprecated on arrival: new code gives its frames to `StylusCentral`. Give it every event, as the
/// guide's application does from `sendEvent`, before the views get it.
@MainActor
public final class AdonitTouchTypeIdentifier {
  private unowned let manager: JotStylusManager
  private var known: [(touch: UITouch, id: ContactID)] = []
  /// Numbers apart from those of frames given to the manager directly.
  private var next: UInt64 = 1 << 40

  init(_ manager: JotStylusManager) {
    self.manager = manager
  }

  /// Takes an event's touches, and marks each with what it is taken for.
  public func classifyAdonitDeviceIdentification(for event: UIEvent) {
    for touch in event.allTouches ?? [] { take(touch) }
    for (touch, id) in known { touch.adonitTouchIdentification = manager.identification(of: id) }
    known.removeAll { $0.touch.phase == .ended || $0.touch.phase == .cancelled }
  }

  private func take(_ touch: UITouch) {
    let index = known.firstIndex { $0.touch == touch }
    let phase: ContactPhase
    switch (touch.phase, index) {
    case (.began, nil): phase = .began
    case (.moved, .some): phase = .moved
    case (.ended, .some): phase = .ended
    case (.cancelled, .some): phase = .cancelled
    default: return
    }
    if index == nil {
      known.append((touch, ContactID(next)))
      next += 1
    }
    guard let id = known.first(where: { $0.touch == touch })?.id else { return }
    let place = touch.location(in: nil)
    let scale = TouchPlayer.pointsPerMillimetre
    let radius = Float(Double(touch.majorRadius) / scale)
    manager.touch(
      TouchFrame(
        time: Timestamp.zero + .seconds(touch.timestamp), device: DeviceID(0),
        surface: SurfaceID(0),
        contacts: [
          Contact(
            id: id, phase: phase,
            position: Point(x: Double(place.x) / scale, y: Double(place.y) / scale),
            size: radius > 0 ? ContactSize(major: radius * 2, minor: radius * 2) : nil)
        ]))
  }
}
