/// A command's declaration. The parser, the help and the completion come from it.
package protocol DeclaredCommand: Sendable {
  /// The command's word, or two words if several commands share the first: `fixture add`.
  var name: String { get }
  /// One sentence for the list of commands, with its period.
  var summary: String { get }
  /// More paragraphs for the command's own help.
  var details: [String] { get }
  /// The parameters in the order of the help, positional arguments in the order of their words.
  var parameters: [any ParameterDeclaration] { get }
  /// Example calls for the help.
  var examples: [Example] { get }
}

extension DeclaredCommand {
  package var details: [String] { [] }
  package var parameters: [any ParameterDeclaration] { [] }
  package var examples: [Example] { [] }

  /// The words of the name.
  var nameWords: [String] { name.split(separator: " ").map(String.init) }
}

/// A command of the command line, such as `diff`.
///
/// A command declares its parameters as constants, lists them in ``parameters``, and reads their values
/// with the same constants:
///
///     struct Head: Command {
///       let name = "head"
///       let summary = "Shows the first actions of a log."
///
///       let log = Parameter.argument("LOG", .path, "The log to read.")
///       let count = Parameter.option(
///         "count", "-n", value: "N", .count, default: 10, "How many actions.")
///       var parameters: [any ParameterDeclaration] { [log, count] }
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

/// An example call in a command's help.
package struct Example: Sendable {
  /// The words after the tool's name.
  package let words: String
  /// What the call does, as a short phrase.
  package let meaning: String

  package init(_ words: String, _ meaning: String) {
    self.words = words
    self.meaning = meaning
  }
}
