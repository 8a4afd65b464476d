/// Why a recording could not be opened, read or written.
///
/// Damage inside a recording is no error: what cannot be read is skipped and counted.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public var code: Code
  /// The file, or `standard input`.
  public var file: String
  /// The line, from 1; `nil` if no line is to blame.
  public var line: Int?
  /// What was expected or what to do next, as a sentence without the file's name.
  public var message: String
  /// The system's error number; `nil` if the system was not asked.
  public var errno: Int32?

  /// An error.
  public init(
    _ code: Code, file: String, line: Int? = nil, _ message: String, errno: Int32? = nil
  ) {
    self.code = code
    self.file = file
    self.line = line
    self.message = message
    self.errno = errno
  }

  /// The file, the line and the sentence.
  public var description: String {
    "\(file):\(line.map { "\($0):" } ?? "") \(message)"
  }

  /// A kind of error; more may come.
  public struct Code: Hashable, Sendable {
    private let number: UInt8
    /// The status with which a command should exit.
    public let exitStatus: Int32

    private init(_ number: UInt8, _ exitStatus: Int32) {
      self.number = number
      self.exitStatus = exitStatus
    }

    /// The data is in no form that is known, or misses what it cannot do without.
    public static let malformed = Code(0, 65)
    /// A later version of our own format.
    public static let unknownVersion = Code(1, 65)
    /// Nothing there to read.
    public static let noInput = Code(2, 66)
    /// The system did not let us read or write it.
    public static let noPermission = Code(3, 77)
    /// Reading or writing failed on the way.
    public static let failed = Code(4, 74)
    /// The recording holds nothing that the wanted form can express.
    public static let notExpressible = Code(5, 65)
  }
}
