import FoundationEssentials

/// What a contact is, by the eye of somebody who looked at its picture.
package enum Label: String, Sendable, CaseIterable, Decodable {
  /// The writing hand: palm, wrist, knuckles.
  case palm
  /// A finger that means something: the other hand, or the same hand without the pen.
  case finger
  /// It can't be told.
  case unsure
}

/// The labels of one pass over some recordings: contacts' ordinal numbers in order of landing.
package struct LabelSet: Sendable {
  /// By recording, then by contact.
  package private(set) var labels: [String: [Int: Label]] = [:]

  /// No labels yet.
  package init() {}

  /// The label of a contact; `nil` if it has none.
  package subscript(recording: String, contact: Int) -> Label? {
    get { (labels[recording] ?? labels[LabelSet.unnamed])?[contact] }
    set { labels[recording, default: [:]][contact] = newValue }
  }

  /// What labels belong to whose lines name no recording.
  package static let unnamed = ""

  /// One JSON object a line, by recording and contact.
  package var jsonLines: String {
    var text = ""
    for recording in labels.keys.sorted() {
      for (contact, label) in (labels[recording] ?? [:]).sorted(by: { $0.key < $1.key }) {
        text += #"{"contact":\#(contact),"label":"\#(label.rawValue)","#
        text += #""recording":"\#(LabelSet.escaped(recording))"}"# + "\n"
      }
    }
    return text
  }

  /// A name as it stands between quotes in JSON.
  private static func escaped(_ name: String) -> String {
    name.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case _ where scalar.value < 32:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  /// Adds a line's label. Returns false, and adds nothing, if the line is not one.
  package mutating func read(line: some StringProtocol) -> Bool {
    guard let line = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)) else {
      return false
    }
    guard let label = line.label ?? line.truth?.label else { return false }
    self[line.recording ?? LabelSet.unnamed, line.contact] = label
    return true
  }

  private struct Line: Decodable {
    let recording: String?
    let contact: Int
    let label: Label?
    let truth: Truth?
  }

  /// What a simulation knows of a contact; see `fude simulate --labels`.
  private enum Truth: String, Decodable {
    case palm
    case finger
    case secondHand = "second-hand"

    var label: Label { self == .palm ? .palm : .finger }
  }
}

/// How well two passes agree.
package struct Agreement: Sendable {
  /// Contacts that both passes labelled, by first and second label.
  package private(set) var counts: [Label: [Label: Int]] = [:]

  /// The agreement of two passes.
  package init(_ first: LabelSet, _ second: LabelSet) {
    for (recording, labels) in first.labels {
      for (contact, label) in labels {
        guard let other = second[recording, contact] else { continue }
        counts[label, default: [:]][other, default: 0] += 1
      }
    }
  }

  /// Contacts labelled twice.
  package var total: Int { counts.values.reduce(0) { $0 + $1.values.reduce(0, +) } }

  /// The share labelled alike, `0...1`; 0 if none was labelled twice.
  package var observed: Double {
    guard total > 0 else { return 0 }
    let same = Label.allCases.reduce(0) { $0 + (counts[$1]?[$1] ?? 0) }
    return Double(same) / Double(total)
  }

  /// Cohen's kappa (Cohen 1960): agreement beyond chance; `nil` when chance alone would explain all.
  package var kappa: Double? {
    guard total > 0 else { return nil }
    var chance = 0.0
    for label in Label.allCases {
      let first = (counts[label] ?? [:]).values.reduce(0, +)
      let second = Label.allCases.reduce(0) { $0 + (counts[$1]?[label] ?? 0) }
      chance += Double(first) * Double(second) / Double(total * total)
    }
    return chance < 1 ? (observed - chance) / (1 - chance) : nil
  }
}
