import Foundation
import Testing

@Suite struct AllocationTests {
  @Test func `A report asks for no memory, down to the handlers on their queue`() throws {
    // In a process of its own, because the counter stands before the allocator of the whole
    // program, and optimised, because unoptimised code keeps closures on the heap:
    //   swift build -c release --product PadBenchmarks
    let binary = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(".build/release/PadBenchmarks")
    guard FileManager.default.isExecutableFile(atPath: binary.path) else {
      print("skipped: PadBenchmarks was not built in release")
      return
    }
    let process = Process()
    process.executableURL = binary
    process.arguments = ["allocations"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let counts = text.split(separator: "\n").compactMap { line in
      line.split(separator: " ").last.flatMap { Int($0) }
    }
    #expect(counts.count == 2)
    #expect(counts.first == 0)
    // libdispatch may start another thread now and then, never with each report.
    #expect((counts.last ?? .max) <= 8)
  }
}
