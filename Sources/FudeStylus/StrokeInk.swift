public import FudeInk
import FudeModel

/// Draws stylus strokes on a canvas: forces that come late go into the ink where they belong.
///
/// `Canvas` smooths by itself: leave ``StylusSettings/smoothing`` at 0 for the strokes given
/// here. The response to force is the brush's own curve, applied to the raw force, once.
public struct StrokeInk: Sendable {
  /// What has been drawn.
  public private(set) var canvas = Canvas()
  /// The pen of the strokes that begin from now on.
  public var brush: Brush
  private var drawings: [ContactID: Drawing] = [:]

  /// How long points may still change, in seconds: the forces of a radio pen trail its touches by
  /// up to 150 ms.
  private static let lag = 0.15

  /// One stroke that is being drawn.
  private struct Drawing {
    var id: StrokeID
    /// The time of each point; a force that comes late names its point by number.
    var times: [Timestamp] = []
    /// Whether a measured force was seen.
    var hasForce = false
  }

  /// A clean canvas.
  public init(brush: Brush = .pen) {
    self.brush = brush
    canvas.settings.lag = StrokeInk.lag
  }

  /// Takes the next step of a stroke; a cancelled one leaves nothing.
  public mutating func draw(_ event: StrokeEvent) {
    // Several steps may have been merged for a slow reader: then points come with their real
    // forces, and must not be drawn without.
    let first = event.samples.first?.index ?? .max
    var forces: [Int: Float] = [:]
    for update in event.updates {
      if update.index < first {
        revise(event.stroke, update)
      } else {
        forces[update.index] = update.rawPressure
      }
    }
    for sample in event.samples {
      let late = forces[sample.index]
      add(
        sample, to: event.stroke, measured: late ?? (sample.isEstimated ? nil : sample.rawPressure))
    }
    guard event.phase == .ended || event.phase == .cancelled,
      let drawing = drawings.removeValue(forKey: event.stroke)
    else { return }
    if event.phase == .ended { canvas.end(drawing.id) } else { canvas.revoke(drawing.id) }
  }

  private mutating func add(_ sample: StrokeSample, to contact: ContactID, measured: Float?) {
    let hasForce = drawings[contact]?.hasForce ?? false
    // Before the first measured force an estimate counts as a force of 0, which the ink takes for
    // "not measured yet" and waits; later it counts as unknown, which is filled in from both sides.
    let unknown: Float? = sample.isEstimated && !hasForce ? 0 : nil
    let point = InkSample(
      time: sample.time, position: sample.position, pressure: measured ?? unknown)
    if let drawing = drawings[contact] {
      canvas.extend(drawing.id, with: point)
    } else {
      drawings[contact] = Drawing(id: canvas.begin(brush: brush, at: point))
    }
    drawings[contact]?.times.append(sample.time)
    if measured != nil { drawings[contact]?.hasForce = true }
  }

  private mutating func revise(_ contact: ContactID, _ update: StrokeUpdate) {
    guard let drawing = drawings[contact], drawing.times.indices.contains(update.index) else {
      return
    }
    canvas.revise(drawing.id, at: drawing.times[update.index], pressure: update.rawPressure)
    drawings[contact]?.hasForce = true
  }
}
