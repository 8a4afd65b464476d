import FudeInk
import FudeModel
import FudeTouch

/// Takes the tremble out of a line without holding it back for long.
///
/// A one-pole low-pass on the time axis; its time constant is 20 ms times the amount, so that 0.80
/// lags a moving pen by 16 ms. The prediction comes from the raw places.
struct StrokeSmoother {
  private let time: Double
  private var last: (time: Timestamp, place: Point)?
  private var model: StrokeModel?

  init(settings: StylusSettings) {
    let amount = settings.smoothing
    time = 0.02 * (amount == amount ? max(0, min(1, amount)) : 0)
    model = settings.prediction > .zero ? StrokeModel() : nil
  }

  mutating func smooth(_ sample: AssociatedSample) -> Point {
    model?.append(
      InkSample(time: sample.time, position: sample.position, pressure: sample.pressure))
    guard time > 0, let last else {
      last = (sample.time, sample.position)
      return sample.position
    }
    let step = max(0, (sample.time - last.time).seconds)
    let part = step / (step + time)
    let place = last.place + (sample.position - last.place) * part
    self.last = (sample.time, place)
    return place
  }

  func predicted(_ span: TimeSpan) -> Point? { model?.predicted(at: span) }
}
