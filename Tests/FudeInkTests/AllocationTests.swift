import Foundation
import Testing

@Suite("Memory")
struct AllocationTests {
  @Test("A pen event in the middle of a stroke asks for no memory")
  func steadyState() throws {
    // In a process of its own, because the counter stands before the allocator of the whole
    // program, and optimised, because unoptimised code keeps closures on the heap:
    //   swift build -c release --product InkBenchmarks
    let binary = Fixture.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: ".build/release/InkBenchmarks")
    guard FileManager.default.isExecutableFile(atPath: binary.path) else {
      print("skipped: InkBenchmarks was not built in release")
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
    // The canvas and the rasteriser may let their arrays grow now and then (this line once runs
    // across the whole page), never with each event.
    #expect((counts.last ?? .max) <= 16)
  }
}
