/// Which item of a grid or a list has the focus, and where a move takes it.
///
/// Items fill the rows from the left; the last row may be short. A move down into a short row goes
/// to its last item, and the way back up leads to the column it came from.
public struct FocusGrid: Hashable, Sendable {
  /// What a move beyond the edge does.
  public enum Edge: UInt8, Hashable, Sendable {
    /// Nothing.
    case stop
    /// It comes in again on the other side of the same row or column.
    case wrap
  }

  /// How many items there are, ≥ 0.
  public private(set) var count: Int
  /// How many columns, ≥ 1.
  public let columns: Int
  /// What a move beyond the edge does.
  public let edge: Edge
  /// The item with the focus; `nil` if there are none.
  public private(set) var index: Int?

  /// The column that vertical moves try to keep.
  private var column = 0

  /// A grid with the focus on its first item.
  public init(count: Int, columns: Int, edge: Edge = .stop) {
    self.count = max(0, count)
    self.columns = max(1, columns)
    self.edge = edge
    index = self.count > 0 ? 0 : nil
  }

  /// A list from top to bottom, with the focus on its first item.
  public static func list(count: Int, edge: Edge = .stop) -> FocusGrid {
    FocusGrid(count: count, columns: 1, edge: edge)
  }

  /// Puts the focus on an item; one out of range is moved to the nearest.
  public mutating func focus(_ item: Int) {
    guard count > 0 else { return }
    let place = max(0, min(count - 1, item))
    index = place
    column = place % columns
  }

  /// The number of items changed; the focus stays where it is, or goes to the last item.
  public mutating func resize(to count: Int) {
    self.count = max(0, count)
    if self.count == 0 {
      index = nil
    } else {
      focus(index ?? 0)
    }
  }

  /// Moves the focus by one and returns whether it moved.
  @discardableResult
  public mutating func move(_ direction: PadDirection) -> Bool {
    guard let from = index else { return false }
    let wasAt = column
    switch direction {
    case .left: step(from, by: -1)
    case .right: step(from, by: 1)
    case .up: climb(from, by: -1)
    case .down: climb(from, by: 1)
    }
    if index == from { column = direction.isHorizontal ? from % columns : wasAt }
    return index != from
  }

  private mutating func step(_ from: Int, by change: Int) {
    let first = from - from % columns
    let last = min(first + columns, count) - 1
    var place = from + change
    if place < first { place = edge == .wrap ? last : first }
    if place > last { place = edge == .wrap ? first : last }
    index = place
    column = place % columns
  }

  private mutating func climb(_ from: Int, by change: Int) {
    let lastRow = (count - 1) / columns
    var row = from / columns + change
    if row < 0 || row > lastRow {
      guard edge == .wrap else { return }
      row = row < 0 ? lastRow : 0
    }
    index = min(row * columns + column, count - 1)
  }
}
