/// What a command declares about itself. Its parser, its help and its completion are made of that.
package protocol DeclaredCommand: Sendable {
  /// The word that calls the command, or two words where several commands share the first: `fixture add`.
  var name: String { get }
  /// One sentence for the list of commands, with its full stop.
  var summary: String { get }
  /// Paragraphs that the command's own help adds to the summary.
  var details: [String] { get }
  /// The parameters in the order of the help; positional arguments in the order of the words.
  var parameters: [any ParameterDeclaration] { get }
  /// Calls to learn from.
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
/// A command declares its parameters as constants, lists them in ``parameters``, and reads their
/// values by the same constants:
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
/// `--json` and `--help` belong to every command and are not listed.
package protocol Command: DeclaredCommand {
  /// Whether long output goes to a pager on a terminal. Not where a person types, or waits for more.
  var isPaged: Bool { get }

  /// Does the work. Results go to the console; an error becomes one sentence on standard error.
  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode
}

extension Command {
  package var isPaged: Bool { true }
}

/// A call to learn from, in a command's help.
package struct Example: Sendable {
  /// What is typed after the tool's name.
  package let words: String
  /// What the call does, as a short phrase.
  package let meaning: String

  /// The call `words`, explained by `meaning`.
  package init(_ words: String, _ meaning: String) {
    self.words = words
    self.meaning = meaning
  }
}
