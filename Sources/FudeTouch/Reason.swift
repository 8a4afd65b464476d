/// Why a contact was decided so; prints as one sentence with its numbers.
public struct Reason: Hashable, Sendable {
  /// What decided it.
  public var code: Code

  /// A reason.
  @inlinable
  public init(code: Code) {
    self.code = code
  }

  /// What can decide a contact.
  public enum Code: UInt8, Hashable, Sendable {
    /// It landed and nothing is known yet.
    case landed
  }
}
