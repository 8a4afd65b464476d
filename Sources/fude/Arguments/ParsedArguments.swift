/// The words of one call, sorted by its specification.
struct ParsedArguments: Sendable {
  /// The words that belong to no option, in order.
  private(set) var operands: [String] = []
  private var flags: Set<String> = []
  private var values: [String: String] = [:]
  /// Whose help an error points to.
  private let command: String

  /// Sorts `words`; throws a usage error that names the word and the nearest thing that exists.
  init(_ words: [String], specification: CommandSpecification) throws(CommandError) {
    command = specification.name
    var rest = words[...]
    var onlyOperands = false
    while let word = rest.popFirst() {
      if onlyOperands || word == "-" || !word.hasPrefix("-") {
        operands.append(word)
      } else if word == "--" {
        onlyOperands = true
      } else {
        try take(option: word, rest: &rest, specification: specification)
      }
    }
    guard specification.operandCount.contains(operands.count) else {
      throw .usage(
        operands.count < specification.operandCount.lowerBound
          ? "\(specification.name) needs \(specification.operands)"
          : "\(specification.name) does not take '\(operands[operands.count - 1])'",
        command: specification.name)
    }
  }

  private mutating func take(
    option word: String, rest: inout ArraySlice<String>, specification: CommandSpecification
  ) throws(CommandError) {
    var name = word
    var attached: String?
    if word.hasPrefix("--") {
      if let equals = word.firstIndex(of: "=") {
        name = String(word[..<equals])
        attached = String(word[word.index(after: equals)...])
      }
    } else if word.count > 2 {
      name = String(word.prefix(2))
      attached = String(word.dropFirst(2))
    }
    let found = specification.options.first {
      name == "--" + $0.name || ($0.short.map { name == "-" + String($0) } ?? false)
    }
    guard let option = found else {
      let near = nearest(to: name, among: specification.options.map { "--" + $0.name } + ["--help"])
      throw .usage(
        "\(specification.name) has no option \(name)\(near.map { "; did you mean \($0)?" } ?? "")",
        command: specification.name)
    }
    guard let value = option.value else {
      guard attached == nil else {
        throw .usage("\(name) takes no value", command: specification.name)
      }
      flags.insert(option.name)
      return
    }
    guard let given = attached ?? rest.popFirst() else {
      throw .usage("\(name) needs a value: \(name) \(value)", command: specification.name)
    }
    if !option.choices.isEmpty && !option.choices.contains(given) {
      throw .usage(
        "\(name) is one of \(option.choices.joined(separator: ", ")), not '\(given)'",
        command: specification.name)
    }
    values[option.name] = given
  }

  /// Whether a flag was given.
  func flag(_ name: String) -> Bool { flags.contains(name) }

  /// An option's value; `nil` if it was not given.
  func value(_ name: String) -> String? { values[name] }

  /// An option's value as a number within `range`; `nil` if it was not given.
  func number(_ name: String, in range: ClosedRange<Double>) throws(CommandError) -> Double? {
    guard let text = values[name] else { return nil }
    guard let number = Double(text), range.contains(number) else {
      throw .usage(
        "--\(name) is a number from \(plain(range.lowerBound)) to \(plain(range.upperBound)), "
          + "not '\(text)'", command: command)
    }
    return number
  }

  /// An option's value as a whole number within `range`; `nil` if it was not given.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(CommandError) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "--\(name) is a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'",
        command: command)
    }
    return number
  }

  private func plain(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}

/// The candidate that begins with `word`, or differs from it by the fewest letters, if by at most a
/// third of them.
func nearest(to word: String, among candidates: [String]) -> String? {
  if word.count > 2, let longer = candidates.first(where: { $0.hasPrefix(word) }) { return longer }
  let scored = candidates.map { (distance: editDistance(word, $0), candidate: $0) }
  guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
  return best.distance <= max(1, word.count / 3) ? best.candidate : nil
}

/// Levenshtein's distance between two words.
private func editDistance(_ first: String, _ second: String) -> Int {
  let other = Array(second)
  var row = Array(0...other.count)
  for (index, letter) in first.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in other.indices {
      let replaced = diagonal + (other[column] == letter ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
    }
  }
  return row[other.count]
}
