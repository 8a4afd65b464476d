import Foundation

/// A benchmark that counts its own allocations.
public enum BenchmarkProcess {
  /// A benchmark that should be there and is not.
  struct NotBuilt: Error, CustomStringConvertible {
    var description: String
  }

  /// What a benchmark's `allocations` prints, line by line.
  ///
  /// It runs in a process of its own, because the counter stands before the allocator of the whole
  /// program, and optimised, because unoptimised code keeps closures on the heap:
  /// `swift build -c release -Xswiftc -cross-module-optimization --product NAME`.
  ///
  /// - Returns: `nil`, and says so, where it was not built; the gate builds it, so there that throws.
  public static func allocations(of product: String) throws -> [String]? {
    let binary = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(".build/release/\(product)")
    guard FileManager.default.isExecutableFile(atPath: binary.path) else {
      guard ProcessInfo.processInfo.environment["FUDE_GATE"] == nil else {
        throw NotBuilt(description: "\(product) was not built in release")
      }
      print("skipped: \(product) was not built in release")
      return nil
    }
    let process = Process()
    process.executableURL = binary
    process.arguments = ["allocations"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").map(String.init)
  }

  /// The number at the end of each line.
  public static func counts(_ lines: [String]) -> [Int?] {
    lines.map { $0.split(separator: " ").last.flatMap { Int($0) } }
  }
}
