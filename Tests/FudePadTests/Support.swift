import FudeModel
import FudePad

let pad = DeviceID(0)

func at(_ seconds: Double) -> Timestamp { .zero + .seconds(seconds) }

func frame(
  _ seconds: Double, _ buttons: PadButtons = [], left: SIMD2<Float> = .zero,
  right: SIMD2<Float> = .zero, device: DeviceID = pad
) -> PadFrame {
  PadFrame(
    time: at(seconds), device: device, buttons: buttons, leftStick: left, rightStick: right)
}

/// A stick deflected by `length` at `degrees` from the right, counterclockwise.
func stick(_ length: Double, degrees: Double = 0) -> SIMD2<Float> {
  let (sine, cosine) = Maths.sinCos(degrees * Maths.pi / 180)
  return SIMD2(Float(length * cosine), Float(length * sine))
}

extension Stage {
  mutating func take(_ event: Input) -> [Output] {
    var out: [Output] = []
    receive(event) { out.append($0) }
    return out
  }

  mutating func pass(_ seconds: Double) -> [Output] {
    var out: [Output] = []
    advance(to: at(seconds)) { out.append($0) }
    return out
  }
}

/// The numbers of a fixed sequence, the same on every machine.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
