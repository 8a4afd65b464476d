import FudeModel
import FudeRecording
import Testing

private func bytes(_ text: String) -> RecordingSource {
  .bytes([UInt8](text.utf8), name: "damaged")
}

private let header = """
  {"fude":"recording","version":1}
  {"device":0,"name":"pen","level":"evdev","id":[3,1,1,1],"properties":[1],"codes":{"1":[320,330]},"axes":{"0":[0,0,1000,0,0,10],"1":[0,0,600,0,0,10],"24":[0,0,1023,0,0,0]}}

  """

@Suite("Damage inside a recording is skipped and said")
struct DamageTests {
  @Test func aLineThatCannotBeReadIsNamedWithWhatWasExpected() throws {
    var reader = try SessionReader([
      bytes(
        header + """
          {"t":0,"d":0,"e":[[3,0,10],[3,1,20],[1,320,1]]}
          {"t":1000,"d":0,"e":[[3,0,
          {"t":2000,"d":7,"e":[[3,0,30]]}
          {"t":3000,"d":0,"e":[[3,0,40]]}
          """)
    ])
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == 3, "two samples and the loss at the end")
    #expect(reader.skippedLines == 2)
    #expect(reader.notes.map(\.line) == [4, 5])
    #expect(reader.notes[0].sentence == "expected a whole number at column 27")
    #expect(reader.notes[1].sentence == "expected d, the number of a device described before")
  }

  @Test func aTruncatedRecordingKeepsItsWholeLines() throws {
    let whole =
      header + """
        {"t":0,"d":0,"e":[[3,0,10],[3,1,20],[1,320,1]]}
        {"t":1000,"d":0,"e":[[3,0,11]]}
        {"t":2000,"d":0,"e":[[3,0,1
        """
    var reader = try SessionReader([bytes(whole)])
    var last: InputEvent?
    while let event = try reader.next() { last = event }
    #expect(reader.recordCount == 6)
    #expect(last == .lost(DeviceID(0), at: Timestamp(microseconds: 1000), .endOfRecording))
  }

  @Test func timesThatGoBackwardsAreHeldAndCounted() throws {
    var reader = try SessionReader([
      bytes(
        header + """
          {"t":5000,"d":0,"e":[[3,0,10],[3,1,20],[1,320,1]]}
          {"t":1000,"d":0,"e":[[3,0,11]]}
          {"t":6000,"d":0,"e":[[3,0,12]]}
          """)
    ])
    var times: [Int64] = []
    while let event = try reader.next() { times.append(event.time.microseconds) }
    #expect(times == [5000, 5000, 6000, 6000])
    #expect(reader.backwardsCount == 1)
  }

  @Test(arguments: [
    ("", 65), ("hello\n", 65), ("{\"fude\":\"recording\",\"version\":99}\n", 65),
    ("{\"fude\":\"recording\",\n", 65), ("\u{1f}\u{8b}", 65), ("{\"a\":1}\n", 65),
  ])
  func whatIsNoRecordingIsRefused(_ text: String, _ status: Int32) {
    let error = #expect(throws: RecordingError.self) { _ = try SessionReader([bytes(text)]) }
    #expect(error?.code.exitStatus == status)
    #expect(error?.description.hasPrefix("damaged") == true)
  }

  @Test func whatIsNotThereIsNoInput() {
    let missing = #expect(throws: RecordingError.self) {
      _ = try SessionReader([.path("/nonexistent/recording")])
    }
    #expect(missing?.code.exitStatus == 66)
    let folder = #expect(throws: RecordingError.self) { _ = try SessionReader([.path("/")]) }
    #expect(folder?.code.exitStatus == 66)
    let nothing = #expect(throws: RecordingError.self) { _ = try SessionReader([]) }
    #expect(nothing?.code.exitStatus == 66)
  }

  @Test func whatEvemuCannotHoldIsRefused() throws {
    let reader = try SessionReader([.path(Fixture.path("levels/surface.jsonl"))])
    let error = #expect(throws: RecordingError.self) {
      _ = try EvemuWriter(to: RecordingOutput(), device: reader.devices[0].device)
    }
    #expect(error?.code == .notExpressible)
  }

  @Test func deepNestingIsSkippedWithoutRecursion() throws {
    let deep = String(repeating: "[", count: 200_000)
    var reader = try SessionReader([
      bytes(
        header + "{\"t\":0,\"d\":0,\"x\":\(deep)}\n{\"device\":1,\"level\":\"hid\",\"x\":\(deep)}\n"
      )
    ])
    while try reader.next() != nil {}
    #expect(reader.skippedLines == 2)
  }

  @Test func contactsOfTwoDevicesNeverGetOneNumber() throws {
    let header = """
      {"fude":"recording","version":1}
      {"device":0,"name":"a","level":"surface","role":"touch"}
      {"device":1,"name":"b","level":"surface","role":"touch"}

      """
    var lines = ""
    for (time, device, id) in [(0, 0, -1), (1, 0, 0), (2, 1, 0), (3, 0, -1), (4, 0, 0)] {
      lines += "{\"t\":\(time),\"d\":\(device),\"touch\":[{\"id\":\(id),\"phase\":\"began\"}]}\n"
      if time == 1 { lines += "{\"t\":1,\"d\":0,\"lost\":\"removed\"}\n" }
    }
    var reader = try SessionReader([bytes(header + lines)])
    var seen: [ContactID] = []
    while let event = try reader.next() {
      guard case .touch(let frame) = event else { continue }
      seen += frame.contacts.map(\.id)
    }
    #expect(seen.count == 5)
    #expect(Set(seen).count == 5)
  }

  @Test func aMarkAtTheStartAndWindowsLineEndsAreNoDamage() throws {
    let text = "\u{feff}" + header + "{\"t\":0,\"d\":0,\"e\":[[3,0,10],[3,1,20],[1,320,1]]}\n"
    var reader = try SessionReader([bytes(text.replacing("\n", with: "\r\n"))])
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == 2)
    #expect(reader.skippedLines == 0)
  }

  @Test func clocksMoreThanAnHourApartAreNotMerged() throws {
    let old = "N: a\nI: 0003 0001 0001 0001\nA: 00 0 10 0 0 1\nE: 1400000000.000000 0000 0000 0\n"
    let new = "N: b\nI: 0003 0001 0001 0001\nA: 00 0 10 0 0 1\nE: 0.000000 0000 0000 0\n"
    let reader = try SessionReader([bytes(old), bytes(new)])
    #expect(reader.notes.map(\.code) == [.separateClocks])
  }

  @Test func aClockThatCountsFrom1970StartsAtZero() throws {
    var reader = try SessionReader([.path(Fixture.path("forms/evemu-1.1.evemu"))])
    #expect(try reader.next()?.time == .zero)
    #expect(reader.origin == Timestamp(microseconds: 1_369_413_313_000_000))
  }
}
