public import Foundation
import FudeModel
import FudeStylus
public import TouchStandIns

/// A pen's stroke, under the old SDK's name: one object from its beginning to its end.
///
/// Deprecated on arrival: new code uses `StrokeEvent`.
@MainActor
public final class JotStroke {
  /// The force after the response curve, `0...1`.
  public private(set) var pressure: CGFloat
  /// The raw force, 0 to the pen's maximum; 0 for a finger.
  public private(set) var rawPressure: UInt
  /// When the last point was measured, in seconds.
  public private(set) var timestamp: TimeInterval
  /// The registered view in which it began.
  public private(set) weak var view: UIView?
  /// All points since the last event, oldest first.
  public private(set) var coalescedJotStrokes: [JotStroke] = []
  /// Where the pen will probably be next.
  public private(set) var predictedJotStrokes: [JotStroke] = []
  private var place: Point
  private var previous: Point
  private let number: UInt64

  init(_ sample: StrokeSample, number: UInt64, view: UIView?, fullScale: UInt) {
    pressure = CGFloat(sample.pressure)
    rawPressure = UInt((sample.rawPressure ?? 0) * Float(fullScale))
    timestamp = sample.time.seconds
    place = sample.position
    previous = sample.position
    self.number = number
    self.view = view
  }

  func take(_ event: StrokeEvent, fullScale: UInt) {
    func stroke(_ sample: StrokeSample) -> JotStroke {
      JotStroke(sample, number: number, view: view, fullScale: fullScale)
    }
    coalescedJotStrokes = event.samples.map(stroke)
    predictedJotStrokes = event.predicted.map(stroke)
    if let last = event.samples.last {
      pressure = CGFloat(last.pressure)
      rawPressure = UInt((last.rawPressure ?? 0) * Float(fullScale))
      timestamp = last.time.seconds
      previous = place
      place = last.position
    } else if let update = event.updates.last {
      pressure = CGFloat(update.pressure)
      rawPressure = UInt(update.rawPressure * Float(fullScale))
    }
  }

  /// Where the tip is, in points of a view; of the window if `view` is `nil`.
  public func location(in view: UIView?) -> CGPoint { Self.convert(place, to: view) }

  /// Where the tip was at the event before.
  public func previousLocation(in view: UIView?) -> CGPoint { Self.convert(previous, to: view) }

  private static func convert(_ place: Point, to view: UIView?) -> CGPoint {
    let scale = TouchPlayer.pointsPerMillimetre
    let origin = view?.frame.origin ?? .zero
    return CGPoint(x: place.x * scale - Double(origin.x), y: place.y * scale - Double(origin.y))
  }
}

extension JotStroke: Hashable {
  /// Whether both are points of the same stroke.
  public nonisolated static func == (lhs: JotStroke, rhs: JotStroke) -> Bool {
    lhs.number == rhs.number
  }

  /// The same for all points of a stroke.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// Takes strokes and suggestions, under the old SDK's name.
@MainActor
public protocol JotStrokeDelegate: AnyObject {
  /// A stroke began.
  func jotStylusStrokeBegan(_ stylusStroke: JotStroke)
  /// A stroke went on.
  func jotStylusStrokeMoved(_ stylusStroke: JotStroke)
  /// A stroke ended.
  func jotStylusStrokeEnded(_ stylusStroke: JotStroke)
  /// A stroke was taken back.
  func jotStylusStrokeCancelled(_ stylusStroke: JotStroke)
  /// Gestures are best off from now on.
  func jotSuggestsToDisableGestures()
  /// Gestures may be on again.
  func jotSuggestsToEnableGestures()
}

/// What a button does, under the old SDK's name.
public struct JotShortcut: Sendable {
  /// What people read.
  public var descriptiveText: String
  /// A stable key, for settings.
  public var key: String
  /// Seconds between repetitions while the button is held; 0 for none. The old SDK used 0.2.
  public var repeatRate: TimeInterval
  /// Whether it may be done while the tip is down.
  public var usableWhenStylusDepressed: Bool
  /// What it does. The old SDK took a target and a selector.
  public var action: @MainActor @Sendable () -> Void

  /// A shortcut.
  public init(
    descriptiveText: String, key: String, repeatRate: TimeInterval = 0,
    usableWhenStylusDepressed: Bool = true, action: @escaping @MainActor @Sendable () -> Void
  ) {
    self.descriptiveText = descriptiveText
    self.key = key
    self.repeatRate = repeatRate
    self.usableWhenStylusDepressed = usableWhenStylusDepressed
    self.action = action
  }
}

/// Where a connection stands, under the old SDK's name.
public enum JotConnectionStatus: UInt, Sendable {
  /// Not looking, not connected.
  case off
  /// Looking for a pen.
  case scanning
  /// A link is being opened.
  case connecting
  /// A pen is connected.
  case connected
  /// A pen is no longer connected.
  case disconnected
}

/// How the pen is held, under the old SDK's name.
public enum JotWritingStyle: UInt, Sendable {
  /// Right hand, from above.
  case rightUp
  /// Right hand.
  case rightAverage
  /// Right hand, from below.
  case rightDown
  /// Left hand, from above.
  case leftUp
  /// Left hand.
  case leftAverage
  /// Left hand, from below.
  case leftDown
}

/// What a touch is taken for, under the old SDK's name.
public enum AdonitTouchIdentificationType: UInt, Sendable {
  /// Not known yet.
  case unknown
  /// Nobody's concern: a finger or a palm.
  case notStylus
  /// The connected pen.
  case stylus
}
