import Foundation
import FudePad

/// Keeps what was learned of a pad's sticks, by its serial or address, for the next session.
///
/// One small file of lines in the user's state folder: a serial's hash and four numbers. A line
/// that makes no sense is skipped; a folder that cannot be written is no error: the pad is learned
/// again.
final class PadMemory: @unchecked Sendable {
  /// `$XDG_STATE_HOME/fude/sticks`, `~/.local/state/fude/sticks` unless set.
  static let standard = PadMemory(
    file: PadMemory.stateFolder.appendingPathComponent("fude/sticks"))

  private static var stateFolder: URL {
    let environment = ProcessInfo.processInfo.environment
    if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") {
      return URL(fileURLWithPath: folder)
    }
    return URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent(".local/state")
  }

  private let file: URL
  private let lock = NSLock()

  init(file: URL) {
    self.file = file
  }

  func offsets(of serial: String) -> StickOffsets? {
    lock.withLock { read()[key(serial)] }
  }

  func keep(_ offsets: StickOffsets, of serial: String) {
    lock.withLock {
      var all = read()
      all[key(serial)] = offsets
      let lines = all.sorted { $0.key < $1.key }.map { key, value in
        "\(key) \(value.left.x) \(value.left.y) \(value.right.x) \(value.right.y)\n"
      }
      try? FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? Data(lines.joined().utf8).write(to: file, options: .atomic)
    }
  }

  private func read() -> [String: StickOffsets] {
    guard let data = try? Data(contentsOf: file) else { return [:] }
    var all: [String: StickOffsets] = [:]
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      let numbers = words.dropFirst().compactMap { Float($0) }.filter { abs($0) <= 0.5 }
      guard words.count == 5, numbers.count == 4 else { continue }
      all[String(words[0])] = StickOffsets(
        left: SIMD2(numbers[0], numbers[1]), right: SIMD2(numbers[2], numbers[3]))
    }
    return all
  }

  /// A serial is an address that names a person's own device: the file holds only its hash.
  private func key(_ serial: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in serial.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
