@testable import ColourList
import ColourListApp
import Foundation
import FudeModel
import FudePadSources
import FudeRecording
import GameController
import Testing

/// The tutorial app of iOS, compiled as it is, on replayed and on played controllers.
extension GameController {
  @Suite @MainActor struct ColourLists {
    /// Plays a script: the app is updated sixty times a second between its moments.
    func run(
      _ list: ColourListController, for seconds: Double, rate: Double = 60
    ) async {
      for _ in 0..<Int((seconds * rate).rounded()) { list.update(elapsed: 1 / rate) }
    }

    @Test func `It finds a controller that comes, and says when it goes`() async {
      let pads = freshPads()
      await settle()
      let list = ColourListController()
      defer { list.close() }
      #expect(list.message == "Connect a controller.")
      pads.connect(pad, .dualShock)
      await settle()
      #expect(list.message == "Wireless Controller is connected.")
      #expect(pads.performed.contains { $0.1 == .player(0) })
      pads.disconnect(pad)
      await settle()
      #expect(list.message == "Wireless Controller is gone. Connect a controller.")
    }

    @Test func `It finds a controller that is there already`() async throws {
      _ = try await onePad()
      let list = ColourListController()
      defer { list.close() }
      #expect(list.message == "Wireless Controller is connected.")
    }

    @Test func `Left stick scrolls, right stick moves, Circle selects, OPTIONS reloads`()
      async throws
    {
      let (pads, _) = try await onePad()
      let list = ColourListController()
      defer { list.close() }
      pads.send(1, left: SIMD2(0, -1))
      await settle()
      await run(list, for: 0.5)
      #expect(abs(list.scroll - 12) < 0.01)
      pads.send(1.5, right: SIMD2(1, 1))
      await settle()
      await run(list, for: 0.25)
      #expect(list.pointer.x > 0.6 && list.pointer.y < 0.4)
      let row = list.rowUnderPointer
      pads.send(2, .east)
      pads.send(2.1)
      await settle()
      #expect(list.selection == row)
      #expect(list.message == "Selected \(list.colours[row].hex)")
      let before = list.colours
      pads.send(3, .menu)
      pads.send(3.1)
      await settle()
      #expect(list.colours != before && list.selection == nil && list.scroll == 0)
    }

    @Test(arguments: [Float(1), 0.3, 0, -0.3, -1])
    func `The pointer is drawn on the row that Circle selects`(y: Float) async throws {
      let (pads, _) = try await onePad()
      let list = ColourListController()
      defer { list.close() }
      list.visibleRows = 20
      pads.send(1, left: SIMD2(0, -0.5), right: SIMD2(0.2, y))
      await settle()
      await run(list, for: 0.4)
      pads.send(2, .east)
      await settle()
      let lines = Picture.lines(of: list, columns: 60)
      let drawn = lines.filter { $0.contains("◆") }
      #expect(drawn.count == 1)
      let selected = list.colours[try #require(list.selection)].hex
      #expect(drawn.first?.contains(selected) == true && drawn.first?.contains("●") == true)
      #expect(lines[0].hasSuffix("Selected \(selected)"))
    }

    @Test(arguments: [20, 40, 80, 200])
    func `No line of the picture is wider than the terminal`(columns: Int) async throws {
      _ = try await onePad()
      let list = ColourListController()
      defer { list.close() }
      for hint in [Picture.padHint, Picture.keyHint] {
        for line in Picture.lines(of: list, columns: columns, hint: hint) {
          let seen = line.replacing(/\u{1b}\[[0-9;]*m/, with: "")
          #expect(seen.count <= columns, "\(seen)")
        }
      }
    }

    @Test(arguments: [30.0, 60, 144])
    func `A stick held for two silent seconds keeps moving, as far at any rate`(rate: Double)
      async throws
    {
      let (pads, _) = try await onePad()
      let list = ColourListController()
      defer { list.close() }
      pads.send(1, left: SIMD2(0, -1))
      await settle()
      await run(list, for: 2, rate: rate)
      #expect(abs(list.scroll - 48) < 0.5)
    }

    @Test(
      .enabled(if: Replays.folder != nil, "corpus/pads is not here"),
      arguments: ["linux-6.12/ds4_usb__6-12.json", "linux-6.12/ds4_bt__6-12.json"])
    func `A replayed DualShock 4 works it from one end to the other`(name: String) async throws {
      let source = try ReplayedPads([try Replays.path(name)], pace: .byHand)
      PadCenter.shared.use([source])
      await settle()
      let list = ColourListController()
      defer { list.close() }
      var scrolled = 0.0
      var moved = false
      var selected: Set<Int> = []
      let start = list.colours
      let (begin, end) = source.span
      var time = begin
      while time <= end + .seconds(0.1) {
        source.advance(to: time)
        await settle()
        list.update(elapsed: 1.0 / 60)
        scrolled = max(scrolled, list.scroll)
        if abs(list.pointer.x - 0.5) > 0.05 { moved = true }
        if let row = list.selection { selected.insert(row) }
        time = time + .seconds(1.0 / 60)
      }
      #expect(scrolled > 0.3, "\(scrolled)")
      #expect(moved && selected.count == 1)
      #expect(list.colours != start)
      #expect(list.message.hasSuffix("is gone. Connect a controller."))
    }
  }
}
