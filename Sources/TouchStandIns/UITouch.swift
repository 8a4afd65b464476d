#if !canImport(UIKit)
  public import Foundation

  /// Stands in for UIKit's class of this name where there is no UIKit, as far as the old SDKs' guides
  /// use it.
  @MainActor
  public final class UITouch {
    /// A step in a touch's life.
    public enum Phase: Int, Sendable {
      /// It landed.
      case began
      /// It moved.
      case moved
      /// It stayed where it was.
      case stationary
      /// It lifted.
      case ended
      /// The system took it away.
      case cancelled
    }

    /// What happened last.
    public private(set) var phase: Phase
    /// When, in seconds.
    public private(set) var timestamp: TimeInterval
    /// The view in which it began.
    public private(set) weak var view: UIView?
    /// Its radius in points; 0 if not known.
    public private(set) var majorRadius: CGFloat
    /// The uncertainty of its radius in points.
    public let majorRadiusTolerance: CGFloat
    /// What an old SDK takes it for, as that SDK numbers it; 0 for not known.
    package var identification: UInt = 0
    private var place: CGPoint
    private var previous: CGPoint

    /// A touch that lands at a place in the window, in points.
    public init(
      at place: CGPoint, timestamp: TimeInterval, in view: UIView?, majorRadius: CGFloat = 0,
      majorRadiusTolerance: CGFloat = 1
    ) {
      phase = .began
      self.timestamp = timestamp
      self.view = view
      self.majorRadius = majorRadius
      self.majorRadiusTolerance = majorRadiusTolerance
      self.place = place
      previous = place
    }

    /// Where it is, in points of a view; of the window if `view` is `nil`.
    public func location(in view: UIView?) -> CGPoint { Self.convert(place, to: view) }

    /// Where it was before its last event.
    public func previousLocation(in view: UIView?) -> CGPoint { Self.convert(previous, to: view) }

    /// The next event of this touch.
    public func update(
      _ phase: Phase, at place: CGPoint, timestamp: TimeInterval, majorRadius: CGFloat? = nil
    ) {
      previous = self.place
      self.place = place
      self.phase = phase
      self.timestamp = timestamp
      if let majorRadius { self.majorRadius = majorRadius }
    }

    private static func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
      guard let view else { return point }
      return CGPoint(x: point.x - view.frame.minX, y: point.y - view.frame.minY)
    }
  }

  extension UITouch: Hashable {
    /// A touch is only itself.
    public nonisolated static func == (lhs: UITouch, rhs: UITouch) -> Bool { lhs === rhs }

    /// A touch is only itself.
    public nonisolated func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(self))
    }
  }

  /// Stands in for UIKit's class of this name: a place that takes touches.
  @MainActor
  open class UIView {
    /// Its place in the window, in points.
    public var frame: CGRect
    /// What sees the view's touches too, each from before the view has it until the view is done with
    /// it; the old SDKs' `registerView` needs it.
    package var touchWatcher: ((UITouch.Phase, Set<UITouch>) -> Void)?
    /// Its own extent.
    public var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }

    /// A view at a place.
    public init(frame: CGRect) {
      self.frame = frame
    }

    /// Touches landed.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    /// Touches moved.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    /// Touches lifted.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
    /// Touches were taken away.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
  }

  /// Stands in for Core Graphics' type of this name, which Foundation lacks on other systems.
  public struct CGVector: Hashable, Sendable {
    /// To the right.
    public var dx: CGFloat
    /// Downwards.
    public var dy: CGFloat

    /// A vector.
    public init(dx: CGFloat, dy: CGFloat) {
      self.dx = dx
      self.dy = dy
    }
  }

  /// Stands in for UIKit's class of this name: all touches at one moment.
  @MainActor
  public final class UIEvent {
    /// Every touch on the glass.
    public let allTouches: Set<UITouch>?

    /// An event of some touches.
    public init(allTouches: Set<UITouch>) {
      self.allTouches = allTouches
    }
  }
#endif
