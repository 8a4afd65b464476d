import Foundation
import FudeRecording
import Testing

/// Recordings that lie beside the project and are not part of it.
enum Corpus {
  /// The folder; `nil` where it is absent.
  static let folder: URL? = {
    let environment = ProcessInfo.processInfo.environment["FUDE_SHARED"]
    let beside = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "../shared")
    let shared = environment.map { URL(filePath: $0) } ?? beside
    let corpus = shared.appending(path: "corpus").standardizedFileURL
    return FileManager.default.fileExists(atPath: corpus.path) ? corpus : nil
  }()

  static var isPresent: Bool { folder != nil }

  static func path(_ name: String) throws -> String {
    try #require(folder).appending(path: name).path
  }

  /// The files of a folder that end in one of `suffixes`, by name.
  static func files(_ name: String, _ suffixes: [String]) -> [String] {
    guard let folder else { return [] }
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: name).path)
    return (names ?? []).filter { file in suffixes.contains { file.hasSuffix($0) } }.sorted()
      .map { "\(name)/\($0)" }
  }
}
