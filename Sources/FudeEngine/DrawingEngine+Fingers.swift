import FudeInk
import FudeModel
import FudeTouch

extension DrawingEngine {
  /// A contact's way since it landed, until it draws or ends.
  struct FingerTrack: Sendable {
    let contact: ContactID
    var samples: [InkSample]
    var stroke: StrokeID?
    var isPalm = false
    /// It lifted; its end is told when no pen can take it back any more.
    var isLifted = false
  }

  /// The most points kept of a contact that does not draw, about 20 s at 100 Hz.
  private static let mostKept = 2048

  /// The contacts that a frame says landed although they are down, as taken away.
  ///
  /// A source that reuses a number lost the lift. Without this the new contact would draw a line from
  /// where the old one was.
  func superseded(by frame: TouchFrame) -> TouchFrame? {
    func isReused(_ contact: Contact) -> Bool {
      contact.phase == .began && tracks.contains { $0.contact == contact.id }
    }
    guard frame.contacts.contains(where: isReused) else { return nil }
    var lost = frame
    lost.contacts.removeAll { !isReused($0) }
    for index in lost.contacts.indices { lost.contacts[index].phase = .cancelled }
    return lost
  }

  /// Notes where contacts go; those that draw draw on.
  mutating func follow(_ frame: TouchFrame, _ emit: (EngineEvent) -> Void) {
    for contact in frame.contacts {
      let sample = InkSample(
        time: frame.time, position: canvasPoint(contact.position), pressure: contact.pressure)
      guard let index = tracks.firstIndex(where: { $0.contact == contact.id }) else {
        if contact.phase == .began {
          tracks.append(FingerTrack(contact: contact.id, samples: [sample]))
        }
        continue
      }
      if contact.phase == .cancelled { continue }
      tracks[index].isLifted = contact.phase == .ended
      if let stroke = tracks[index].stroke {
        canvas.extend(stroke, with: sample)
        emit(.strokeChanged(stroke))
      } else if tracks[index].samples.count < Self.mostKept {
        tracks[index].samples.append(sample)
      }
    }
  }

  /// Carries out what a decision means for ink.
  mutating func apply(_ decision: Decision, _ emit: (EngineEvent) -> Void) {
    guard let index = tracks.firstIndex(where: { $0.contact == decision.contact }) else { return }
    switch decision.change {
    case .began: break
    case .accepted:
      if options.touchInk == .everyContact { startStroke(index, emit) }
    case .rejected, .revoked:
      tracks[index].isPalm = true
      takeBack(index, emit)
    case .ended, .cancelled:
      // The gesture has ended the stroke already, unless it never knew of it.
      finishStroke(index, keeps: decision.change == .ended || options.keepsCancelledStrokes, emit)
      if tracks[index].isPalm, options.keepsRejected { rejected.append(tracks[index].samples) }
      tracks.remove(at: index)
    }
  }

  /// Carries out what a gesture means for ink and view.
  mutating func apply(_ gesture: GestureEvent, _ emit: (EngineEvent) -> Void) {
    switch gesture.gesture {
    case .draw: applyDraw(gesture, emit)
    case .pan, .navigate: applyNavigation(gesture, emit)
    case .undo:
      if gesture.phase == .ended, options.gesturesAct, undo(emit) { emit(.undone) }
    case .redo:
      if gesture.phase == .ended, options.gesturesAct, canvas.redo() { emit(.redone) }
    case .tap: break
    }
  }

  /// Takes the last step back, as a person sees it: a finger's stroke that has lifted is one, though
  /// a pen that comes may still show it to be a palm's.
  ///
  /// - Returns: `false` if there was nothing to undo.
  @discardableResult
  public mutating func undo(_ emit: (EngineEvent) -> Void = { _ in }) -> Bool {
    for index in tracks.indices where tracks[index].isLifted {
      finishStroke(index, keeps: true, emit)
    }
    return canvas.undo()
  }

  private mutating func applyDraw(_ gesture: GestureEvent, _ emit: (EngineEvent) -> Void) {
    guard options.touchInk == .gestures,
      let index = tracks.firstIndex(where: { $0.contact == gesture.contact })
    else { return }
    switch gesture.phase {
    case .began: startStroke(index, emit)
    case .changed: break
    case .ended: finishStroke(index, keeps: true, emit)
    case .cancelled:
      finishStroke(index, keeps: !gesture.takesBack && options.keepsCancelledStrokes, emit)
    }
  }

  /// Draws what a contact has passed so far, from where it landed.
  private mutating func startStroke(_ index: Int, _ emit: (EngineEvent) -> Void) {
    guard tracks[index].stroke == nil, let first = tracks[index].samples.first else { return }
    let stroke = canvas.begin(brush: options.fingerBrush, at: first, provisional: true)
    tracks[index].stroke = stroke
    emit(.strokeBegan(stroke, .contact(tracks[index].contact)))
    for sample in tracks[index].samples.dropFirst() { canvas.extend(stroke, with: sample) }
    if tracks[index].samples.count > 1 { emit(.strokeChanged(stroke)) }
    tracks[index].samples.removeAll(keepingCapacity: true)
  }

  private mutating func finishStroke(
    _ index: Int, keeps: Bool, _ emit: (EngineEvent) -> Void
  ) {
    guard let stroke = tracks[index].stroke else { return }
    tracks[index].stroke = nil
    if keeps {
      canvas.end(stroke)
      canvas.commit(stroke)
      emit(.strokeEnded(stroke))
    } else {
      canvas.revoke(stroke)
      emit(.strokeRevoked(stroke))
    }
  }

  /// A contact turned out to be a palm: its ink goes, its way is remembered if that is wanted.
  private mutating func takeBack(_ index: Int, _ emit: (EngineEvent) -> Void) {
    guard let stroke = tracks[index].stroke else { return }
    tracks[index].stroke = nil
    tracks[index].samples = canvas[stroke]?.samples ?? []
    canvas.revoke(stroke)
    emit(.strokeRevoked(stroke))
  }

  private mutating func applyNavigation(_ gesture: GestureEvent, _ emit: (EngineEvent) -> Void) {
    guard options.gesturesAct else { return }
    switch gesture.phase {
    case .began: viewBefore[gesture.surface] = view
    case .changed:
      guard let before = viewBefore[gesture.surface] else { return }
      let start = gesture.centre - gesture.translation
      view.scale = max(0.02, min(100, before.scale * gesture.scale))
      view.rotation = straightened(before.rotation + gesture.turn)
      let factor = view.scale / before.scale
      let (sine, cosine) = Maths.sinCos(view.rotation - before.rotation)
      let way = (before.offset - start) * factor
      view.offset =
        gesture.centre + Point(x: cosine * way.x - sine * way.y, y: sine * way.x + cosine * way.y)
      emit(.viewChanged)
    case .ended: viewBefore[gesture.surface] = nil
    case .cancelled:
      guard let before = viewBefore.removeValue(forKey: gesture.surface), gesture.takesBack,
        before != view
      else { return }
      view = before
      emit(.viewChanged)
    }
  }

  /// A turn of the view that comes near to upright, on a side or on the head is just that.
  private func straightened(_ turn: Double) -> Double {
    let quarter = Maths.pi / 2
    let straight = (turn / quarter).rounded() * quarter
    return abs(turn - straight) < Self.straightening ? straight : turn
  }

  /// How near that is, in radians.
  private static let straightening = 0.06
}
