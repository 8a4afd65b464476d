public import FudeInk
public import FudeModel

/// The part of a canvas that an export shows, and the paper below it.
public struct Page: Hashable, Sendable {
  /// The top left corner, in canvas millimetres.
  public var origin: Point
  /// The size in millimetres; both sides > 0.
  public var size: Size
  /// The paper's colour; `InkColor.clear` for none.
  public var paper: InkColor

  /// A page; white paper unless told otherwise.
  public init(origin: Point = .zero, size: Size, paper: InkColor = .white) {
    self.origin = origin
    self.size = size
    self.paper = paper
  }

  /// All ink of a canvas with a margin of 8 mm around it; `nil` without ink.
  public init?(around canvas: Canvas, paper: InkColor = .white) {
    guard let bounds = canvas.bounds else { return nil }
    let margin = Point(x: 8, y: 8)
    let origin = bounds.minimum - margin
    let corner = bounds.maximum + margin
    self.init(
      origin: origin, size: Size(width: corner.x - origin.x, height: corner.y - origin.y),
      paper: paper)
  }

  /// The view of this page in `width` pixels.
  public func viewport(width: Int) -> Viewport {
    let scale = Double(width) / size.width
    return Viewport(scale: scale, offset: Point(x: -origin.x * scale, y: -origin.y * scale))
  }

  /// The rows that a picture of `width` pixels needs, at least one.
  public func height(forWidth width: Int) -> Int {
    let height = (Double(width) * size.height / size.width).rounded()
    // A size that is no size must not trap: the encoder says what is wrong with the picture.
    return height >= 1 ? Int(min(height, Double(Bitmap.largestSide))) : 1
  }
}
