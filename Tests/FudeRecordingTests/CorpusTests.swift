import FudeEvdev
import FudeModel
import FudeRecording
import Testing

@Suite(
  "Every recording of the corpus is read",
  .enabled(if: Corpus.isPresent, "the corpus is not beside the project"))
struct CorpusTests {
  @Test(
    arguments: Corpus.files("evemu", [".evemu", ".events", ".desc"])
      + Corpus.files("issue-excerpts", [".jsonl"]) + Corpus.files("pen-touch", [".jsonl"])
      + Corpus.files("pads/linux-6.1", ["6-1.json", ".evemu"])
      + Corpus.files("pads/linux-6.12", ["6-12.json", ".evemu"]))
  func withoutASkippedLine(_ name: String) throws {
    var reader = try SessionReader([.path(Corpus.path(name))])
    var count = 0
    var last: Timestamp?
    while let event = try reader.next() {
      count += 1
      if let last { #expect(event.time >= last, "times go forwards") }
      last = event.time
    }
    #expect(reader.skippedLines == 0)
    #expect(reader.backwardsCount == 0)
    #expect(!reader.devices.isEmpty)
    // Descriptions alone, tablet buttons and motion sensors give nothing to judge.
    let isSilent = reader.devices.allSatisfy { device in
      device.recordCount == 0
        || [.tabletPad, .motion, .penLikeRemote, .touchpad].contains(device.role)
    }
    #expect(count > 0 || isSilent || name.contains("xp_pen_22r"))
  }

  @Test func dellCanvasPen() throws {
    var reader = try SessionReader([.path(Corpus.path("evemu/dell_canvas_pen.evemu"))])
    let summary = try SessionSummary(reading: &reader)
    let device = try #require(summary.devices.first)
    let pen = try #require(device.pen)
    #expect(spans(pen.inRange) == ["0.000–1.851", "2.860–2.939", "3.536–7.936"])
    #expect(spans(pen.strokes) == ["6.598–7.787"])
    #expect(spans(pen.buttons[0]) == ["5.016–5.295"])
    #expect(spans(pen.buttons[1]) == ["6.135–6.238"])
    let pressure = try #require(device.device.description.axis(0x18))
    #expect((pressure.minimum, pressure.maximum) == (0, 4095))
    #expect(device.notes.isEmpty)
  }

  private func spans(_ list: IntervalList) -> [String] {
    list.first.map {
      decimalText($0.start.seconds, places: 3) + "–" + decimalText($0.end.seconds, places: 3)
    }
  }

  @Test func aScreensPenAndTouchShareTheirSurface() throws {
    let reader = try SessionReader([
      .path(Corpus.path("evemu/dell_canvas_pen.evemu")),
      .path(Corpus.path("evemu/dell_canvas_touch.evemu")),
    ])
    #expect(reader.devices.map(\.role) == [.pen, .touch])
    #expect(reader.devices[0].surface == reader.devices[1].surface)
  }

  @Test func strangersKeepTheirOwnSurface() throws {
    let reader = try SessionReader([
      .path(Corpus.path("evemu/dell_canvas_pen.evemu")),
      .path(Corpus.path("evemu/cintiq13hd_touch_finger.evemu")),
    ])
    #expect(reader.devices[0].surface != reader.devices[1].surface)
  }

  @Test(arguments: [
    ("pads/linux-6.1/ds4_usb__6-1.json", 0), ("pads/linux-6.12/ds4_usb__6-12.json", 0),
    ("pads/linux-6.1/ds4_bt__6-1.json", 0), ("pads/linux-6.12/ds5_usb__6-12.json", 0),
  ])
  func aPadsButtonsAreNamedByPlaceWhateverItsDriver(_ name: String, _ pad: Int) throws {
    var reader = try SessionReader([.path(Corpus.path(name))])
    #expect(reader.devices[pad].role == .pad)
    var pressed: PadButtons = []
    var reach: Float = 0
    var first: PadFrame?
    while let event = try reader.next() {
      guard case .pad(let frame) = event else { continue }
      first = first ?? frame
      pressed.formUnion(frame.buttons)
      reach = max(reach, frame.leftTrigger)
    }
    let expected: PadButtons = [
      .south, .east, .west, .north, .leftShoulder, .rightShoulder, .leftStick, .rightStick, .menu,
      .options, .home, .up, .down, .left, .right,
    ]
    #expect(pressed == expected)
    #expect(reach == 1)
    // hid-sony's axes read 0, far left, before the first report.
    #expect(abs(first?.rightStick.x ?? 1) < 0.01)
  }
}
