/// Who may see the surface when it is served to the network: whoever typed the code that the
/// terminal shows.
///
/// Guessing is hopeless: six digits, and after ``patience`` wrong codes in a row every code is
/// refused until the server is started again.
struct Pairing: Sendable {
  /// Wrong codes in a row before the door stays shut.
  static let patience = 20

  /// What the terminal shows and the visitor types.
  let code: String
  /// What the visitor's browser then carries as a cookie.
  let token: String
  private var wrong = 0

  /// A fresh code and token.
  init(using generator: inout some RandomNumberGenerator) {
    let digits = String(UInt32.random(in: 0..<1_000_000, using: &generator))
    code = String(repeating: "0", count: 6 - digits.count) + digits
    token = (0..<4).map { _ in
      String(UInt64.random(in: .min ... .max, using: &generator), radix: 36)
    }
    .joined(separator: "-")
  }

  /// Whether so many wrong codes came that none is taken any more.
  var isShut: Bool { wrong >= Self.patience }

  /// Whether `text` is the code; counts it if it is not.
  mutating func admits(code text: String) -> Bool {
    guard !isShut else { return false }
    guard same(text.filter(\.isNumber), code) else {
      wrong += 1
      return false
    }
    wrong = 0
    return true
  }

  /// Whether a `Cookie` header carries the token.
  func admits(cookie: String?) -> Bool {
    guard let cookie else { return false }
    return cookie.split(separator: ";").contains { part in
      let word = part.drop { $0 == " " }
      return word.hasPrefix("fude=") && same(String(word.dropFirst(5)), token)
    }
  }

  /// Compares in a time that does not tell how much was right.
  private func same(_ first: String, _ second: String) -> Bool {
    let first = Array(first.utf8)
    let second = Array(second.utf8)
    guard first.count == second.count else { return false }
    var difference: UInt8 = 0
    for index in first.indices { difference |= first[index] ^ second[index] }
    return difference == 0
  }
}
