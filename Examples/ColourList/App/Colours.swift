/// A colour of the list.
public struct ListedColour: Equatable, Sendable {
  /// Red, `0...255`.
  public let red: UInt8
  /// Green, `0...255`.
  public let green: UInt8
  /// Blue, `0...255`.
  public let blue: UInt8

  /// The colour as designers write it: `#C83C64`.
  public var hex: String {
    "#"
      + [red, green, blue].map { byte in
        let text = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "0" + text : text
      }.joined()
  }

  /// `count` colours around the wheel; another seed, another list.
  public static func list(count: Int, seed: Int) -> [ListedColour] {
    (0..<count).map { index in
      let turn = (Double(index) / Double(max(1, count)) + Double(seed) * 0.618).truncatingRemainder(
        dividingBy: 1)
      let lightness = 0.45 + 0.25 * Double((index * 7 + seed * 3) % 5) / 4
      return ListedColour(hue: turn, lightness: lightness)
    }
  }

  private init(hue: Double, lightness: Double) {
    func channel(_ shift: Double) -> UInt8 {
      let place = (hue + shift).truncatingRemainder(dividingBy: 1) * 6
      let rise = max(0, min(1, abs(place - 3) - 1))
      return UInt8(max(0, min(255, (lightness + 0.6 * (rise - 0.5) * lightness) * 255)))
    }
    red = channel(0)
    green = channel(2.0 / 3)
    blue = channel(1.0 / 3)
  }
}
