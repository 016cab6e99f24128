/// A command about a log, on the command line and in `debug`: one declaration, one parser, one output.
///
/// In `debug` the log is open, and steps that a call does not name are the current one. ``ShellCommand`` is the
/// form of the command line, where the call names the log, and its last step stands for the current one.
protocol SharedCommand: REPLCommand {
  /// Parameters that only the command line has.
  var shellParameters: [any ParameterDeclaration] { get }

  /// Whether the help of a tool with these apps lists the command.
  func isListed(with apps: Apps) -> Bool
  /// Asks, and shows the answer.
  func answer(_ arguments: ParsedArguments, in context: any QuestionContext) throws
  /// Runs the command on the command line.
  func run(_ arguments: ParsedArguments, _ apps: Apps, _ console: Console) throws -> ExitCode
}

extension SharedCommand {
  var shellParameters: [any ParameterDeclaration] { [] }

  func isListed(with apps: Apps) -> Bool { true }

  func run(_ arguments: ParsedArguments, _ apps: Apps, _ console: Console) throws -> ExitCode {
    let context = try CommandContext(arguments, apps, console)
    try answer(arguments, in: context)
    return context.exitCode
  }

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    try answer(arguments, in: session)
  }
}

/// A shared command on the command line.
struct ShellCommand: Command {
  let command: any SharedCommand
  let apps: Apps

  var name: String { command.name }
  var summary: String { command.summary }
  var details: [String] { command.details }
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log] + command.parameters + command.shellParameters
      + ReadingParameters.declarations
  }
  var examples: [Example] { command.examples.map { $0.naming("s.playhead", after: name) } }
  var isPaged: Bool { true }
  var isListed: Bool { command.isListed(with: apps) }

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    try command.run(arguments, apps, console)
  }
}

extension Example {
  /// The example with the name of a log after that of its command.
  fileprivate func naming(_ log: String, after command: String) -> Example {
    guard words.hasPrefix(command) else { return self }
    return Example("\(command) \(log)\(words.dropFirst(command.count))", meaning)
  }
}
