import Foundation
import Testing

/// The association asks for no memory once a stroke has been written.
@Suite struct AssociationAllocationTests {
  @Test func fourHundredStrokesAskForNoMemory() throws {
    // In a process of its own, because the counter stands before the allocator of the whole program,
    // and optimised, because unoptimised code keeps closures on the heap:
    //   swift build -c release -Xswiftc -cross-module-optimization --product AssociationBenchmarks
    let binary = AssociationFixtureTests.folder
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(".build/release/AssociationBenchmarks")
    guard FileManager.default.isExecutableFile(atPath: binary.path) else {
      print("skipped: AssociationBenchmarks was not built in release")
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
    let lines = text.split(separator: "\n")
    #expect(
      lines == [
        "strokes kept of 500: 500", "other contacts kept: 0", "allocations in 400 strokes: 0",
      ])
  }
}
