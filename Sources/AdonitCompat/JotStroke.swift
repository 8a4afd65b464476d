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
  /// The raw force, 0 to the pen's maximum; for a finger what the manager was told to assume.
  public private(set) var rawPressure: UInt
  /// When the last point was measured, in seconds.
  public private(set) var timestamp: TimeInterval
  /// The registered view in which it began.
  public private(set) weak var view: UIView?
  /// All points since the last event, oldest first.
  public private(set) var coalescedJotStrokes: [JotStroke] = []
  /// Where the pen will probably be next.
  public private(set) var predictedJotStrokes: [JotStroke] = []
  /// How many taps it takes; always 1.
  public let tapCount: UInt = 1
  /// The angle between pen and surface in radians; a quarter of π for pens that tell no lean.
  public private(set) var altitudeAngle: CGFloat = .pi / 4
  private var azimuth: CGFloat = .pi / 4
  private var place: Point
  private var previous: Point
  private let number: UInt64

  init(_ sample: StrokeSample, number: UInt64, view: UIView?, fullScale: UInt) {
    pressure = CGFloat(sample.pressure)
    rawPressure = JotStroke.raw(sample, fullScale)
    timestamp = sample.time.seconds
    place = sample.position
    previous = sample.position
    self.number = number
    self.view = view
  }

  private static func raw(_ sample: StrokeSample, _ fullScale: UInt) -> UInt {
    UInt((max(0, sample.rawPressure ?? sample.pressure) * Float(fullScale)).rounded())
  }

  func take(_ event: StrokeEvent, fullScale: UInt, tilt: Tilt?) {
    if let tilt { lean(tilt) }
    func stroke(_ sample: StrokeSample) -> JotStroke {
      let stroke = JotStroke(sample, number: number, view: view, fullScale: fullScale)
      stroke.altitudeAngle = altitudeAngle
      stroke.azimuth = azimuth
      return stroke
    }
    coalescedJotStrokes = event.samples.map(stroke)
    predictedJotStrokes = event.predicted.map(stroke)
    if let last = event.samples.last {
      pressure = CGFloat(last.pressure)
      rawPressure = JotStroke.raw(last, fullScale)
      timestamp = last.time.seconds
      previous = place
      place = last.position
    } else if let update = event.updates.last {
      pressure = CGFloat(update.pressure)
      rawPressure = UInt((max(0, update.rawPressure) * Float(fullScale)).rounded())
    }
  }

  /// From a lean to the right and to the bottom to the old SDK's two angles.
  private func lean(_ tilt: Tilt) {
    let limit = Float.pi / 2 - 0.01
    let right = tan(Double(max(-limit, min(limit, tilt.x))))
    let bottom = tan(Double(max(-limit, min(limit, tilt.y))))
    altitudeAngle = CGFloat(atan2(1, (right * right + bottom * bottom).squareRoot()))
    // The direction in which the tip points, away from the lean.
    if right != 0 || bottom != 0 { azimuth = CGFloat(atan2(-bottom, -right)) }
  }

  /// The direction in which the tip points in radians, 0 to the right and half of π to the bottom;
  /// a quarter of π for pens that tell no lean. The same in every view: views are not turned.
  public func azimuthAngle(in view: UIView?) -> CGFloat { azimuth }

  /// ``azimuthAngle(in:)`` as a vector of length 1.
  public func azimuthUnitVector(in view: UIView?) -> CGVector {
    CGVector(dx: cos(azimuth), dy: sin(azimuth))
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
