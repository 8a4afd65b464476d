import Foundation
import FudeModel
import FudeStylus
import TouchStandIns

/// Hands the session's calls to the main actor, where the session is driven.
final class StrokeRelay: StylusStrokeDelegate {
  private let manager: @MainActor @Sendable () -> JotStylusManager?

  @MainActor init(_ manager: JotStylusManager) {
    weak let weakly = manager
    self.manager = { weakly }
  }

  private func take(_ event: StrokeEvent) {
    MainActor.assumeIsolated { manager()?.take(event) }
  }

  func strokeBegan(_ event: StrokeEvent) { take(event) }
  func strokeMoved(_ event: StrokeEvent) { take(event) }
  func strokeEnded(_ event: StrokeEvent) { take(event) }
  func strokeCancelled(_ event: StrokeEvent) { take(event) }
  func gesturesSuggested(_ areEnabled: Bool) {
    MainActor.assumeIsolated { manager()?.suggest(areEnabled) }
  }
}

/// A view of the old kind as a view of the new one.
final class ViewBox: StylusView {
  private let view: @MainActor @Sendable () -> UIView?

  @MainActor init(_ view: UIView) {
    weak let weakly = view
    self.view = { weakly }
  }

  func contains(_ place: Point) -> Bool {
    MainActor.assumeIsolated {
      guard let view = view() else { return false }
      let scale = TouchPlayer.pointsPerMillimetre
      return view.frame.contains(CGPoint(x: place.x * scale, y: place.y * scale))
    }
  }
}
