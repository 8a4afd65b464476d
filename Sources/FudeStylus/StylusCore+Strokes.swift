import FudeInk
import FudeModel
import FudeTouch

/// A contact that is, or may become, a stroke.
struct OpenStroke {
  var pen: DeviceID?
  var view: StylusViewID?
  /// Whether it lies in a registered view, or none is registered.
  var isInside: Bool
  /// Whether the app was told of it.
  var isTold = false
  var count = 0
  /// The point numbers of points whose pressure is open, by token.
  var tokens: [UInt64: Int] = [:]
  /// Points not told yet.
  var waiting: [StrokeSample] = []
  /// Pressures not told yet.
  var updates: [StrokeUpdate] = []
  var smoother: StrokeSmoother
  /// The last point, and where the tip really was.
  var last: StrokeSample?
  var tip: Point?
}

/// What the association says becomes strokes.
extension StylusCore {
  func receive(_ frame: TouchFrame) {
    associate(.touch(frame))
    for contact in frame.contacts { flush(contact.id) }
  }

  func associate(_ input: AssociationInput) {
    var said: [AssociationEvent] = []
    associator.receive(input) { said.append($0) }
    said.forEach(take)
    // Pressures may have come for any stroke.
    if case .pen = input { for id in strokes.keys.sorted() { flush(id) } }
  }

  func take(_ event: AssociationEvent) {
    observe?(event)
    switch event {
    case .decision(let decision): take(decision)
    case .sample(let sample): take(sample)
    case .pressure(let update):
      guard let index = strokes[update.contact]?.tokens.removeValue(forKey: update.token) else {
        return
      }
      settle(update.contact, index, update.pressure)
    }
  }

  private func take(_ decision: AssociationDecision) {
    let id = decision.contact
    switch decision.change {
    case .began:
      strokes[id] = OpenStroke(
        isInside: true, smoother: StrokeSmoother(settings: settings))
    case .accepted:
      strokes[id]?.pen = decision.pen
      guard decision.verdict == .pen || settings.fingersDraw else {
        strokes[id] = nil
        return
      }
      begin(id, decision.reason)
    case .rejected, .revoked:
      if strokes[id]?.isTold == true { end(id, .cancelled, decision.reason) }
      strokes[id] = nil
    case .ended:
      end(
        id, decision.verdict == .pen || decision.verdict == .finger ? .ended : .cancelled,
        decision.reason)
      strokes[id] = nil
    case .cancelled:
      end(id, .cancelled, decision.reason)
      strokes[id] = nil
    }
  }

  private func begin(_ id: ContactID, _ reason: AssociationReason) {
    guard let stroke = strokes[id], !stroke.isTold, stroke.isInside, stroke.count > 0 else {
      return
    }
    strokes[id]?.isTold = true
    tell(event(id, .began, reason))
    if let suggestion = suggester.strokeBegan() { suggest(suggestion) }
  }

  private func end(_ id: ContactID, _ phase: StrokeEvent.Phase, _ reason: AssociationReason) {
    guard strokes[id]?.isInside == true else { return }
    // A finger is accepted before its first point.
    if phase == .ended, strokes[id]?.isTold == false { begin(id, reason) }
    guard strokes[id]?.isTold == true else { return }
    if phase == .ended { catchUp(id) }
    tell(event(id, phase, reason))
    if let suggestion = suggester.strokeEnded(at: now) { suggest(suggestion) }
  }

  /// A smoothed line ends where the pen did.
  private func catchUp(_ id: ContactID) {
    guard let stroke = strokes[id], var last = stroke.last, let tip = stroke.tip,
      last.position != tip
    else { return }
    last.index = stroke.count
    last.position = tip
    last.isEstimated = false
    strokes[id]?.count += 1
    strokes[id]?.waiting.append(last)
  }

  private func take(_ sample: AssociatedSample) {
    guard var stroke = strokes[sample.contact] else { return }
    if stroke.count == 0, !viewList.isEmpty {
      stroke.view = viewList.last { $0.view.contains(sample.position) }?.id
      stroke.isInside = stroke.view != nil
    }
    let place = stroke.smoother.smooth(sample)
    let raw = sample.pressure
    if let token = sample.token { stroke.tokens[token] = stroke.count }
    let point = StrokeSample(
      index: stroke.count, time: sample.time, position: place, rawPosition: sample.rawPosition,
      pressure: raw.map { settings.response.response(to: $0) } ?? settings.fingerPressure,
      rawPressure: raw, isEstimated: sample.token != nil)
    stroke.waiting.append(point)
    stroke.last = point
    stroke.tip = sample.position
    stroke.count += 1
    strokes[sample.contact] = stroke
  }

  private func settle(_ id: ContactID, _ index: Int, _ raw: Float) {
    let pressure = settings.response.response(to: raw)
    if strokes[id]?.last?.index == index {
      strokes[id]?.last?.pressure = pressure
      strokes[id]?.last?.rawPressure = raw
    }
    if let at = strokes[id]?.waiting.firstIndex(where: { $0.index == index }) {
      strokes[id]?.waiting[at].pressure = pressure
      strokes[id]?.waiting[at].rawPressure = raw
      strokes[id]?.waiting[at].isEstimated = false
    } else {
      strokes[id]?.updates.append(
        StrokeUpdate(index: index, pressure: pressure, rawPressure: raw))
    }
  }

  /// Tells what is new of a stroke.
  private func flush(_ id: ContactID) {
    guard let stroke = strokes[id], stroke.isInside,
      !stroke.waiting.isEmpty || !stroke.updates.isEmpty
    else { return }
    if stroke.isTold {
      tell(event(id, .moved, .undecided))
    } else if settings.tellsProvisionalStrokes || (stroke.pen == nil && !isStylusConnected) {
      begin(id, .undecided)
    }
  }

  private func event(
    _ id: ContactID, _ phase: StrokeEvent.Phase, _ reason: AssociationReason
  ) -> StrokeEvent {
    let stroke = strokes[id]
    strokes[id]?.waiting.removeAll(keepingCapacity: true)
    strokes[id]?.updates.removeAll(keepingCapacity: true)
    var predicted: [StrokeSample] = []
    if phase == .moved, settings.prediction > .zero, let last = stroke?.waiting.last,
      let place = stroke?.smoother.predicted(settings.prediction)
    {
      var sample = last
      sample.index += 1
      sample.time = last.time + settings.prediction
      sample.position = place
      sample.rawPosition = place
      sample.isEstimated = true
      predicted.append(sample)
    }
    return StrokeEvent(
      stroke: id, phase: phase, pen: stroke?.pen, view: stroke?.view,
      samples: stroke?.waiting ?? [], predicted: predicted, updates: stroke?.updates ?? [],
      reason: reason)
  }
}

extension StrokeEvent {
  /// Two events of a slow consumer's queue as one: points are kept, predictions are replaced.
  @Sendable static func merged(_ last: StrokeEvent, _ next: StrokeEvent) -> StrokeEvent? {
    guard last.phase == .moved, next.phase == .moved, last.stroke == next.stroke else { return nil }
    var whole = last
    whole.samples += next.samples
    whole.updates += next.updates
    whole.predicted = next.predicted
    return whole
  }
}
