import PlayheadReplay

/// A command of the REPL, such as `step`.
///
/// Declare it like a ``Command``, or as a ``SharedCommand`` if the command line has it, too. To add a command, add a type
/// to a file in `REPL/Commands` or `Commands`, and a line to ``REPLCommands``.
protocol REPLCommand: DeclaredCommand {
  var aliases: [String] { get }
  /// Whether an empty line repeats the command.
  var isRepeatable: Bool { get }

  /// Splits the text after the name into words.
  func words(of text: Substring) -> [String]
  /// Runs the command and shows the answer. An error becomes a sentence and does not end the session.
  func run(_ arguments: ParsedArguments, in session: DebugSession) throws
}

extension REPLCommand {
  var aliases: [String] { [] }
  var isRepeatable: Bool { false }
  func words(of text: Substring) -> [String] { LineWords.split(text) }

  var names: [String] { [name] + aliases }
}

/// The REPL's commands, in the order of the help.
enum REPLCommands {
  static let all: [any REPLCommand] = groups.flatMap(\.commands)

  static let groups: [(title: String, commands: [any REPLCommand])] = [
    (
      "moving",
      [
        StepREPLCommand(), BackREPLCommand(), GotoREPLCommand(),
        ContinueREPLCommand(isBackwards: false), ContinueREPLCommand(isBackwards: true),
        LastREPLCommand(), BisectCommand(), UndoREPLCommand(isRedo: false),
        UndoREPLCommand(isRedo: true),
      ]
    ),
    (
      "looking",
      [
        WhenREPLCommand(), StateCommand(), FindREPLCommand(), ViewCommand(), DiffCommand(),
        LogCommand(), ShowCommand(), ListREPLCommand(), HistoryCommand(), BlameCommand(),
        DisplayREPLCommand(), UndisplayREPLCommand(),
      ]
    ),
    (
      "marking",
      [
        BreakREPLCommand(isTemporary: false), BreakREPLCommand(isTemporary: true),
        WatchREPLCommand(), DeleteREPLCommand(), BookmarkREPLCommand(),
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

  static func named(_ word: String) throws -> any REPLCommand {
    if let command = all.first(where: { $0.names.contains(word) }) { return command }
    if word == "shrink" { throw DebugError.noShrinking }
    let suggestion = Suggestion.closest(to: word, in: all.flatMap(\.names))
    throw UsageError(.unknownCommand(word, suggestion: suggestion), tool: nil)
  }
}
