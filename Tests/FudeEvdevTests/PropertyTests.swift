import FudeEvdev
import FudeModel
import Testing

/// A small generator, so that a failing seed can be run again.
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

@Suite("Any order of events is lived with")
struct PropertyTests {
  private static let codes: [(UInt16, UInt16)] = [
    (1, 0x140), (1, 0x141), (1, 0x14a), (1, 0x14b), (1, 0x14c), (1, 0x130), (1, 0x138),
    (1, 125), (1, 190), (3, 0), (3, 1), (3, 2), (3, 0x10), (3, 0x18), (3, 0x19), (3, 0x1a),
    (3, 0x2f), (3, 0x35), (3, 0x36), (3, 0x37), (3, 0x39), (0, 0), (0, 0), (0, 2), (0, 3),
    (4, 4), (1, 0xffff), (3, 0xffff), (9, 9),
  ]

  private func descriptions() -> [DeviceDescription] {
    var anonymous = touchDescription()
    anonymous.axes.removeAll { $0.code == 0x2f || $0.code == 0x39 }
    let single = DeviceDescription(
      name: "single", codes: [EventCode(type: 1, code: 0x14a)],
      axes: [
        AxisDescription(code: 0, minimum: 0, maximum: 10),
        AxisDescription(code: 1, minimum: 0, maximum: 10),
      ])
    let pad = DeviceDescription(
      name: "pad", codes: [EventCode(type: 1, code: 0x130), EventCode(type: 1, code: 0x138)],
      axes: (0...5).map { AxisDescription(code: $0, minimum: 0, maximum: 255) })
    let keyboard = DeviceDescription(name: "keys", codes: [EventCode(type: 1, code: 30)])
    let broken = DeviceDescription(
      name: "broken", codes: penDescription().codes,
      axes: [0, 1, 0x18, 0x1a, 0x1b, 2].map {
        AxisDescription(code: $0, minimum: .max, maximum: .min, resolution: .min)
      })
    return [
      penDescription(), penDescription([0x14a, 0x14b]), touchDescription(),
      touchDescription(slots: .max), anonymous, single, pad, keyboard, broken,
      DeviceDescription(name: "nothing"),
    ]
  }

  @Test(arguments: 0..<10)
  func eachLandingGetsExactlyOneEnd(_ which: Int) {
    for seed in UInt64(0)..<40 {
      var generator = Generator(state: seed &* 31 &+ UInt64(which))
      let frames = (0..<60).map { index in
        let count = Int.random(in: 0...5, using: &generator)
        return Frame(
          Int64(index) * Int64.random(in: 1...20, using: &generator),
          (0..<count).map { _ in
            let code = Self.codes.randomElement(using: &generator) ?? (0, 0)
            let value: Int32 =
              switch Int.random(in: 0...9, using: &generator) {
              case 0: .max
              case 1: .min
              case 2: -1
              case 3...6: Int32.random(in: 0...1, using: &generator)
              default: Int32.random(in: 0...1100, using: &generator)
              }
            return (code.0, code.1, value)
          })
      }
      for role: DeviceRole? in [nil, .pen, .touch, .pad, .keyboard] {
        check(descriptions()[which], frames.sorted { $0.ms < $1.ms }, role, seed)
      }
    }
  }

  private func check(
    _ description: DeviceDescription, _ frames: [Frame], _ role: DeviceRole?, _ seed: UInt64
  ) {
    let events = decode(description, frames, role: role).events
    var live: Set<ContactID> = []
    var seen: Set<ContactID> = []
    for event in events {
      switch event {
      case .touch(let frame):
        #expect(Set(frame.contacts.map(\.id)).count == frame.contacts.count, "seed \(seed)")
        for contact in frame.contacts {
          switch contact.phase {
          case .began:
            #expect(seen.insert(contact.id).inserted, "seed \(seed)")
            live.insert(contact.id)
          case .moved: #expect(live.contains(contact.id), "seed \(seed)")
          case .ended, .cancelled: #expect(live.remove(contact.id) != nil, "seed \(seed)")
          }
        }
      case .lost: live = []
      case .pen(let sample):
        #expect(sample.pressure.map { (0...1).contains($0) } ?? true, "seed \(seed)")
        if sample.state == .touching { #expect(sample.position != nil, "seed \(seed)") }
      case .pad, .penClick: break
      }
    }
    #expect(live.isEmpty, "seed \(seed)")
  }
}
