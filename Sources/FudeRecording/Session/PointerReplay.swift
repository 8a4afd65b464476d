import FudeModel
public import FudePointer

/// Plays recorded pointer events into the decoder that the page itself uses, so that a recording and
/// the page come to the same decisions.
///
/// Coalesced events come before the event that they belong to; that one repeats the last of them and
/// is left out.
struct PointerReplay {
  private var decoder = PointerDecoder()
  private var coalesced: Set<Key> = []

  private struct Key: Hashable {
    var device: DeviceID
    var pointer: Int64
  }

  /// Emits what a record means, with the recording's own device number.
  mutating func receive(_ record: PointerRecord, emit: (InputEvent) -> Void) {
    let key = Key(device: record.device, pointer: record.pointer)
    if record.isCoalesced {
      coalesced.insert(key)
    } else if coalesced.remove(key) != nil, record.event == "move" || record.event == "rawupdate" {
      return
    }
    guard let report = PointerReport(record) else { return }
    decoder.receive(report.settled) { event in
      emit(event.moved(to: record.device, surface: SurfaceID(0), keep: true))
    }
  }
}

extension PointerReport {
  /// The report of a recorded pointer event; `nil` if it is of a kind that draws nothing.
  public init?(_ record: PointerRecord) {
    let phase: Phase
    switch record.event {
    case "down": phase = .down
    case "move", "rawupdate", "enter", "over": phase = .move
    case "up": phase = .up
    case "cancel": phase = .cancel
    case "leave", "out": phase = .leave
    default: return nil
    }
    let kind: Kind
    switch record.kind {
    case "pen": kind = .pen
    case "touch": kind = .touch
    case "mouse": kind = .mouse
    default: return nil
    }
    self.init(
      time: record.time, phase: phase, kind: kind,
      pointer: Int32(truncatingIfNeeded: record.pointer), position: record.position,
      pressure: Float(record.pressure ?? 0), tilt: SIMD2<Float>(record.tilt ?? .zero),
      twist: Float(record.twist ?? 0), size: SIMD2<Float>(record.size ?? .one),
      buttons: UInt16(truncatingIfNeeded: record.buttons))
  }
}
