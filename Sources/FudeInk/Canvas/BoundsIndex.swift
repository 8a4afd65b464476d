/// Finds strokes by place.
///
/// Strokes are kept in the order in which they began, 64 to a block with the block's bounds: people
/// write one word after the other, so blocks are compact and most are skipped whole. Adding is
/// O(1), a query O(strokes / 64 + found blocks).
struct BoundsIndex: Sendable {
  private var bounds: [Bounds] = []
  private var blocks: [Bounds] = []
  private static let block = 64

  /// Adds the next stroke.
  mutating func append(_ new: Bounds) {
    if bounds.count % BoundsIndex.block == 0 { blocks.append(.nowhere) }
    bounds.append(new)
    blocks[blocks.count - 1].add(new)
  }

  /// Changes where a stroke is. Its block only grows.
  mutating func update(_ index: Int, _ new: Bounds) {
    bounds[index] = new
    blocks[index / BoundsIndex.block].add(new)
  }

  /// Calls `body` with each stroke that meets `area`, in order.
  func forEach(in area: Bounds, _ body: (Int) -> Void) {
    for block in blocks.indices where blocks[block].meets(area) {
      let first = block * BoundsIndex.block
      for index in first..<min(bounds.count, first + BoundsIndex.block)
      where bounds[index].meets(area) {
        body(index)
      }
    }
  }
}
