/// Why a command stopped: one message for a person, one exit status for a program.
struct CommandError: Error {
  /// The exit status.
  let status: ExitStatus
  /// What went wrong and what to do next; without a trailing period's worth of prefix.
  let message: String
  /// The command whose help says more, for usage errors.
  var command: String?

  /// The call's words are wrong.
  static func usage(_ message: String, command: String? = nil) -> CommandError {
    CommandError(status: .usage, message: message, command: command)
  }
}

/// Exit statuses, after the BSD convention of `sysexits.h`.
enum ExitStatus: Int32, Sendable {
  /// All is well.
  case success = 0
  /// It ran, and what it checked is not so.
  case failure = 1
  /// The call's words are wrong.
  case usage = 64
  /// The input is not what it claims to be.
  case data = 65
  /// The input is not there.
  case noInput = 66
  /// A device or a service is not there.
  case unavailable = 69
  /// The output can't be made.
  case cannotCreate = 73
  /// The output can't be written to its end.
  case inputOutput = 74
  /// Not allowed.
  case permission = 77
}
