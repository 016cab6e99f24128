import PlayheadReplay

/// The commands of the conversation, in the order of the help.
enum Verbs {
  /// All of them.
  static let all: [any Verb] = groups.flatMap(\.verbs)

  /// What belongs together, and what it is for.
  static let groups: [(title: String, verbs: [any Verb])] = [
    (
      "moving",
      [
        StepVerb(), BackVerb(), GotoVerb(), ContinueVerb(), ReverseContinueVerb(),
        LastVerb(), UndoVerb(), RedoVerb(),
      ]
    ),
    (
      "looking",
      [
        WhenVerb(), PrintVerb(), DiffVerb(), LogVerb(), ShowVerb(), HistoryVerb(), BlameVerb(),
      ]
    ),
    (
      "marking",
      [BreakVerb(), WatchVerb(), DeleteVerb(), BookmarkVerb(), BookmarksVerb()]
    ),
    (
      "branching",
      [
        SkipVerb(), EditVerb(), InsertVerb(), MoveVerb(), BranchVerb(), CompareVerb(), RevertVerb(),
        LeaveVerb(), SaveVerb(),
      ]
    ),
    ("other", [ReloadVerb(), HelpVerb(), QuitVerb()]),
  ]

  /// The command that `word` stands for.
  static func named(_ word: String) throws(DebugError) -> any Verb {
    if let verb = all.first(where: { $0.names.contains(word) }) { return verb }
    throw .unknownCommand(word, suggestion: Suggestion.closest(to: word, in: all.flatMap(\.names)))
  }
}
