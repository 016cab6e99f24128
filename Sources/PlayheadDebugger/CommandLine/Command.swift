/// A command's declaration. The parser, the help and the completion come from it.
package protocol DeclaredCommand: Sendable {
  /// The command's word, or two words if several commands share the first: `fixture add`.
  var name: String { get }
  /// One sentence for the list of commands, with its period.
  var summary: String { get }
  /// More paragraphs for the command's own help.
  var details: [String] { get }
  /// The parameters in the order of the help, positional arguments in the order of their words. By default, those among
  /// the stored properties, and those in stored lists.
  var parameters: [any ParameterDeclaration] { get }
  /// Example calls for the help.
  var examples: [Example] { get }
}

extension DeclaredCommand {
  package var details: [String] { [] }
  package var examples: [Example] { [] }

  package var parameters: [any ParameterDeclaration] {
    Mirror(reflecting: self).children.flatMap { child in
      child.value as? [any ParameterDeclaration]
        ?? [child.value as? any ParameterDeclaration].compactMap(\.self)
    }
  }

  var nameWords: [String] { name.split(separator: " ").map(String.init) }
}

/// A command of the command line, such as `diff`.
///
/// A command declares its parameters as constants, and reads their values with the same constants:
///
///     struct Head: Command {
///       let name = "head"
///       let summary = "Shows the first actions of a log."
///
///       let log = Parameter.argument("LOG", .path, "The log to read.")
///       let count = Parameter.option(
///         "count", "-n", value: "N", .count, default: 10, "How many actions.")
///
///       func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
///         try console.print("\(arguments[count]) actions of \(arguments[log])")
///         return .good
///       }
///     }
///
/// Every command has `--json` and `--help`. Do not list them.
package protocol Command: DeclaredCommand {
  /// Whether long output goes to a pager on a terminal. `false` for commands that read input or follow a log.
  var isPaged: Bool { get }

  /// Whether the help lists the command. `false` if none of the apps can use it.
  var isListed: Bool { get }

  /// Runs the command. Throws an error that becomes one sentence on standard error.
  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode
}

extension Command {
  package var isPaged: Bool { false }
  package var isListed: Bool { true }
}

package struct Example: Sendable {
  /// The words after the tool's name.
  let words: String
  /// What the call does, as a short phrase.
  let meaning: String

  package init(_ words: String, _ meaning: String) { (self.words, self.meaning) = (words, meaning) }
}

/// A command about a log, on the command line and in `debug`: one declaration, one parser, one output.
///
/// In `debug` the log is open, and steps that a call does not name are the current one. ``ShellCommand`` is the
/// form of the command line, where the call names the log, and its last step stands for the current one.
protocol SharedCommand: REPLCommand {
  /// The log, on the command line.
  var shellLog: any ParameterDeclaration { get }
  /// Parameters that only the command line has.
  var shellParameters: [any ParameterDeclaration] { get }

  /// Asks, and shows the answer.
  func answer(_ arguments: ParsedArguments, in context: CommandContext) throws
  /// Runs the command on the command line.
  func run(_ arguments: ParsedArguments, _ apps: Apps, _ console: Console) throws -> ExitCode
}

extension SharedCommand {
  var shellLog: any ParameterDeclaration { LogParameters.log }
  var shellParameters: [any ParameterDeclaration] { [] }

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
    [command.shellLog] + command.parameters + command.shellParameters
      + ReadingParameters.declarations
  }
  /// The examples with the name of a log after that of the command.
  var examples: [Example] {
    command.examples.map {
      Example("\(name) s.playhead\($0.words.trimmingPrefix(name))", $0.meaning)
    }
  }
  var isPaged: Bool { true }

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    try command.run(arguments, apps, console)
  }
}
