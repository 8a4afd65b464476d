import FudeEvdev
import FudeModel
import Testing

@Suite("A controller's frames")
struct PadTests {
  private func description(
    _ keys: [UInt16], sticks: ClosedRange<Int32>, rest: Int32 = 0
  ) -> DeviceDescription {
    let stick = { (code: UInt16) in
      AxisDescription(
        code: code, value: rest, minimum: sticks.lowerBound, maximum: sticks.upperBound)
    }
    return DeviceDescription(
      name: "pad", codes: keys.map { EventCode(type: 1, code: $0) },
      axes: [
        stick(0), stick(1), AxisDescription(code: 2, minimum: 0, maximum: 255), stick(3), stick(4),
        AxisDescription(code: 5, minimum: 0, maximum: 255),
        AxisDescription(code: 0x10, minimum: -1, maximum: 1),
        AxisDescription(code: 0x11, minimum: -1, maximum: 1),
      ])
  }

  private static let sony: [UInt16] = [
    0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x138, 0x139, 0x13a, 0x13b, 0x13c, 0x13d, 0x13e,
  ]
  private static let xbox = sony.filter { $0 != 0x138 && $0 != 0x139 }

  private func pads(_ description: DeviceDescription, _ frames: [Frame]) -> [PadFrame] {
    decode(description, frames).events.compactMap { event in
      if case .pad(let frame) = event { frame } else { nil }
    }
  }

  @Test(arguments: [
    (UInt16(0x130), PadButtons.south), (0x131, .east), (0x133, .north), (0x134, .west),
    (0x13a, .options), (0x13b, .menu), (0x13c, .home), (0x13d, .leftStick),
  ])
  func buttonsAreNamedByPlace(_ code: UInt16, _ button: PadButtons) {
    let frames = pads(
      description(Self.sony, sticks: 0...255, rest: 128),
      [Frame(0, [(1, code, 1)]), Frame(10, [(1, code, 0)])])
    #expect(frames.map(\.buttons) == [button, []])
  }

  @Test func theXboxDriversXAndYAreOnTheLeftAndOnTop() {
    let description = description(Self.xbox, sticks: -32768...32767)
    let frames = pads(
      description, [Frame(0, [(1, 0x133, 1)]), Frame(10, [(1, 0x133, 0), (1, 0x134, 1)])])
    #expect(frames.map(\.buttons) == [.west, .north])
    #expect(decode(description, []).notes.map(\.code) == [.xboxNumbering])
  }

  @Test func aTriggerThatComesTwiceCountsByItsTravel() {
    let frames = pads(
      description(Self.sony, sticks: 0...255, rest: 128),
      [Frame(0, [(3, 2, 51), (1, 0x138, 1)]), Frame(10, [(1, 0x138, 0), (3, 2, 0)])])
    #expect(frames.map(\.leftTrigger) == [0.2, 0])
    #expect(frames.allSatisfy { $0.buttons.isEmpty })
  }

  @Test func aDriverThatReadsZeroBeforeTheFirstReportHoldsNoStick() {
    let frames = pads(description(Self.sony, sticks: 0...255), [Frame(0, [(1, 0x130, 1)])])
    #expect(frames[0].leftStick == .zero)
    #expect(frames[0].leftTrigger == 0)
  }

  @Test func sticksReachBothEndsAndYGoesUp() {
    let description = description(Self.xbox, sticks: -32768...32767)
    let frames = pads(
      description,
      [
        Frame(0, [(3, 0, 32767), (3, 1, -32768)]), Frame(10, [(3, 0, -32768), (3, 1, 32767)]),
        Frame(20, [(3, 0, 0), (3, 1, 0)]),
      ])
    #expect(frames.map(\.leftStick) == [[1, 1], [-1, -1], [0, 0]])
  }

  @Test func theHatIsFourButtons() {
    let frames = pads(
      description(Self.sony, sticks: 0...255, rest: 128),
      [
        Frame(0, [(3, 0x10, -1), (3, 0x11, -1)]), Frame(10, [(3, 0x10, 1)]),
        Frame(20, [(3, 0x10, 0), (3, 0x11, 0)]),
      ])
    #expect(frames.map(\.buttons) == [[.left, .up], [.right, .up], []])
  }

  @Test func aPadThatEndsHoldingIsLostOnce() {
    let events = decode(
      description(Self.sony, sticks: 0...255, rest: 128), [Frame(0, [(1, 0x130, 1)])]
    ).events
    #expect(events.last == .lost(DeviceID(0), at: .zero, .endOfRecording))
    #expect(events.count == 2)
  }
}
