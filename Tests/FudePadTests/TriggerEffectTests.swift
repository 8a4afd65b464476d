import FudePad
import Testing

@Suite struct TriggerEffectTests {
  private func bytes(_ effect: TriggerEffect) -> [UInt8] {
    #expect(effect.bytes.count == 11)
    return effect.bytes
  }

  @Test func `Off is mode 5 and nothing else`() {
    #expect(bytes(.off) == [5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func `Feedback sets a bit and a strength for each zone from its start on`() {
    // Zones 5 to 9, strength 8 of 8: seven in three bits each.
    #expect(
      bytes(.feedback(from: 0.5, strength: 1)) == [
        0x21, 0xe0, 0x03, 0x00, 0x80, 0xff, 0x3f, 0, 0, 0, 0,
      ])
    // All zones, the weakest.
    #expect(
      bytes(.feedback(from: 0, strength: 0.05)) == [0x21, 0xff, 0x03, 0, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func `A weapon has two bits, its start and its end, within the pad's limits`() {
    #expect(
      bytes(.weapon(from: 0.25, to: 0.75, strength: 0.5))
        == [0x25, 0b1000_0100, 0, 3, 0, 0, 0, 0, 0, 0, 0])
    let narrow = TriggerEffect.weapon(from: 1, to: 0, strength: 1)
    #expect(bytes(narrow) == [0x25, 0b1000_0000, 0b1, 7, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func `Vibration adds its frequency at the tenth byte`() {
    #expect(
      bytes(.vibration(from: 1, amplitude: 1, frequency: 0.2)) == [
        0x26, 0, 0b10, 0, 0, 0, 0b11_1000, 0, 0, 51, 0,
      ])
  }

  @Test func `A slope goes from one strength to the other and stays there`() {
    let effect = TriggerEffect.slope(from: 0, to: 1.0 / 3, strength: 0.125, to: 0.5)
    // Strengths 1, 2, 3, 4, 4, 4 …: one less in three bits each.
    var packed: UInt32 = 0
    for (zone, strength) in [0, 1, 2, 3, 3, 3, 3, 3, 3, 3].enumerated() {
      packed |= UInt32(strength) << UInt32(3 * zone)
    }
    let low = (0..<4).map { UInt8(truncatingIfNeeded: packed >> (8 * $0)) }
    #expect(bytes(effect) == [0x21, 0xff, 0x03] + low + [0, 0, 0, 0])
  }

  @Test(arguments: [
    TriggerEffect.feedback(from: 0.3, strength: 0), .feedback([]), .feedback([.nan, -1]),
    .weapon(from: 0, to: 1, strength: 0), .vibration(from: 0, amplitude: 1, frequency: 0),
    .vibration([0, 0], frequency: 1),
  ])
  func `No strength is no effect`(effect: TriggerEffect) {
    #expect(effect == .off && effect.mode == .off)
  }

  @Test func `Nonsense is clamped and never traps`() {
    let wild: [Float] = [.nan, .infinity, -.infinity, 1e30, -1e30, 0, 1]
    for place in wild {
      for strength in wild {
        _ = bytes(.feedback(from: place, strength: strength))
        _ = bytes(.weapon(from: place, to: strength, strength: strength))
        _ = bytes(.vibration(from: place, amplitude: strength, frequency: place))
        _ = bytes(.slope(from: place, to: strength, strength: place, to: strength))
      }
    }
    #expect(bytes(.feedback([Float](repeating: 1, count: 100))).prefix(3) == [0x21, 0xff, 0x03])
  }

  @Test func `The report sets only the triggers that are named`() {
    let effect = TriggerEffect.weapon(from: 0.25, to: 0.75, strength: 0.5)
    let left = TriggerEffect.report(left: effect, right: nil)
    #expect(left.count == 47 && left[0] == 0x08 && left[1] == 0)
    #expect(Array(left[21..<32]) == effect.bytes && left[10..<21].allSatisfy { $0 == 0 })
    let both = TriggerEffect.report(left: .off, right: effect)
    #expect(both[0] == 0x0c && both[21] == 5 && Array(both[10..<21]) == effect.bytes)
  }
}
