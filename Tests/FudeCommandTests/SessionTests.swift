import Foundation
import Testing

@Suite("The command on the shipped session")
struct SessionTests {
  private let session = Command.fixture("demo/session.jsonl")

  private func objects(_ call: Command) throws -> [[String: Any]] {
    try call.lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return try #require(object as? [String: Any])
    }
  }

  @Test("the shipped session is what the generator writes, byte for byte")
  func shipped() throws {
    let labels = FileManager.default.temporaryDirectory
      .appendingPathComponent("labels-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: labels) }
    let call = try Command(["simulate", "--labels", labels.path])
    #expect(call.status == 0)
    #expect(call.output == (try Data(contentsOf: URL(fileURLWithPath: session))))
    let truth = try Data(contentsOf: URL(fileURLWithPath: Command.fixture("demo/labels.jsonl")))
    #expect(try Data(contentsOf: labels) == truth)
  }

  @Test("explain gives each contact once, with its times in order")
  func explain() throws {
    let records = try objects(try Command(["explain", "--json", session]))
    let labels = try String(contentsOfFile: Command.fixture("demo/labels.jsonl"), encoding: .utf8)
    #expect(records.count == labels.split(separator: "\n").count)
    #expect(Set(records.compactMap { $0["contact"] as? Int }).count == records.count)
    for record in records {
      let began = try #require(record["began_us"] as? Int)
      let ended = try #require(record["ended_us"] as? Int)
      #expect(began <= ended)
      let verdict = try #require(record["verdict"] as? String)
      #expect(["finger", "palm"].contains(verdict))
      #expect(
        (verdict == "finger") == (record["revoked_us"] is NSNull && record["rejected_us"] is NSNull)
      )
      #expect((record["reason"] as? String)?.isEmpty == false)
    }
  }

  @Test("explain reads standard input, and --detail adds the running odds")
  func standardInput() throws {
    let input = try Data(contentsOf: URL(fileURLWithPath: session))
    let plain = try Command(["explain", session])
    #expect(try Command(["explain", "-"], input: input).text == plain.text)
    #expect(plain.lines.last?.contains("33 pen strokes") == true)
    let detail = try Command(["explain", "--detail", session])
    #expect(detail.lines.count > 2 * plain.lines.count)
    #expect(detail.text.contains("odds"))
  }

  @Test("the answers are almost all true")
  func truth() throws {
    let records = try objects(try Command(["explain", "--json", session]))
    let text = try String(contentsOfFile: Command.fixture("demo/labels.jsonl"), encoding: .utf8)
    var truth: [Int: String] = [:]
    for line in text.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let label = try #require(object as? [String: Any])
      truth[try #require(label["contact"] as? Int)] = label["truth"] as? String
    }
    let wrong = records.filter { record in
      let isPalm = truth[record["contact"] as? Int ?? -1] == "palm"
      return isPalm != (record["verdict"] as? String == "palm")
    }
    // Palms that come and go before any pen has been seen look like fingers.
    #expect(wrong.count <= 8, "\(wrong)")
    let fingers = records.filter { truth[$0["contact"] as? Int ?? -1] != "palm" }
    #expect(fingers.allSatisfy { $0["verdict"] as? String == "finger" })
  }

  @Test("no rejection means that every touch is a finger")
  func noRejection() throws {
    let records = try objects(try Command(["explain", "--json", "--no-rejection", session]))
    #expect(records.allSatisfy { $0["verdict"] as? String == "finger" })
    let none = try objects(try Command(["explain", "--json", "--fingers", "none", session]))
    #expect(none.allSatisfy { $0["verdict"] as? String == "palm" })
  }

  @Test("render draws PNG and SVG, with and without the palm")
  func render() throws {
    let page = try Command(["render", session, "--size", "400"])
    #expect(page.status == 0)
    #expect(Array(page.output.prefix(4)) == [0x89, 0x50, 0x4e, 0x47])
    #expect(Array(page.output[16..<20]) == [0, 0, 1, 0x90])
    let fitted = try Command(["render", session, "--size", "400x100"])
    #expect(Array(fitted.output[20..<24]) == [0, 0, 0, 100])
    #expect(try Command(["render", session, "--size", "400", "--palms"]).output != page.output)
    #expect(
      try Command(["render", session, "--size", "400", "--no-rejection"]).output != page.output)
    let vector = try Command(["render", session, "--format", "svg"])
    #expect(vector.text.hasSuffix("</svg>\n"))
    #expect(vector.text.components(separatedBy: "<path").count - 1 >= 34)
  }

  @Test("replay tells every decision, and at any speed the same")
  func replay() throws {
    let events = try objects(try Command(["replay", "--speed", "max", "--json", session]))
    let began = events.filter {
      $0["change"] as? String == "began" && $0["kind"] as? String == "decision"
    }
    let ended = events.filter {
      ["ended", "cancelled"].contains($0["change"] as? String ?? "")
        && $0["kind"] as? String == "decision"
    }
    #expect(began.count == ended.count)
    #expect(began.count == 98)
    let times = events.compactMap { $0["time_us"] as? Int }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("info counts what is there")
  func info() throws {
    let call = try Command(["info", session])
    #expect(call.status == 0)
    #expect(call.text.contains("Fude simulated pen"))
    #expect(try Command(["info", "--json", session]).lines.isEmpty == false)
  }
}
