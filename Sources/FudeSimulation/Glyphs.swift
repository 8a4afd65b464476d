import FudeModel

/// The shapes that the simulated hand writes, as the way of the pen.
///
/// Each glyph is a list of strokes, each stroke the places that the pen passes. Letters live on a
/// grid with the baseline at y = 0, the x-height at y = -1, y downwards; a place where the hand
/// turns sharply is written twice.
enum Glyphs {
  /// A glyph's strokes and how far the next glyph is.
  struct Glyph {
    var strokes: [[(Double, Double)]]
    var advance: Double
  }

  /// 筆, the writing brush, in its twelve strokes on a grid of 100 × 100.
  static let brush: [[(Double, Double)]] = [
    [(25, 4), (20, 14), (10, 27)],
    [(20, 15), (32, 14), (45, 13)],
    [(30, 17), (34, 21), (36, 26)],
    [(62, 4), (57, 14), (48, 25)],
    [(57, 15), (73, 13), (90, 12)],
    [(70, 16), (74, 20), (77, 26)],
    [(25, 38), (50, 37), (76, 36), (76, 36), (76, 47), (75, 60)],
    [(8, 49), (50, 48), (93, 47)],
    [(25, 60), (50, 60), (75, 59)],
    [(20, 71), (50, 70), (80, 69)],
    [(10, 83), (50, 82), (90, 81)],
    [(50, 28), (50, 65), (50, 99)],
  ]

  /// The glyph of a lower-case letter; `nil` for what the hand has not learned.
  static func letter(_ character: UInt8) -> Glyph? {
    switch character {
    case UInt8(ascii: "a"):
      one(
        [
          (0.8, -0.85), (0.35, -1), (0, -0.5), (0.3, 0), (0.75, -0.4), (0.8, -0.9), (0.8, -0.9),
          (0.85, -0.15), (1.05, -0.1),
        ], 1.1)
    case UInt8(ascii: "b"):
      one(
        [
          (0.05, -2), (0.05, -1), (0.05, -0.1), (0.05, -0.1), (0.1, -0.7), (0.45, -1), (0.8, -0.5),
          (0.45, 0), (0.1, -0.15),
        ], 1.0)
    case UInt8(ascii: "c"):
      one([(0.7, -0.85), (0.4, -1), (0.02, -0.5), (0.35, 0), (0.75, -0.2)], 0.9)
    case UInt8(ascii: "d"):
      one(
        [
          (0.8, -0.85), (0.35, -1), (0, -0.5), (0.3, 0), (0.75, -0.4), (0.85, -2), (0.85, -2),
          (0.85, -0.2), (1.05, -0.1),
        ], 1.1)
    case UInt8(ascii: "e"):
      one(
        [
          (0, -0.45), (0.6, -0.6), (0.6, -0.95), (0.25, -0.95), (0.05, -0.45), (0.35, 0),
          (0.85, -0.2),
        ], 0.95)
    case UInt8(ascii: "f"):
      Glyph(
        strokes: [
          [(0.75, -1.75), (0.5, -2), (0.25, -1.6), (0.25, -0.5), (0.2, 0.6)],
          [(0, -0.95), (0.7, -1)],
        ], advance: 0.8)
    case UInt8(ascii: "g"):
      one(
        [
          (0.8, -0.85), (0.35, -1), (0, -0.5), (0.3, 0), (0.75, -0.4), (0.8, -0.9), (0.8, -0.9),
          (0.8, 0.6), (0.4, 1), (0.05, 0.75),
        ], 1.05)
    case UInt8(ascii: "h"):
      one(
        [
          (0.05, -2), (0.05, -1), (0.05, 0), (0.05, 0), (0.15, -0.7), (0.5, -1), (0.75, -0.6),
          (0.75, 0),
        ], 1.0)
    case UInt8(ascii: "i"):
      Glyph(strokes: [[(0.1, -1), (0.1, -0.2), (0.3, -0.05)], [(0.1, -1.5)]], advance: 0.45)
    case UInt8(ascii: "j"):
      Glyph(strokes: [[(0.3, -1), (0.3, 0.5), (0, 0.9)], [(0.32, -1.5)]], advance: 0.6)
    case UInt8(ascii: "k"):
      Glyph(
        strokes: [
          [(0.05, -2), (0.05, -1), (0.05, 0)],
          [(0.65, -1), (0.1, -0.5), (0.1, -0.5), (0.75, 0)],
        ], advance: 0.95)
    case UInt8(ascii: "l"):
      one([(0.1, -2), (0.1, -1), (0.12, -0.2), (0.35, -0.05)], 0.5)
    case UInt8(ascii: "m"):
      one(
        [
          (0.05, -1), (0.05, 0), (0.05, 0), (0.15, -0.7), (0.4, -1), (0.55, -0.6), (0.55, 0),
          (0.55, 0), (0.65, -0.7), (0.9, -1), (1.05, -0.6), (1.05, 0),
        ], 1.3)
    case UInt8(ascii: "n"):
      one([(0.05, -1), (0.05, 0), (0.05, 0), (0.15, -0.7), (0.5, -1), (0.7, -0.6), (0.7, 0)], 0.95)
    case UInt8(ascii: "o"):
      one(
        [
          (0.45, -1), (0.05, -0.75), (0.05, -0.25), (0.4, 0), (0.75, -0.3), (0.7, -0.8),
          (0.42, -1),
        ], 1.0)
    case UInt8(ascii: "p"):
      one(
        [
          (0.05, -1), (0.05, 0), (0.05, 1), (0.05, 1), (0.1, -0.6), (0.45, -1), (0.8, -0.5),
          (0.45, 0), (0.1, -0.2),
        ], 1.0)
    case UInt8(ascii: "q"):
      one(
        [
          (0.8, -0.85), (0.35, -1), (0, -0.5), (0.3, 0), (0.75, -0.4), (0.8, -0.9), (0.8, -0.9),
          (0.8, 1), (1, 0.7),
        ], 1.05)
    case UInt8(ascii: "r"):
      one([(0.05, -1), (0.05, 0), (0.05, 0), (0.2, -0.75), (0.6, -0.95)], 0.75)
    case UInt8(ascii: "s"):
      one(
        [
          (0.65, -0.85), (0.35, -1), (0.1, -0.75), (0.4, -0.5), (0.65, -0.25), (0.35, 0),
          (0.02, -0.12),
        ], 0.85)
    case UInt8(ascii: "t"):
      Glyph(
        strokes: [[(0.3, -1.7), (0.3, -0.25), (0.6, -0.05)], [(0, -1), (0.65, -1.05)]],
        advance: 0.75)
    case UInt8(ascii: "u"):
      one(
        [
          (0.05, -1), (0.05, -0.3), (0.35, 0), (0.7, -0.4), (0.72, -1), (0.72, -1), (0.75, -0.1),
          (0.9, -0.05),
        ], 1.0)
    case UInt8(ascii: "v"):
      one([(0, -1), (0.32, 0), (0.32, 0), (0.7, -1)], 0.85)
    case UInt8(ascii: "w"):
      one(
        [
          (0, -1), (0.25, 0), (0.25, 0), (0.5, -0.8), (0.5, -0.8), (0.75, 0), (0.75, 0),
          (1, -1),
        ], 1.2)
    case UInt8(ascii: "x"):
      Glyph(strokes: [[(0, -1), (0.7, 0)], [(0.7, -1), (0, 0)]], advance: 0.9)
    case UInt8(ascii: "y"):
      Glyph(
        strokes: [[(0.05, -1), (0.4, -0.1)], [(0.75, -1), (0.35, 0.1), (0.05, 0.9)]],
        advance: 0.95)
    case UInt8(ascii: "z"):
      one([(0, -1), (0.7, -1), (0.7, -1), (0, 0), (0, 0), (0.75, 0)], 0.95)
    case UInt8(ascii: " "):
      Glyph(strokes: [], advance: 0.8)
    default:
      nil
    }
  }

  private static func one(_ stroke: [(Double, Double)], _ advance: Double) -> Glyph {
    Glyph(strokes: [stroke], advance: advance)
  }
}
