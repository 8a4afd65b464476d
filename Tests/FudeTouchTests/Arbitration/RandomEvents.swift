import FudeModel

/// A small seeded generator (SplitMix64), so that a failure can be had again.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  mutating func roll(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }
}

/// Events in any order that a broken driver could make: contacts reused, moved and ended without a
/// landing, times that repeat and run backwards, places that are no numbers, pens that never leave.
struct RandomEvents {
  private var dice: Dice
  private var time: Int64 = 0

  init(seed: UInt64) { dice = Dice(seed: seed) }

  static func make(seed: UInt64, count: Int = 400) -> [InputEvent] {
    var maker = RandomEvents(seed: seed)
    return (0..<count).map { _ in maker.event() }
  }

  private mutating func event() -> InputEvent {
    switch dice.roll(0..<20) {
    case 0: time -= Int64(dice.roll(0..<50_000))
    case 1: time += Int64(dice.roll(0..<3_000_000))
    case 2, 3, 4: break
    default: time += Int64(dice.roll(0..<15_000))
    }
    let now = Timestamp(microseconds: time)
    let surface = SurfaceID(UInt32(dice.roll(0..<2)))
    switch dice.roll(0..<40) {
    case 0: return .lost(DeviceID(UInt32(dice.roll(0..<4))), at: now, .overflow)
    case 1: return .pad(PadFrame(time: now, device: DeviceID(9)))
    case 2..<18: return .pen(pen(now, surface))
    default: return .touch(touch(now, surface))
    }
  }

  private mutating func pen(_ now: Timestamp, _ surface: SurfaceID) -> PenSample {
    let states: [PenState] = [.out, .near, .hovering(distance: 0.5), .touching, .touching]
    let state = states[dice.roll(0..<states.count)]
    return PenSample(
      time: now, device: DeviceID(UInt32(dice.roll(0..<2))), surface: surface, state: state,
      position: dice.roll(0..<10) == 0 ? nil : place(),
      tilt: dice.roll(0..<2) == 0 ? nil : Tilt(x: Float(dice.roll(-2..<3)), y: .nan))
  }

  private mutating func touch(_ now: Timestamp, _ surface: SurfaceID) -> TouchFrame {
    let phases: [ContactPhase] = [
      .began, .began, .moved, .moved, .moved, .ended, .ended, .cancelled,
    ]
    let contacts = (0..<dice.roll(0..<5)).map { _ in
      Contact(
        id: ContactID(UInt64(dice.roll(0..<12))), phase: phases[dice.roll(0..<phases.count)],
        position: place(), size: dice.roll(0..<3) == 0 ? nil : size(),
        isPalmByDevice: dice.roll(0..<30) == 0)
    }
    return TouchFrame(
      time: now, device: DeviceID(UInt32(2 + dice.roll(0..<2))), surface: surface,
      contacts: contacts)
  }

  private mutating func place() -> Point {
    switch dice.roll(0..<60) {
    case 0: Point(x: .nan, y: 3)
    case 1: Point(x: .infinity, y: -.infinity)
    case 2: Point(x: 1e300, y: -1e300)
    default: Point(x: Double(dice.roll(-20..<260)), y: Double(dice.roll(-20..<180)))
    }
  }

  private mutating func size() -> ContactSize {
    let extents: [Float] = [0, 1, 4, 5, 20, -3, .nan, .infinity, 1e30]
    return ContactSize(major: extents[dice.roll(0..<extents.count)], minor: 1)
  }
}
