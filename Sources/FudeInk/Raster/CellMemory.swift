/// What the rasteriser works on: a cell for each pixel of a frame or of a band of it.
///
/// Between two calls all cells are empty. Rows hold a multiple of 32 cells; one row more above and
/// below takes what lies on the outermost borders.
///
/// `@unchecked Sendable`: only its one ``Rasterizer`` reaches it, which makes a new one if it was
/// copied.
final class CellMemory: @unchecked Sendable {
  /// For each pixel. Upper half: the height that outlines pass in it, upwards positive, 1/256. Lower
  /// half: twice the area to the right of that, 1/65536; it borrows from the upper half if it is
  /// negative.
  private(set) var cells: UnsafeMutablePointer<Int64>
  /// For each pixel, the number of the last piece in it, from 1; with ``crowd`` if its pieces must
  /// be looked at one by one.
  private(set) var heads: UnsafeMutablePointer<UInt32>
  /// For each group of four pixels a byte, 1 if there is something in it.
  private(set) var touched: UnsafeMutablePointer<UInt64>
  private var cellCount = 0

  /// Lines of the outline.
  private(set) var lines: UnsafeMutablePointer<CellLine>
  private var lineCount = 0

  /// Pieces of lines within one pixel: x and y of the start, x and y of the end, 1/256, sixteen bits
  /// each from the bottom.
  private(set) var pieces: UnsafeMutablePointer<Int64>
  /// For each piece, the head that its pixel had before.
  private(set) var links: UnsafeMutablePointer<UInt32>
  private var pieceCount = 0

  let union = PixelUnion()

  /// In a head: more than one part of an outline passes the pixel, or one that turns in it.
  static let crowd: UInt32 = 1 << 31

  /// What is set aside at first: enough for a letter, so that memory is not asked for often.
  private static let leastCells = 1 << 14
  private static let leastLines = 512
  private static let leastPieces = 4096

  /// The most pieces that are kept; what comes after them begins anew.
  static let mostPieces = 1 << 24

  init() {
    cells = .allocate(capacity: 0)
    heads = .allocate(capacity: 0)
    touched = .allocate(capacity: 0)
    lines = .allocate(capacity: 0)
    pieces = .allocate(capacity: 0)
    links = .allocate(capacity: 0)
  }

  deinit {
    cells.deallocate()
    heads.deallocate()
    touched.deallocate()
    lines.deallocate()
    pieces.deallocate()
    links.deallocate()
    union.deallocate()
  }

  /// Makes room for cells, a multiple of 32; all are empty.
  func reserve(cells count: Int) {
    guard count > cellCount else { return }
    cellCount = max(CellMemory.leastCells, 2 * count)
    cells.deallocate()
    heads.deallocate()
    touched.deallocate()
    cells = CellMemory.zeros(cellCount)
    heads = CellMemory.zeros(cellCount)
    touched = CellMemory.zeros(cellCount / 32)
  }

  /// Makes room for lines; what was there is lost.
  func reserve(lines count: Int) {
    guard count > lineCount else { return }
    lineCount = max(CellMemory.leastLines, 2 * count)
    lines.deallocate()
    lines = .allocate(capacity: lineCount)
  }

  /// Makes room for pieces; what was there is lost.
  func reserve(pieces count: Int) {
    guard count > pieceCount else { return }
    pieceCount = max(CellMemory.leastPieces, 2 * count)
    pieces.deallocate()
    links.deallocate()
    pieces = .allocate(capacity: pieceCount)
    links = .allocate(capacity: pieceCount)
  }

  /// Forgets which pieces the first so many cells have.
  func forgetPieces(cells count: Int) { heads.update(repeating: 0, count: count) }

  private static func zeros<Number: FixedWidthInteger>(
    _ count: Int
  ) -> UnsafeMutablePointer<Number> {
    let memory = UnsafeMutablePointer<Number>.allocate(capacity: count)
    memory.initialize(repeating: 0, count: count)
    return memory
  }
}
