import FudeModel
import FudePad
import Testing

@Suite struct MoveTests {
  func moves(_ steps: [PadMove]) -> [String] {
    steps.map {
      "\(decimalText($0.time.seconds, places: 2)) \($0.direction)\($0.isRepeat ? " again" : "")"
    }
  }

  @Test func `A direction held moves once, waits, then repeats at its rate`() {
    var stage = PadMoves()
    var seen = stage.take(frame(0, .down))
    for step in 1...42 { seen += stage.pass(Double(step) / 60) }
    #expect(
      moves(seen) == [
        "0.00 down", "0.40 down again", "0.50 down again", "0.60 down again", "0.70 down again",
      ])
  }

  @Test func `A short press is one immediate step`() {
    var stage = PadMoves()
    #expect(moves(stage.take(frame(0, .left))) == ["0.00 left"])
    #expect(stage.take(frame(0.05)).isEmpty)
    #expect(stage.pass(10).isEmpty)
  }

  @Test func `A stick pushed slowly over the threshold moves once and arms again lower down`() {
    var stage = PadMoves()
    var seen: [PadMove] = []
    for step in 0...20 {
      seen += stage.take(frame(Double(step) / 100, left: SIMD2(0.48 + Float(step) / 100, 0)))
    }
    #expect(moves(seen) == ["0.02 right"])
    #expect(stage.take(frame(0.22, left: SIMD2(0.4, 0))).isEmpty)
    #expect(stage.take(frame(0.24, left: SIMD2(0.6, 0))).isEmpty)
    #expect(stage.take(frame(0.26, left: SIMD2(0.34, 0))).isEmpty)
    #expect(moves(stage.take(frame(0.28, left: SIMD2(0.6, 0)))) == ["0.28 right"])
  }

  @Test func `Near a diagonal the direction does not flicker`() {
    var stage = PadMoves()
    #expect(moves(stage.take(frame(0, left: stick(1, degrees: 40)))) == ["0.00 right"])
    for step in 1...20 {
      let degrees = step.isMultiple(of: 2) ? 39.0 : 51
      #expect(stage.take(frame(Double(step) / 100, left: stick(1, degrees: degrees))).isEmpty)
    }
    #expect(moves(stage.take(frame(0.3, left: stick(1, degrees: 60)))) == ["0.30 up"])
  }

  static let crosses: [(PadButtons, PadDirection?)] = [
    (.up, .up), ([.up, .down], nil), ([.left, .right], nil), ([.left, .right, .up], .up),
    ([.left, .up], .up), (.right, .right),
  ]

  @Test(arguments: crosses)
  func `Opposite directions cancel each other`(buttons: PadButtons, expected: PadDirection?) {
    var cross = PadCross()
    #expect(cross.update(buttons) == expected)
  }

  @Test func `On the way round the direction pad the first direction stays until it is let go`() {
    var stage = PadMoves()
    #expect(moves(stage.take(frame(0, .right))) == ["0.00 right"])
    #expect(stage.take(frame(0.1, [.right, .up])).isEmpty)
    #expect(moves(stage.take(frame(0.2, .up))) == ["0.20 up"])
  }

  @Test func `A long stall gives a burst and keeps the rhythm`() {
    var stage = PadMoves()
    _ = stage.take(frame(0, .down))
    let late = stage.pass(100.05)
    #expect(late.count == 16)
    #expect(stage.deadline == at(100.1))
  }

  @Test func `A rate without length still ends`() {
    var repeater = Repeater<Int>(options: .init(delay: .zero, interval: .zero, burst: 3))
    var count = 0
    repeater.hold(1, at: .zero) { _, _ in count += 1 }
    repeater.advance(to: at(1)) { _, _ in count += 1 }
    #expect(count == 4)
  }
}

@Suite struct FocusTests {
  @Test func `A list stops at its ends, or wraps when asked to`() {
    var list = FocusGrid.list(count: 2)
    #expect(list.move(.down) && !list.move(.down) && !list.move(.left))
    #expect(list.index == 1)
    var ring = FocusGrid.list(count: 2, edge: .wrap)
    #expect(ring.move(.up) && ring.index == 1 && ring.move(.down) && ring.index == 0)
  }

  @Test func `Through a short row the way back leads to the column it came from`() {
    var grid = FocusGrid(count: 8, columns: 3)
    grid.focus(5)
    #expect(grid.move(.down) && grid.index == 7)
    #expect(grid.move(.up) && grid.index == 5)
    #expect(grid.move(.down) && grid.move(.left) && grid.index == 6)
    #expect(grid.move(.up) && grid.index == 3)
  }

  @Test func `Rows wrap within themselves`() {
    var grid = FocusGrid(count: 8, columns: 3, edge: .wrap)
    grid.focus(7)
    #expect(grid.move(.right) && grid.index == 6)
    #expect(grid.move(.left) && grid.index == 7)
    #expect(grid.move(.down) && grid.index == 1)
  }

  @Test(arguments: PadDirection.allCases)
  func `An empty grid has no focus and nothing to move`(direction: PadDirection) {
    var grid = FocusGrid(count: -3, columns: 0)
    #expect(grid.index == nil && !grid.move(direction))
    grid.focus(3)
    #expect(grid.index == nil)
    grid.resize(to: 4)
    #expect(grid.index == 0)
  }

  @Test func `When items go the focus stays inside`() {
    var grid = FocusGrid(count: 9, columns: 3)
    grid.focus(8)
    grid.resize(to: 5)
    #expect(grid.index == 4)
    grid.resize(to: 0)
    #expect(grid.index == nil)
  }

  @Test(arguments: 0..<20)
  func `Any walk keeps the focus on an item`(seed: UInt64) {
    var random = SplitMix(state: seed)
    var grid = FocusGrid(
      count: Int.random(in: 1...30, using: &random), columns: Int.random(in: 1...7, using: &random),
      edge: Bool.random(using: &random) ? .wrap : .stop)
    for _ in 0..<500 {
      let direction = PadDirection.allCases[Int.random(in: 0..<4, using: &random)]
      let before = grid.index
      #expect(grid.move(direction) == (grid.index != before))
      #expect((0..<grid.count).contains(grid.index ?? -1))
    }
  }
}
