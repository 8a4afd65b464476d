/// A small picture to plot into: no anti-aliasing, no text but figures and capitals.
package struct Plot: Sendable {
  /// Pixels a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// Rows from the top: red, green, blue, alpha.
  package private(set) var pixels: [UInt8]

  /// A colour as `0xRRGGBB`.
  package typealias Colour = UInt32

  /// A white picture.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [UInt8](repeating: 255, count: width * height * 4)
  }

  /// Sets one pixel; outside the picture nothing happens.
  package mutating func set(_ x: Int, _ y: Int, _ colour: Colour) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    let at = (y * width + x) * 4
    pixels[at] = UInt8(colour >> 16 & 255)
    pixels[at + 1] = UInt8(colour >> 8 & 255)
    pixels[at + 2] = UInt8(colour & 255)
  }

  /// A filled rectangle.
  package mutating func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ colour: Colour) {
    for row in y..<max(y, y + height) {
      for column in x..<max(x, x + width) { set(column, row, colour) }
    }
  }

  /// A rectangle's outline.
  package mutating func frame(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ colour: Colour) {
    fill(x, y, width, 1, colour)
    fill(x, y + height - 1, width, 1, colour)
    fill(x, y, 1, height, colour)
    fill(x + width - 1, y, 1, height, colour)
  }

  /// A straight line, clipped to a box if one is given.
  package mutating func line(
    _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, _ colour: Colour, thick: Bool = false
  ) {
    let steps = Int(min(4000, max(abs(x1 - x0), abs(y1 - y0), 1)))
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      let x = x0 + (x1 - x0) * share
      let y = y0 + (y1 - y0) * share
      guard abs(x) < 1e6, abs(y) < 1e6 else { continue }
      set(Int(x), Int(y), colour)
      if thick {
        set(Int(x) + 1, Int(y), colour)
        set(Int(x), Int(y) + 1, colour)
      }
    }
  }

  /// A circle's outline.
  package mutating func circle(_ x: Double, _ y: Double, _ radius: Double, _ colour: Colour) {
    guard abs(x) < 1e6, abs(y) < 1e6, radius > 0, radius < 1000 else { return }
    var dx = radius.rounded()
    var dy = 0.0
    while dx >= dy {
      for (a, b) in [(dx, dy), (dy, dx)] {
        for (sx, sy) in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
          set(Int(x + a * sx), Int(y + b * sy), colour)
        }
      }
      dy += 1
      dx = max(0, radius * radius - dy * dy).squareRoot().rounded()
    }
  }

  /// Figures, capitals and a few signs, 4 by 6 pixels each times `size`.
  package mutating func text(_ text: String, _ x: Int, _ y: Int, _ colour: Colour, size: Int = 1) {
    var left = x
    for character in text {
      let rows = Plot.glyphs[character] ?? [0, 0, 0, 0, 0]
      for (row, bits) in rows.enumerated() {
        for column in 0..<3 where bits >> (2 - column) & 1 == 1 {
          fill(left + column * size, y + row * size, size, size, colour)
        }
      }
      left += 4 * size
    }
  }

  private static let glyphs: [Character: [UInt8]] = [
    "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 3, 1, 7],
    "4": [5, 5, 7, 1, 1], "5": [7, 4, 7, 1, 7], "6": [7, 4, 7, 5, 7], "7": [7, 1, 2, 2, 2],
    "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7], ".": [0, 0, 0, 0, 2], "-": [0, 0, 7, 0, 0],
    "+": [0, 2, 7, 2, 0], "A": [2, 5, 7, 5, 5], "E": [7, 4, 6, 4, 7], "H": [5, 5, 7, 5, 5],
    "I": [7, 2, 2, 2, 7], "L": [4, 4, 4, 4, 7], "M": [5, 7, 7, 5, 5], "N": [6, 5, 5, 5, 5],
    "O": [2, 5, 5, 5, 2], "P": [6, 5, 6, 4, 4], "S": [7, 4, 7, 1, 7], "T": [7, 2, 2, 2, 2],
    "U": [5, 5, 5, 5, 7], "W": [5, 5, 7, 7, 5], "X": [5, 5, 2, 5, 5], "Z": [7, 1, 2, 4, 7],
    "/": [1, 1, 2, 4, 4], "B": [6, 5, 6, 5, 6], "C": [7, 4, 4, 4, 7], "D": [6, 5, 5, 5, 6],
    "F": [7, 4, 6, 4, 4], "G": [7, 4, 5, 5, 7], "J": [1, 1, 1, 5, 7], "K": [5, 5, 6, 5, 5],
    "Q": [7, 5, 5, 7, 1], "R": [6, 5, 6, 5, 5], "V": [5, 5, 5, 5, 2], "Y": [5, 5, 2, 2, 2],
    ":": [0, 2, 0, 2, 0],
  ]
}
