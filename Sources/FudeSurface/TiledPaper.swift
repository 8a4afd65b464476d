import FudeInk
import FudeModel

/// One layer of the page as pixels, in tiles that are painted when there is time.
///
/// A change of the view is shown at once from the pixels that are there, moved, scaled or turned;
/// then each tile is painted anew from the ink. A tile's pixels follow from the ink and the view
/// alone, in whatever order and however many steps it was painted: so a page that was painted bit by
/// bit and a replay that is painted at once have the same pixels.
struct TiledPaper: Sendable {
  /// A tile's sides in pixels.
  ///
  /// Raise it when there are so many that choosing among them shows; lower it when changes of little
  /// ink take long.
  static let side = 128
  /// How much ink one step paints, in knots: about half a millisecond.
  static let work = 500

  /// What is seen.
  private(set) var pixels = Bitmap(width: 0, height: 0)
  private(set) var view = Viewport(scale: 1)
  private let layer: InkLayer
  private let fill: InkColor
  private var columns = 0
  private var tiles: [Tile] = []
  private var painted = 0
  private var time = 0
  private var part = PartialPicture(side: TiledPaper.side)
  private var current: Int?
  /// What the tile that is being painted showed before.
  private var before = Standing.bare
  /// What a view that moves is shown from: pixels that were painted, and their view. None while
  /// there is ink that has changed since: it would come back with each step of the movement.
  private var source: (pixels: Bitmap, view: Viewport)?
  private var spare = Bitmap(width: 0, height: 0)

  private struct Tile {
    var standing = Standing.bare
    /// When it was last painted, by a count of paintings.
    var time = 0
  }

  private enum Standing {
    /// It shows the ink.
    case painted
    /// It shows the ink as an earlier view had it.
    case seen
    /// Some of it came into view only now.
    case bare
    /// Its ink changed.
    case changed
  }

  init(layer: InkLayer, fill: InkColor) {
    self.layer = layer
    self.fill = fill
  }

  /// Whether every tile shows the ink.
  var isPainted: Bool { painted == tiles.count }

  // MARK: What has changed

  /// Other ink altogether.
  mutating func forget() {
    pixels.fill(pixels.bounds, with: fill)
    source = nil
    setAll(.bare)
  }

  /// The ink that is seen in some pixels is another.
  mutating func touch(_ rect: PixelRect) {
    if !rect.isEmpty { dropSource() }
    forEach(in: rect) { paper, tile in
      if paper.tiles[tile].standing == .painted { paper.painted -= 1 }
      paper.tiles[tile].standing = .changed
    }
  }

  /// A stroke ended above all others.
  ///
  /// - Parameter isForShow: Whether tiles that are still to be painted show it at once, too.
  mutating func put(
    _ id: StrokeID, of canvas: Canvas, isForShow: Bool, renderer: inout Renderer
  ) -> PixelRect {
    let rect = canvas.pixels(of: id, viewport: view, in: pixels.bounds)
    if !rect.isEmpty { dropSource() }
    forEach(in: rect) { paper, tile in
      if paper.current == tile { paper.part.add(id) }
      guard isForShow || paper.tiles[tile].standing == .painted else { return }
      canvas.paint(
        id, into: &paper.pixels, viewport: paper.view, clip: paper.rect(of: tile),
        renderer: &renderer)
    }
    return rect
  }

  /// Shows another view, or a page of another size.
  mutating func show(_ new: Viewport, width: Int, height: Int) {
    let stale = staleTiles()
    let isResized = width != pixels.width || height != pixels.height
    // The buffers change hands, so that nothing is copied.
    var target = Bitmap(width: 0, height: 0)
    let isSharp = source == nil || painted * 2 > tiles.count
    if isSharp {
      if let old = source { target = old.pixels } else { swap(&target, &spare) }
      swap(&target, &pixels)
      source = (target, view)
    } else {
      swap(&pixels, &spare)
    }
    if pixels.width == width, pixels.height == height {
      pixels.fill(pixels.bounds, with: fill)
    } else {
      pixels = Bitmap(width: width, height: height, fill: fill)
    }
    let oldColumns = columns
    if isResized {
      columns = (width + Self.side - 1) / Self.side
      tiles = Array(repeating: Tile(), count: columns * ((height + Self.side - 1) / Self.side))
    }
    setAll(.bare)
    // What only the last view showed is blurred by each step of a movement; better than nothing.
    if !isSharp { pixels.show(spare, ViewChange(from: view, to: new)) }
    view = new
    guard let source else { return }
    let change = ViewChange(from: source.view, to: new)
    pixels.show(source.pixels, change)
    for tile in tiles.indices where change.covers(rect(of: tile), with: source.pixels.bounds) {
      tiles[tile].standing = .seen
    }
    guard let stale else { return }
    // With changed ink there was no source: it is the last view's pixels.
    for tile in tiles.indices {
      let from = change.source(of: rect(of: tile), in: source.pixels.bounds)
      let isStale = Self.tiles(in: from, columns: oldColumns).contains { stale[$0] }
      if isStale { tiles[tile].standing = .changed }
    }
    dropSource()
  }

  /// Which tiles' pixels show ink that is another by now; `nil` if none do.
  private func staleTiles() -> [Bool]? {
    var stale = tiles.map { $0.standing == .changed }
    if let current, before == .changed { stale[current] = true }
    return stale.contains(true) ? stale : nil
  }

  private mutating func dropSource() {
    guard let old = source else { return }
    source = nil
    spare = old.pixels
  }

  /// Pixels of another layer laid over these, for the moment.
  mutating func lay(_ other: Bitmap, at shift: SIMD2<Int>, in rect: PixelRect) {
    dropSource()
    pixels.lay(other, at: shift, in: rect)
  }

  private mutating func setAll(_ standing: Standing) {
    painted = 0
    current = nil
    for tile in tiles.indices { tiles[tile].standing = standing }
  }

  // MARK: Painting

  /// Paints a little.
  ///
  /// - Returns: The pixels that are new, perhaps none yet; `nil` if there is nothing to paint.
  mutating func step(_ canvas: Canvas, renderer: inout Renderer) -> PixelRect? {
    let tile: Int
    if let current {
      tile = current
    } else {
      guard let next = next() else {
        dropSource()
        return nil
      }
      tile = next
      current = tile
      // What changes from here on has to be painted once more.
      before = tiles[tile].standing
      tiles[tile].standing = .painted
      painted += 1
      part.start(rect(of: tile), of: canvas, viewport: view, layer: layer, fill: fill)
    }
    guard part.go(on: canvas, work: Self.work, renderer: &renderer) else { return .empty }
    current = nil
    time += 1
    tiles[tile].time = time
    pixels.copy(part.rect, from: part.bitmap)
    return part.rect
  }

  /// The tile to paint next: changed ink first, then what came into view, then the rest; of equals
  /// the one that was painted the longest ago.
  private func next() -> Int? {
    guard painted < tiles.count else { return nil }
    func rank(_ tile: Tile) -> Int {
      switch tile.standing {
      case .changed: 0
      case .bare: 1
      case .seen: 2
      case .painted: 3
      }
    }
    var best: Int?
    for tile in tiles.indices where tiles[tile].standing != .painted {
      guard let known = best else {
        best = tile
        continue
      }
      let (a, b) = (rank(tiles[tile]), rank(tiles[known]))
      if a < b || (a == b && tiles[tile].time < tiles[known].time) { best = tile }
    }
    return best
  }

  // MARK: Tiles

  private func rect(of tile: Int) -> PixelRect {
    PixelRect(
      x: tile % columns * Self.side, y: tile / columns * Self.side, width: Self.side,
      height: Self.side
    ).intersection(pixels.bounds)
  }

  private mutating func forEach(in rect: PixelRect, _ body: (inout TiledPaper, Int) -> Void) {
    for tile in Self.tiles(in: rect.intersection(pixels.bounds), columns: columns) {
      body(&self, tile)
    }
  }

  /// The tiles that a rectangle within the page lies in.
  private static func tiles(in rect: PixelRect, columns: Int) -> [Int] {
    guard !rect.isEmpty else { return [] }
    let across = rect.x / side...(rect.x + rect.width - 1) / side
    return (rect.y / side...(rect.y + rect.height - 1) / side).flatMap { row in
      across.map { row * columns + $0 }
    }
  }
}
