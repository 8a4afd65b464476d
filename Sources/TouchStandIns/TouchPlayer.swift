#if !canImport(UIKit)
  import Foundation
  public import FudeModel

  /// Turns a touch screen's frames into the calls that UIKit would make on a view.
  @MainActor
  public final class TouchPlayer {
    private let view: UIView
    private var touches: [ContactID: UITouch] = [:]

    /// Points a millimetre on the tablets of the old SDKs: 132 to the inch.
    public static nonisolated let pointsPerMillimetre = 132 / 25.4

    /// A player for one view.
    public init(view: UIView) {
      self.view = view
    }

    /// Makes the calls of one frame.
    public func play(_ frame: TouchFrame) {
      for contact in frame.contacts {
        let place = CGPoint(
          x: contact.position.x * Self.pointsPerMillimetre,
          y: contact.position.y * Self.pointsPerMillimetre)
        let radius = contact.size.map { CGFloat(Double($0.major) / 2 * Self.pointsPerMillimetre) }
        let time = frame.time.seconds
        if contact.phase == .began {
          let touch = UITouch(at: place, timestamp: time, in: view, majorRadius: radius ?? 0)
          touches[contact.id] = touch
          view.touchWatcher?(.began, [touch])
          view.touchesBegan([touch], with: event)
          continue
        }
        guard let touch = touches[contact.id] else { continue }
        let phase: UITouch.Phase =
          switch contact.phase {
          case .began, .moved: .moved
          case .ended: .ended
          case .cancelled: .cancelled
          }
        touch.update(phase, at: place, timestamp: time, majorRadius: radius)
        let all = event
        if phase != .moved { touches[contact.id] = nil }
        // What watches knows a touch before the view has it and until the view is done with it.
        switch phase {
        case .ended: view.touchesEnded([touch], with: all)
        case .cancelled: view.touchesCancelled([touch], with: all)
        default:
          view.touchWatcher?(.moved, [touch])
          view.touchesMoved([touch], with: all)
        }
        if phase != .moved { view.touchWatcher?(phase, [touch]) }
      }
    }

    private var event: UIEvent { UIEvent(allTouches: Set(touches.values)) }
  }
#endif
