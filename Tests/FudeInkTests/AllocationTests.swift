import TestSupport
import Testing

@Suite("Memory")
struct AllocationTests {
  @Test("A pen event in the middle of a stroke asks for no memory")
  func steadyState() throws {
    guard let lines = try BenchmarkProcess.allocations(of: "InkBenchmarks") else { return }
    let counts = BenchmarkProcess.counts(lines)
    #expect(counts.count == 2)
    #expect(counts.first == 0)
    // The canvas and the rasteriser may let their arrays grow now and then (this line once runs
    // across the whole page), never with each event.
    #expect((counts.last.flatMap { $0 } ?? .max) <= 16)
  }
}
