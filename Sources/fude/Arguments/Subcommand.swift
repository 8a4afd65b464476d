/// One command of `fude`; one file each.
protocol Subcommand: SendableMetatype {
  /// What it takes and what it is for.
  static var specification: CommandSpecification { get }

  /// Does it. Results go to standard output, everything else to standard error.
  static func run(_ arguments: ParsedArguments) async throws -> ExitStatus
}
