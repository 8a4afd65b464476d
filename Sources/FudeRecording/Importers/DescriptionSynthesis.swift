import FudeEvdev
import FudeModel

/// Makes up a device's description from the events that it sent.
///
/// Ranges are what occurred, so the surface is nominal: see the note that goes with it.
struct DescriptionSynthesis {
  private var codes: Set<EventCode> = []
  private var low: [UInt16: Int32] = [:]
  private var high: [UInt16: Int32] = [:]
  private var hasTipDown = false

  /// Whether no event was seen.
  var isEmpty: Bool { codes.isEmpty && low.isEmpty }

  mutating func note(_ event: RawEvent) {
    switch event.type {
    case EV.syn: return
    case EV.abs where event.code <= 0x3f:
      low[event.code] = min(low[event.code] ?? 0, event.value)
      high[event.code] = max(high[event.code] ?? 0, event.value)
    case EV.key:
      guard event.code <= 0x2ff else { return }
      codes.insert(EventCode(type: event.type, code: event.code))
      if event.code == BTN.touch, event.value != 0 { hasTipDown = true }
    case EV.rel, EV.msc, EV.sw:
      guard event.code <= 0x3f else { return }
      codes.insert(EventCode(type: event.type, code: event.code))
    default: return
    }
  }

  func description(_ known: DeviceDescription) -> DeviceDescription {
    var result = known
    result.codes = Set(known.codes).union(codes).sorted()
    var axes = Dictionary(known.axes.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
    for (code, top) in high where axes[code] == nil {
      axes[code] = axis(code, low[code] ?? 0, top)
    }
    if isPen {
      // An excerpt may hold one axis of a place; a pen without the other would have no place.
      for code in [ABS.x, ABS.y] where axes[code] == nil {
        axes[code] = AxisDescription(code: code, minimum: 0, maximum: high[ABS.x] ?? 1000)
      }
      if axes[ABS.pressure] == nil, measuresMoreThanContact {
        axes[ABS.pressure] = AxisDescription(code: ABS.pressure, minimum: 0, maximum: 1023)
      }
    }
    result.axes = axes.values.sorted { $0.code < $1.code }
    return result
  }

  private func has(_ code: UInt16) -> Bool {
    codes.contains(EventCode(type: EV.key, code: code))
  }

  private var isPen: Bool {
    has(BTN.toolPen) || has(BTN.toolRubber) || has(BTN.stylus) || has(BTN.stylus2)
  }

  /// A pen that tilts, has an eraser or buttons, or was never pressed down here, surely measures
  /// pressure too. One that was pressed down without is a remote in disguise.
  private var measuresMoreThanContact: Bool {
    high[ABS.tiltX] != nil || high[ABS.tiltY] != nil || high[ABS.distance] != nil
      || has(BTN.toolRubber) || has(BTN.stylus) || has(BTN.stylus2) || !hasTipDown
  }

  private func axis(_ code: UInt16, _ low: Int32, _ high: Int32) -> AxisDescription {
    switch code {
    case ABS.pressure, ABS.mtPressure, ABS.distance:
      // Full scale is a power of two less one.
      var top: Int32 = 255
      while top < high, top < Int32.max / 2 { top = top * 2 + 1 }
      return AxisDescription(code: code, minimum: min(0, low), maximum: max(top, high))
    case ABS.tiltX, ABS.tiltY:
      return AxisDescription(code: code, minimum: min(-64, low), maximum: max(63, high))
    case ABS.mtSlot:
      return AxisDescription(code: code, minimum: 0, maximum: max(0, min(63, high)))
    case ABS.mtTrackingID:
      return AxisDescription(code: code, minimum: 0, maximum: 65535)
    case ABS.hat0x, ABS.hat0y:
      return AxisDescription(code: code, minimum: -1, maximum: 1)
    default:
      return AxisDescription(code: code, minimum: low, maximum: high > low ? high : low &+ 1)
    }
  }

  /// The sentence of the note that goes with a made-up description.
  static let sentence =
    "the recording has no description of the device: one was made up from the events, its size is "
    + "nominal"
}
