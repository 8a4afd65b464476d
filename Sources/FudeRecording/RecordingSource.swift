/// Where a recording comes from.
public enum RecordingSource: Hashable, Sendable {
  /// A file; `-` is standard input.
  case path(String)
  /// Standard input.
  case standardInput
  /// Bytes at hand; the name is for messages, and lets a `.desc` be found for a `.events`.
  case bytes([UInt8], name: String)

  /// The name for messages.
  public var name: String {
    switch self {
    case .path("-"), .standardInput: "standard input"
    case .path(let path): path
    case .bytes(_, let name): name
    }
  }
}
