/// Which controllers are to be left alone, in the words of SDL's environment variables.
///
/// Programs that make a virtual pad out of a real one (Steam, sc-controller) hide the real one this
/// way, so that a game does not see every press twice.
public struct PadIgnoreList: Hashable, Sendable {
  private struct Product: Hashable {
    var vendor: UInt16
    var product: UInt16
  }

  private var ignored: Set<Product>
  /// If not empty, everything else is ignored.
  private var allowed: Set<Product>

  /// The list of `SDL_GAMECONTROLLER_IGNORE_DEVICES` and
  /// `SDL_GAMECONTROLLER_IGNORE_DEVICES_EXCEPT`: pairs like `0x054c/0x05c4`, separated by commas.
  /// What is no such pair is skipped.
  public init(environment: [String: String]) {
    ignored = PadIgnoreList.pairs(environment["SDL_GAMECONTROLLER_IGNORE_DEVICES"])
    allowed = PadIgnoreList.pairs(environment["SDL_GAMECONTROLLER_IGNORE_DEVICES_EXCEPT"])
  }

  /// Whether a product is to be left alone.
  public func ignores(vendor: UInt16, product: UInt16) -> Bool {
    let mine = Product(vendor: vendor, product: product)
    return allowed.isEmpty ? ignored.contains(mine) : !allowed.contains(mine)
  }

  private static func pairs(_ text: String?) -> Set<Product> {
    var found: Set<Product> = []
    for pair in (text ?? "").split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      let words = pair.split(separator: "/").map { word in
        UInt16(word.lowercased().hasPrefix("0x") ? word.dropFirst(2) : word, radix: 16)
      }
      if words.count == 2, let vendor = words[0], let product = words[1] {
        found.insert(Product(vendor: vendor, product: product))
      }
    }
    return found
  }
}
