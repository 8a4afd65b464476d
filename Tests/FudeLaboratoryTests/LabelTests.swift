import FudeLaboratory
import Testing

@Suite("Labels")
struct LabelTests {
  @Test("The truth of a simulation labels a recording of any name")
  func truth() {
    var labels = LabelSet()
    let lines = [
      #"{"contact":0,"began_us":5,"ended_us":9,"truth":"palm"}"#,
      #"{"contact":1,"began_us":5,"ended_us":9,"truth":"second-hand"}"#,
    ]
    #expect(lines.count { labels.read(line: $0) } == 2)
    let isRead = labels.read(line: #"{"contact":2}"#)
    #expect(!isRead)
    #expect(labels["any", 0] == .palm)
    #expect(labels["any", 1] == .finger)
    #expect(labels["any", 2] == nil)
  }

  @Test("are read back as they were written, by recording and contact")
  func roundTrip() {
    var labels = LabelSet()
    labels["b", 2] = .palm
    labels["b", 10] = .unsure
    labels["a", 0] = .finger
    var again = LabelSet()
    var bad = 0
    for line in labels.jsonLines.split(separator: "\n") where !again.read(line: line) { bad += 1 }
    #expect(bad == 0)
    #expect(again.labels == labels.labels)
    #expect(labels.jsonLines.split(separator: "\n").first?.contains(#""recording":"a""#) == true)
  }

  @Test(
    "skip lines that are none",
    arguments: ["", "{}", "[1]", #"{"recording":"a","contact":1,"label":"fist"}"#, "nonsense"])
  func badLines(_ line: String) {
    var labels = LabelSet()
    let isRead = labels.read(line: line)
    #expect(!isRead)
    #expect(labels.labels.isEmpty)
  }

  @Test("agree by Cohen's kappa as in a textbook's two by two table")
  func kappa() {
    // 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: observed 0.7, chance 0.5, kappa 0.4.
    var first = LabelSet()
    var second = LabelSet()
    let cells: [(Label, Label, Int)] = [
      (.palm, .palm, 20), (.palm, .finger, 5), (.finger, .palm, 10), (.finger, .finger, 15),
    ]
    var contact = 0
    for (one, other, count) in cells {
      for _ in 0..<count {
        first["r", contact] = one
        second["r", contact] = other
        contact += 1
      }
    }
    let agreement = Agreement(first, second)
    #expect(agreement.total == 50)
    #expect(abs(agreement.observed - 0.7) < 1e-12)
    #expect(agreement.kappa.map { abs($0 - 0.4) < 1e-12 } == true)
  }
}
