import FudeEvdev
import FudeModel
import Testing

@Suite("A touch device's frames")
struct TouchTests {
  private func phases(_ events: [InputEvent]) -> [[String]] {
    events.compactMap { event in
      guard case .touch(let frame) = event else { return nil }
      return frame.contacts.map { "\($0.id.rawValue) \($0.phase)" }
    }
  }

  @Test func aReplacedIdentityEndsOneAndBeginsAnother() {
    let run = decode(
      touchDescription(),
      [
        Frame(0, [(3, 0x39, 7), (3, 0x35, 100), (3, 0x36, 100)]),
        Frame(10, [(3, 0x39, 8), (3, 0x35, 900)]),
        Frame(20, [(3, 0x39, -1)]),
      ])
    #expect(phases(run.events) == [["0 began"], ["0 ended", "1 began"], ["1 ended"]])
    #expect(run.notes.map(\.code) == [.contactReplaced])
  }

  @Test func aTapWithinOneFrameStillHasBothEnds() {
    let run = decode(
      touchDescription(),
      [Frame(0, [(3, 0x39, 7), (3, 0x35, 100), (3, 0x36, 100), (3, 0x39, -1)])])
    #expect(phases(run.events) == [["0 began"], ["0 ended"]])
  }

  @Test func aPalmIsFlagged() {
    let run = decode(
      touchDescription(),
      [Frame(0, [(3, 0x39, 7), (3, 0x35, 100), (3, 0x36, 100), (3, 0x37, 2)])])
    guard case .touch(let frame) = run.events[0] else {
      Issue.record("expected a touch")
      return
    }
    #expect(frame.contacts[0].isPalmByDevice)
    #expect(frame.contacts[0].position == Point(x: 10, y: 10))
  }

  @Test func contactsWithoutIdentityAreFollowedByDistance() {
    var description = touchDescription()
    description.axes.removeAll { $0.code == 0x2f || $0.code == 0x39 }
    let sync: (UInt16, UInt16, Int32) = (0, 2, 0)
    let run = decode(
      description,
      [
        Frame(0, [(3, 0x35, 100), (3, 0x36, 100), sync, (3, 0x35, 800), (3, 0x36, 100), sync]),
        Frame(10, [(3, 0x35, 790), (3, 0x36, 100), sync, (3, 0x35, 110), (3, 0x36, 100), sync]),
        Frame(20, [(3, 0x35, 785), (3, 0x36, 100), sync]),
        Frame(30, [sync]),
      ])
    #expect(
      phases(run.events) == [
        ["0 began", "1 began"], ["0 moved", "1 moved"], ["0 ended", "1 moved"], ["1 ended"],
      ])
  }

  @Test func aSingleTouchIsAContact() {
    let description = DeviceDescription(
      name: "resistive", codes: [EventCode(type: 1, code: 0x14a)],
      axes: [
        AxisDescription(code: 0, minimum: 0, maximum: 1000),
        AxisDescription(code: 1, minimum: 0, maximum: 500),
      ])
    let run = decode(
      description,
      [
        Frame(0, [(3, 0, 500), (3, 1, 100), (1, 0x14a, 1)]), Frame(10, [(3, 0, 510)]),
        Frame(20, [(1, 0x14a, 0)]),
      ])
    #expect(phases(run.events) == [["0 began"], ["0 moved"], ["0 ended"]])
  }

  @Test func afterAnOverflowASlotThatSpeaksHoldsANewContact() {
    let run = decode(
      touchDescription(),
      [
        Frame(0, [(3, 0x39, 7), (3, 0x35, 100), (3, 0x36, 100)]),
        Frame(10, [(0, 3, 0)]),
        Frame(20, [(3, 0x35, 120)]),
        Frame(30, [(3, 0x39, -1)]),
      ])
    #expect(phases(run.events) == [["0 began"], ["1 began"], ["1 ended"]])
    let losses = run.events.filter { if case .lost = $0 { true } else { false } }
    #expect(losses.count == 1)
  }
}
