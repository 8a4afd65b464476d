import FudeRecording
import Foundation

/// Reads many damaged copies of each form.
enum Fuzz {
  /// A form and the files that damage starts from.
  struct Form {
    let name: String
    let files: [String]
    /// A file given along, undamaged in every other input.
    var companion: String?
  }

  static let forms = [
    Form(
      name: "ours",
      files: [
        "forms/ours.jsonl", "levels/surface.jsonl", "levels/pointer.jsonl",
        "levels/reports.jsonl", "levels/link.jsonl", "overflow/session.jsonl",
      ]),
    Form(
      name: "evemu",
      files: [
        "forms/evemu-1.3.evemu", "forms/evemu-1.2.evemu",
        "forms/evemu-1.1.evemu",
      ]),
    Form(
      name: "split evemu", files: ["forms/split.one-stroke.events"],
      companion: "forms/split.desc"),
    Form(name: "libinput", files: ["forms/libinput.yml", "other-forms/two-devices.libinput.yml"]),
    Form(name: "evtest", files: ["forms/evtest.txt"]),
    Form(name: "pen-touch", files: ["other-forms/pen-touch.jsonl"]),
    Form(name: "excerpt", files: ["other-forms/excerpt.jsonl", "other-forms/excerpt-codes.jsonl"]),
    Form(name: "pad capture", files: ["other-forms/pad-capture.json"]),
  ]

  /// The inputs of one number: the same bytes each time.
  static func inputs(_ form: Form, _ corpus: [String: [UInt8]], number: UInt64) -> [RecordingSource]
  {
    let names = form.files
    let name = names[Int(number % UInt64(names.count))]
    let all = corpus.keys.sorted()
    let other = corpus[all[Int((number / 7) % UInt64(all.count))]] ?? []
    var mutation = Mutation(seed: number &* 0x9e37_79b9 &+ UInt64(form.name.utf8.count))
    let bytes = mutation.damage(corpus[name] ?? [], other: other)
    guard let companion = form.companion else { return [.bytes(bytes, name: name)] }
    let half = corpus[companion] ?? []
    let description = number % 2 == 0 ? half : mutation.damage(half, other: other)
    return [.bytes(description, name: companion), .bytes(bytes, name: name)]
  }

  /// The forms' files by name.
  static func load(_ folder: String) throws -> [String: [UInt8]] {
    var corpus: [String: [UInt8]] = [:]
    for form in forms {
      for name in form.files + [form.companion].compactMap({ $0 }) {
        corpus[name] = [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
      }
    }
    return corpus
  }

  /// Runs `count` inputs of each form; the number of broken promises.
  static func run(_ corpus: [String: [UInt8]], count: Int, only: String?) -> Int {
    var broken = 0
    for form in forms where only == nil || only == form.name {
      var read = 0
      var refused = 0
      var skipped = 0
      var slowest = Duration.zero
      var slowestNumber = 0
      for number in 0..<count {
        current = number
        let inputs = inputs(form, corpus, number: UInt64(number))
        let start = ContinuousClock.now
        switch Trial.run(inputs, rewriting: number % 4 == 3) {
        case .success(.read(_, let lines)):
          read += 1
          if lines > 0 { skipped += 1 }
        case .success(.refused): refused += 1
        case .failure(let promise):
          broken += 1
          if broken <= 20 { print("\(form.name) \(number): \(promise.what)") }
        }
        let span = ContinuousClock.now - start
        if span > slowest { (slowest, slowestNumber) = (span, number) }
      }
      print(
        "\(form.name): \(count) inputs, \(read) read (\(skipped) with lines skipped), "
          + "\(refused) refused, slowest \(slowest) (number \(slowestNumber))")
    }
    return broken
  }

  /// The number that is being read, for the message of a crash.
  nonisolated(unsafe) static var current = 0
}
