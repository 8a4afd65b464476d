/// Something that a reader skipped, mended or made up.
public struct ReadingNote: Hashable, Sendable {
  /// What it was.
  public var code: Code
  /// The file.
  public var file: String
  /// The first line that it concerns, from 1; `nil` if none.
  public var line: Int?
  /// How often it happened.
  public var count: Int
  /// What was expected, or what was done.
  public var sentence: String

  /// A note.
  public init(_ code: Code, file: String, line: Int?, count: Int = 1, sentence: String) {
    self.code = code
    self.file = file
    self.line = line
    self.count = count
    self.sentence = sentence
  }

  /// A kind of note.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A line that could not be read.
    case skippedLine
    /// The file ends in the middle of a line.
    case truncated
    /// Times went backwards and were held.
    case backwardsTime
    /// A device's description was made up from its events.
    case synthesised
    /// The description was found beside the events.
    case foundBeside
    /// The files have no common time base.
    case separateClocks
    /// Records that need a decoder of their own.
    case notDecoded
    /// Remarks of the recording.
    case remark
  }
}

/// Counts what a reader skips, by what it expected.
struct SkipLog {
  private(set) var notes: [ReadingNote] = []
  private(set) var skipped = 0
  let file: String

  init(file: String) {
    self.file = file
  }

  /// A line that could not be read.
  mutating func skip(line: Int, _ sentence: String) {
    skipped += 1
    add(.skippedLine, line: line, sentence)
  }

  mutating func add(_ code: ReadingNote.Code, line: Int?, _ sentence: String) {
    if let index = notes.firstIndex(where: { $0.code == code && $0.sentence == sentence }) {
      notes[index].count += 1
      return
    }
    // A damaged file can fail in more ways than anyone reads.
    guard notes.count < 64 else { return }
    notes.append(ReadingNote(code, file: file, line: line, sentence: sentence))
  }
}
