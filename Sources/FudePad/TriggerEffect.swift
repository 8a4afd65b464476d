/// What a DualSense's trigger does against the finger, as the eleven bytes that the pad takes.
///
/// The bytes are those of the pad's own firmware modes 0x05, 0x21, 0x25 and 0x26, after the public
/// notes of John "Nielk1" Klein (gist 6d54cc2c00d2201ccb8c2720ad7538db): a travel of ten zones, a
/// strength of eight steps in each. Places and strengths are `0...1` here; what is out of range is
/// clamped, what is no number counts as 0.
public struct TriggerEffect: Hashable, Sendable {
  /// What kind of effect.
  public enum Mode: UInt8, Hashable, Sendable {
    /// None.
    case off = 0x05
    /// Resistance from a place on, or of a strength for each zone.
    case feedback = 0x21
    /// Resistance up to a place where it gives way.
    case weapon = 0x25
    /// Vibration from a place on, or of a strength for each zone.
    case vibration = 0x26
  }

  /// How many zones the travel has.
  public static let zoneCount = 10

  /// What kind of effect; an effect of no strength is ``Mode/off``.
  public let mode: Mode
  /// Where it begins, `0...1` of the travel.
  public let start: Float
  /// Where it ends; 1 unless it is a weapon.
  public let end: Float
  /// What the pad is told.
  public let bytes: [UInt8]

  /// Nothing.
  public static let off = TriggerEffect(.off, start: 0, end: 0, [])

  private init(_ mode: Mode, start: Float, end: Float, _ parameters: [UInt8]) {
    self.mode = mode
    self.start = start
    self.end = end
    var bytes = [mode.rawValue] + parameters
    bytes += [UInt8](repeating: 0, count: max(0, 11 - bytes.count))
    self.bytes = bytes
  }

  /// Resistance of one strength from a place on.
  public static func feedback(from start: Float, strength: Float) -> TriggerEffect {
    let first = zone(start)
    return feedback((0..<zoneCount).map { $0 < first ? 0 : strength })
  }

  /// Resistance of a strength for each of the ten zones; missing ones are 0.
  public static func feedback(_ strengths: [Float]) -> TriggerEffect {
    let (active, packed, first) = zones(strengths)
    guard active != 0 else { return .off }
    return TriggerEffect(.feedback, start: first, end: 1, low(active) + low(packed))
  }

  /// Resistance that grows, or shrinks, from one place to another and stays from there on.
  public static func slope(
    from start: Float, to end: Float, strength: Float, to endStrength: Float
  ) -> TriggerEffect {
    let first = zone(start)
    let last = max(first + 1, zone(end))
    let from = Float(step(strength))
    let rise = (Float(step(endStrength)) - from) / Float(last - first)
    return feedback(
      (0..<zoneCount).map { place in
        guard place >= first else { return 0 }
        return (from + rise * Float(min(place, last) - first)).rounded() / 8
      })
  }

  /// Resistance between two places, like the trigger of a weapon: it gives way at the second.
  ///
  /// The pad's limits are the third zone for the start and the ninth for the end, which is at least
  /// one zone later.
  public static func weapon(from start: Float, to end: Float, strength: Float) -> TriggerEffect {
    guard step(strength) > 0 else { return .off }
    let first = max(2, min(7, zone(start)))
    let last = max(first + 1, min(8, zone(end)))
    let places = UInt16(1) << UInt16(first) | UInt16(1) << UInt16(last)
    return TriggerEffect(
      .weapon, start: Float(first) / 9, end: Float(last) / 9,
      low(places) + [UInt8(step(strength) - 1)])
  }

  /// Vibration of one strength from a place on; `frequency` is `0...1` of 255 Hz, 0 is none.
  public static func vibration(
    from start: Float, amplitude: Float, frequency: Float
  ) -> TriggerEffect {
    let first = zone(start)
    return vibration((0..<zoneCount).map { $0 < first ? 0 : amplitude }, frequency: frequency)
  }

  /// Vibration of a strength for each of the ten zones; missing ones are 0.
  public static func vibration(_ amplitudes: [Float], frequency: Float) -> TriggerEffect {
    let (active, packed, first) = zones(amplitudes)
    let hertz = UInt8((fraction(frequency) * 255).rounded())
    guard active != 0, hertz != 0 else { return .off }
    return TriggerEffect(
      .vibration, start: first, end: 1, low(active) + low(packed) + [0, 0, hertz])
  }

  /// The output report's common part (47 bytes) that sets the triggers named and nothing else.
  public static func report(left: TriggerEffect?, right: TriggerEffect?) -> [UInt8] {
    var report = [UInt8](repeating: 0, count: 47)
    if let right {
      report[0] |= 0x04
      for (index, byte) in right.bytes.enumerated() { report[10 + index] = byte }
    }
    if let left {
      report[0] |= 0x08
      for (index, byte) in left.bytes.enumerated() { report[21 + index] = byte }
    }
    return report
  }

  // MARK: - Zones and steps

  private static func fraction(_ value: Float) -> Float {
    value == value ? max(0, min(1, value)) : 0
  }

  private static func zone(_ place: Float) -> Int { Int((fraction(place) * 9).rounded()) }

  /// 0 for none, else 1 to 8; the weakest is still felt.
  private static func step(_ strength: Float) -> Int {
    let strength = fraction(strength)
    return strength == 0 ? 0 : max(1, Int((strength * 8).rounded()))
  }

  /// A bit for each zone with an effect, three bits of strength for each zone, and the first place.
  private static func zones(_ strengths: [Float]) -> (UInt16, UInt32, Float) {
    var active: UInt16 = 0
    var packed: UInt32 = 0
    var first: Float = 1
    for (place, strength) in strengths.prefix(zoneCount).enumerated() {
      let step = step(strength)
      guard step > 0 else { continue }
      if active == 0 { first = Float(place) / 9 }
      active |= 1 << UInt16(place)
      packed |= UInt32(step - 1) << UInt32(3 * place)
    }
    return (active, packed, first)
  }

  private static func low<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> Number($0 * 8)) }
  }
}
