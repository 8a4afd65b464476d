import TestSupport
import Testing

/// The association asks for no memory once a stroke has been written.
@Suite struct AssociationAllocationTests {
  @Test func fourHundredStrokesAskForNoMemory() throws {
    guard let lines = try BenchmarkProcess.allocations(of: "AssociationBenchmarks") else { return }
    #expect(
      lines == [
        "strokes kept of 500: 500", "other contacts kept: 0", "allocations in 400 strokes: 0",
      ])
  }
}
