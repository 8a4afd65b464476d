import FudeModel

/// Finds a pen's tail button among a keyboard's keys: ⊞ with F20 (once), F19 (twice) or F18 (long).
///
/// No other key is ever passed on.
struct TailButtonTracker: Sendable {
  private let pen: DeviceID
  private var isMetaHeld = false
  private var pressed: PenClick.Kind?
  private var pressedAt = Timestamp.zero

  init(pen: DeviceID) {
    self.pen = pen
  }

  mutating func receive(
    _ event: RawEvent, notes: inout NoteCounter, emit: (InputEvent) -> Void
  ) {
    guard event.type == EV.key else { return }
    switch event.code {
    case KEY.leftMeta, KEY.rightMeta: isMetaHeld = event.value != 0
    case KEY.f20: key(.single, event, emit: emit)
    case KEY.f19: key(.double, event, emit: emit)
    case KEY.f18: key(.long, event, emit: emit)
    default: notes.add(.keysWithheld, at: event.time)
    }
  }

  private mutating func key(
    _ kind: PenClick.Kind, _ event: RawEvent, emit: (InputEvent) -> Void
  ) {
    // The function key alone is an ordinary key; ⊞ may be let go before or after it.
    if event.value == 1, isMetaHeld, pressed == nil {
      pressed = kind
      pressedAt = event.time
    } else if event.value == 0, pressed == kind {
      pressed = nil
      emit(
        .penClick(
          PenClick(
            time: event.time, device: pen, kind: kind, held: event.time - pressedAt)))
    }
  }

  /// Ends a click whose release was never seen.
  mutating func release(at time: Timestamp, emit: (InputEvent) -> Void) {
    isMetaHeld = false
    guard let kind = pressed else { return }
    pressed = nil
    emit(.penClick(PenClick(time: time, device: pen, kind: kind, held: nil)))
  }
}
