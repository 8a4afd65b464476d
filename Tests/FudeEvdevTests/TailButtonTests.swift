import FudeEvdev
import FudeModel
import Testing

@Suite("A pen's tail button among a keyboard's keys")
struct TailButtonTests {
  private let keyboard = DeviceDescription(
    name: "keys", codes: [30, 125, 188, 189, 190].map { EventCode(type: 1, code: $0) })

  private func clicks(_ frames: [Frame]) -> [PenClick] {
    decode(keyboard, frames, options: .init(tailPen: DeviceID(7))).events.compactMap { event in
      if case .penClick(let click) = event { click } else { nil }
    }
  }

  @Test(arguments: [
    (UInt16(190), PenClick.Kind.single), (189, .double), (188, .long),
  ])
  func eachFunctionKeyIsAKindOfUse(_ code: UInt16, _ kind: PenClick.Kind) {
    let result = clicks([
      Frame(0, [(1, 125, 1), (1, code, 1)]), Frame(30, [(1, 125, 0), (1, code, 0)]),
    ])
    #expect(
      result == [
        PenClick(
          time: Timestamp(microseconds: 30_000), device: DeviceID(7), kind: kind,
          held: .milliseconds(30))
      ])
  }

  @Test func aFunctionKeyAloneIsAKey() {
    #expect(clicks([Frame(0, [(1, 190, 1)]), Frame(30, [(1, 190, 0)])]).isEmpty)
  }

  @Test func repeatsAreNoClicks() {
    let result = clicks([
      Frame(0, [(1, 125, 1), (1, 190, 1)]), Frame(250, [(1, 190, 2)]), Frame(280, [(1, 190, 2)]),
      Frame(300, [(1, 190, 0), (1, 125, 0)]),
    ])
    #expect(result.map(\.held) == [.milliseconds(300)])
  }

  @Test func aReleaseThatNeverComesStillClicksOnce() {
    let result = clicks([Frame(0, [(1, 125, 1), (1, 190, 1)])])
    #expect(result.map(\.held) == [nil])
  }

  @Test func noKeyLeaks() {
    let run = decode(keyboard, [Frame(0, [(1, 30, 1)]), Frame(10, [(1, 30, 0)])])
    #expect(run.events.isEmpty)
    #expect(run.notes.map(\.code) == [.keysWithheld])
  }
}
