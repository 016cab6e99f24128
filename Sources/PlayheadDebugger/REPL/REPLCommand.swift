import PlayheadReplay

/// A command of the REPL, such as `step`.
///
/// It is declared as a ``Command`` is. To add one: a type in a file of `REPL/Commands`, and a line in
/// ``REPLCommands``.
protocol REPLCommand: DeclaredCommand {
  /// Other words that call the command.
  var aliases: [String] { get }
  /// Whether an empty line repeats the command.
  var isRepeatable: Bool { get }

  /// Splits what is typed after the name into words.
  func words(of text: Substring) -> [String]
  /// Does the work and shows the answer. An error becomes a sentence, and the session goes on.
  func run(_ arguments: ParsedArguments, in session: DebugSession) throws
}

extension REPLCommand {
  var aliases: [String] { [] }
  var isRepeatable: Bool { false }
  func words(of text: Substring) -> [String] { LineWords.split(text) }

  /// All words that call the command.
  var names: [String] { [name] + aliases }
}

/// The commands of the REPL, in the order of the help.
enum REPLCommands {
  /// All of them.
  static let all: [any REPLCommand] = groups.flatMap(\.commands)

  /// The commands by purpose.
  static let groups: [(title: String, commands: [any REPLCommand])] = [
    (
      "moving",
      [
        StepREPLCommand(), BackREPLCommand(), GotoREPLCommand(), ContinueREPLCommand(),
        ReverseContinueREPLCommand(),
        LastREPLCommand(), BisectREPLCommand(), UndoREPLCommand(), RedoREPLCommand(),
      ]
    ),
    (
      "looking",
      [
        WhenREPLCommand(), PrintREPLCommand(), ViewREPLCommand(), DiffREPLCommand(),
        LogREPLCommand(), ShowREPLCommand(), HistoryREPLCommand(), BlameREPLCommand(),
        DisplayREPLCommand(), UndisplayREPLCommand(),
      ]
    ),
    (
      "marking",
      [
        BreakREPLCommand(), TbreakREPLCommand(), WatchREPLCommand(), DeleteREPLCommand(),
        BookmarkREPLCommand(),
        BookmarksREPLCommand(),
      ]
    ),
    (
      "branching",
      [
        SkipREPLCommand(), EditREPLCommand(), InsertREPLCommand(), MoveREPLCommand(),
        BranchREPLCommand(), CompareREPLCommand(), RevertREPLCommand(),
        LeaveREPLCommand(), SaveREPLCommand(),
      ]
    ),
    ("other", [ReloadREPLCommand(), HelpREPLCommand(), QuitREPLCommand()]),
  ]

  /// The command that `word` calls.
  static func named(_ word: String) throws(DebugError) -> any REPLCommand {
    if let command = all.first(where: { $0.names.contains(word) }) { return command }
    throw .unknownCommand(word, suggestion: Suggestion.closest(to: word, in: all.flatMap(\.names)))
  }
}
