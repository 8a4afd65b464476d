import FudeModel
public import FudePen
import Synchronization

/// A radio that knows only what a recording holds: its pens are near, connect at once, and then
/// say what was recorded.
public final class ReplayedTransport: ScriptedTransport {
  private let pens: [SimulatedPen]
  private let clock: any StylusClock
  private let state = Mutex(State())

  private struct State {
    var tell: (@Sendable (TransportEvent) -> Void)?
    var linked: Set<DeviceID> = []
  }

  /// The radio of a recorded session; play it with ``StylusRecording/play(into:through:clock:until:)``.
  public init(_ recording: StylusRecording, clock: any StylusClock) {
    pens = recording.pens
    self.clock = clock
  }

  /// Begins to tell.
  public func start(_ tell: @escaping @Sendable (TransportEvent) -> Void) {
    state.withLock { $0.tell = tell }
    tell(TransportEvent(time: clock.now, kind: .radio(.on)))
  }

  /// Tells nothing any more.
  public func stop() {
    state.withLock {
      $0.tell = nil
      $0.linked = []
    }
  }

  /// Answers at once.
  public func perform(_ action: ConnectionAction) {
    switch action {
    case .startScan:
      for pen in pens {
        emit(
          .advertisement(
            PenAdvertisement(
              pen: pen.id, name: pen.name, signal: pen.signal,
              identity: PenIdentity(platformID: pen.platformID))))
      }
    case .open(let id):
      guard let pen = pens.first(where: { $0.id == id }) else { return }
      state.withLock { _ = $0.linked.insert(id) }
      emit(.linked(id))
      emit(.ready(id, PenIdentity(serial: pen.serial, platformID: pen.platformID)))
      emit(.value(id, .deviceName, Array(pen.name.utf8)))
    case .close(let id): state.withLock { _ = $0.linked.remove(id) }
    case .stopScan: break
    }
  }

  /// Tells what was recorded, as long as the pen's link is up.
  public func deliver(_ event: TransportEvent) {
    let isHeard = state.withLock { state in
      switch event.kind {
      case .value(let pen, _, _), .address(let pen, _): state.linked.contains(pen)
      case .unlinked(let pen, _): state.linked.remove(pen) != nil
      default: true
      }
    }
    guard isHeard, let tell = state.withLock({ $0.tell }) else { return }
    tell(event)
  }

  private func emit(_ kind: TransportEvent.Kind) {
    guard let tell = state.withLock({ $0.tell }) else { return }
    tell(TransportEvent(time: clock.now, kind: kind))
  }
}
