import Foundation
import Testing

@testable import RecordingBenchmarks

@Suite("Damaged recordings end in a result or a clear error")
struct FuzzTests {
  /// How many of each form; the full run is 200,000 with the executable, in release.
  private static let count =
    ProcessInfo.processInfo.environment["FUDE_FUZZ"].flatMap { UInt64($0) } ?? 400

  @Test(arguments: Fuzz.forms.map(\.name))
  func form(_ name: String) throws {
    let corpus = try Fuzz.load(Fixture.folder.path)
    let form = try #require(Fuzz.forms.first { $0.name == name })
    for number in 0..<Self.count {
      let inputs = Fuzz.inputs(form, corpus, number: number)
      let result = Trial.run(inputs, rewriting: number % 4 == 3)
      if case .failure(let promise) = result {
        Issue.record("\(name) \(number): \(promise.what)")
        return
      }
    }
  }
}
