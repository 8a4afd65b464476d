/// Why the drawing surface could not be served.
public struct ServerError: Error, Hashable, Sendable {
  /// What kind of trouble.
  public var code: Code
  /// A sentence for a person, with what to do next.
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

    /// A part of the page is not where it should be.
    public static let missingFile = Code(rawValue: "missingFile")
    /// The port belongs to somebody else.
    public static let portInUse = Code(rawValue: "portInUse")
    /// The port is not for this user.
    public static let notPermitted = Code(rawValue: "notPermitted")
    /// The system refused a socket or the HTTP library would not start.
    public static let cannotListen = Code(rawValue: "cannotListen")
    /// No server answers.
    public static let notThere = Code(rawValue: "notThere")
    /// No certificate could be made, read or written.
    public static let noCertificate = Code(rawValue: "noCertificate")
  }
}

/// Why a document could not be converted.
public struct ConversionError: Error, Hashable, Sendable {
  /// A sentence for the person at the page.
  public var message: String

  /// An error.
  public init(message: String) {
    self.message = message
  }
}
