public import FudeInk
public import FudeModel

/// A list of colours that a controller scrolls, points into and takes from.
public struct Palette: Sendable {
  /// How many colours there are.
  public static let count = 24

  /// The colours, from the top of the list.
  public private(set) var colors: [InkColor] = []
  /// Whether it is shown.
  public internal(set) var isOpen = false
  /// The colour taken last; `nil` if none was, or there are new ones.
  public private(set) var selected: Int?
  /// How far the list is scrolled, in CSS pixels, from 0.
  public private(set) var scroll = 0.0
  /// Where the list stands on the page: left, top, width, height in CSS pixels.
  public internal(set) var frame = SIMD4<Double>.zero
  /// The height of a row in CSS pixels, above 0.
  public internal(set) var row = 56.0

  private var random: SeededGenerator

  /// A palette whose colours follow from a seed.
  public init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    shuffle()
  }

  /// The colours of a palette with this seed, as if nothing had been shuffled.
  mutating func restart(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    shuffle()
  }

  /// New colours; the list is at its top again.
  public mutating func shuffle() {
    colors = (0..<Palette.count).map { _ in Palette.color(&random) }
    selected = nil
    scroll = 0
  }

  /// Scrolls by CSS pixels, as far as there is something.
  public mutating func scroll(by distance: Double) {
    let most = max(0, Double(colors.count) * row - frame.w)
    scroll = max(0, min(most, scroll + distance))
  }

  /// The colour whose row is seen at a place of the page; `nil` if none is.
  public func index(at place: Point) -> Int? {
    guard isOpen, place.x >= frame.x, place.x < frame.x + frame.z, place.y >= frame.y,
      place.y < frame.y + frame.w
    else { return nil }
    let index = Int((place.y - frame.y + scroll) / max(1, row))
    return colors.indices.contains(index) ? index : nil
  }

  /// Takes a colour; `nil` if there is none of that number.
  public mutating func select(_ index: Int) -> InkColor? {
    guard colors.indices.contains(index) else { return nil }
    selected = index
    return colors[index]
  }

  /// A colour that shows on paper: any hue, not too pale and not too dark.
  private static func color(_ random: inout SeededGenerator) -> InkColor {
    func unit() -> Double { Double(random.next() >> 11) / 9007199254740992 }
    let hue = unit() * 6
    let saturation = 0.35 + 0.6 * unit()
    let lightness = 0.32 + 0.4 * unit()
    let chroma = (1 - abs(2 * lightness - 1)) * saturation
    let second = chroma * (1 - abs(hue - 2 * (hue / 2).rounded(.down) - 1))
    let base = lightness - chroma / 2
    let parts: (Double, Double, Double) =
      switch Int(hue) {
      case 0: (chroma, second, 0)
      case 1: (second, chroma, 0)
      case 2: (0, chroma, second)
      case 3: (0, second, chroma)
      case 4: (second, 0, chroma)
      default: (chroma, 0, second)
      }
    func byte(_ part: Double) -> UInt8 { UInt8(max(0, min(255, ((part + base) * 255).rounded()))) }
    return InkColor(red: byte(parts.0), green: byte(parts.1), blue: byte(parts.2))
  }
}
