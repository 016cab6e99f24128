/// A word of the debugger's conversation, such as `step`: what it takes, what it tells in the help, what
/// it does.
///
/// It is declared as a ``Command`` is. To add one: a type in a file of `REPL/Commands`, and a line in
/// ``Verbs``.
protocol Verb: Sendable {
  /// The word that is typed.
  var name: String { get }
  /// Other words for it.
  var aliases: [String] { get }
  /// One sentence for the list of commands, with its full stop.
  var summary: String { get }
  /// Paragraphs that the command's own help adds to the summary.
  var details: [String] { get }
  /// What it takes; positional arguments in the order of the words.
  var parameters: [any ParameterDeclaration] { get }
  /// What its positional words are, for their completion.
  var wordKinds: [WordKind] { get }
  /// What is typed to learn from; at least one.
  var examples: [Example] { get }
  /// Whether an empty line says it once more.
  var isRepeatable: Bool { get }

  /// The words of what is typed behind the name.
  func words(of text: Substring) -> [String]
  /// Does the work and shows the answer. An error becomes a sentence, and the conversation goes on.
  func run(_ given: Given, in session: DebugSession) throws
}

extension Verb {
  var aliases: [String] { [] }
  var details: [String] { [] }
  var parameters: [any ParameterDeclaration] { [] }
  var wordKinds: [WordKind] { [] }
  var isRepeatable: Bool { false }
  func words(of text: Substring) -> [String] { LineWords.split(text) }

  /// All words for it.
  var names: [String] { [name] + aliases }
}

/// What a word of a line can be, if anything is known about it.
enum WordKind: Sendable {
  /// A command's name.
  case command
  /// The name of a type of action.
  case actionType
  /// A step.
  case step
  /// A range of steps.
  case range
  /// A place in the state.
  case path
  /// A range of steps, or a place in the state.
  case rangeOrPath
  /// The number of a breakpoint.
  case breakpoint
  /// The name of a type of action that the app has.
  case appActionType
  /// A place in the present action's payload.
  case payloadPath
  /// What is at that place.
  case payloadValue
  /// A payload of the type that stands before it.
  case payload
  /// Anything.
  case text
}
