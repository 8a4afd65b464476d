import Foundation
import FudeLaboratory
import FudeModel
import FudeTouch
import Testing

@Suite("Scenarios from public reports")
struct ScenarioTests {
  @Test(
    "come out as they should, on every hardware and in either hand", arguments: Scenario.all,
    Variation.allCases)
  func outcomes(_ scenario: Scenario, _ variation: Variation) throws {
    let loaded = try scenario.load()
    let (events, surfaces) = variation.apply(loaded.events, loaded.surfaces)
    let expectations = try scenario.expectations()
    let run = ScenarioRun(events, surfaces, policy(expectations))
    for words in expectations { check(words, run, variation) }
    try #require(!run.decisions.isEmpty)
  }

  @Test("are decided with the reasons written down", arguments: Scenario.all)
  func reasons(_ scenario: Scenario) throws {
    let loaded = try scenario.load()
    let run = ScenarioRun(loaded.events, loaded.surfaces, policy(try scenario.expectations()))
    let golden = scenario.path.appending(path: "decisions.txt")
    if ProcessInfo.processInfo.environment["FUDE_REWRITE_GOLDENS"] != nil {
      try run.text.write(to: golden, atomically: true, encoding: .utf8)
      Issue.record("rewrote \(golden.lastPathComponent) of \(scenario.name): read the diff")
      return
    }
    #expect(run.text == (try String(contentsOf: golden, encoding: .utf8)))
  }

  private func policy(_ expectations: [[String]]) -> FingerPolicy {
    expectations.contains(["fingers", "navigate"]) ? .navigate : .draw
  }

  private func check(_ words: [String], _ run: ScenarioRun, _ variation: Variation) {
    let rest = words.dropFirst()
    let numbers = rest.compactMap { UInt64($0) }
    switch words[0] {
    case "fingers": break
    case "palm":
      for number in numbers { #expect(run.verdict(number) == .palm, "contact \(number)") }
    case "finger":
      for number in numbers { #expect(run.verdict(number) == .finger, "contact \(number)") }
    case "done":
      let done = run.gestures.filter { $0.phase == .ended }.map { "\($0.gesture)" }
      #expect(done == Array(rest))
    case "broken":
      let broken = run.gestures.filter { $0.phase == .cancelled }.map { "\($0.gesture)" }
      #expect(broken == Array(rest))
    case "silent":
      let early = run.gestures.filter { $0.time.seconds * 1000 < Double(numbers[0]) }
      #expect(early.isEmpty)
    case "never": #expect(!run.decisions.contains { $0.change == .accepted })
    case "accepted" where words[1] == "at":
      for decision in run.decisions where decision.change == .accepted {
        #expect(decision.reason.age == .zero)
      }
    case "accepted":
      let first = run.decisions.first { $0.change == .accepted }
      #expect(first.map { $0.time.seconds * 1000 <= Double(numbers[0]) } == true)
    case "no":
      let moves = run.gestures.filter { $0.phase == .changed }
      // At 10 Hz a quick finger moves far from one frame to the next.
      let step = variation == .slow ? 15.0 : 4
      for (before, after) in zip(moves, moves.dropFirst()) {
        #expect(before.translation.distance(to: after.translation) < step)
      }
    default: Issue.record("'\(words.joined(separator: " "))' is not understood")
    }
  }
}
