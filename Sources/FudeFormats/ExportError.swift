/// Why a picture or a document could not be made.
public struct ExportError: Error, Hashable, Sendable {
  /// What kind of trouble.
  public var code: Code
  /// A sentence for a person.
  public var message: String

  /// An error.
  public init(code: Code, message: String) {
    self.code = code
    self.message = message
  }

  /// A kind of trouble; more may follow.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public var rawValue: String

    /// The kind named `rawValue`.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The encoder refused.
    public static let encoderRefused = Code(rawValue: "encoderRefused")
    /// The picture has no pixels, more than the format can hold, or bytes that don't match its size.
    public static let badSize = Code(rawValue: "badSize")
    /// A file to be read is not what it should be.
    public static let malformed = Code(rawValue: "malformed")
  }
}
