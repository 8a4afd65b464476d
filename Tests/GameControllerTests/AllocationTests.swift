import TestSupport
import Testing

@Suite struct AllocationTests {
  @Test func `A report asks for no memory, down to the handlers on their queue`() throws {
    guard let lines = try BenchmarkProcess.allocations(of: "PadBenchmarks") else { return }
    let counts = BenchmarkProcess.counts(lines)
    #expect(counts.count == 2)
    #expect(counts.first == 0)
    // libdispatch may start another thread now and then, never with each report.
    #expect((counts.last.flatMap { $0 } ?? .max) <= 8)
  }
}
