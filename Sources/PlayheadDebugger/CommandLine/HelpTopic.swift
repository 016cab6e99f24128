/// A help page without a command.
package struct HelpTopic: Sendable {
  /// The word after `help`.
  package let name: String
  /// One sentence, with its period.
  package let summary: String
  /// The explained terms: how to write each, and its meaning.
  package let entries: [(term: String, meaning: String)]
}

extension HelpTopic {
  static let steps = HelpTopic(
    name: "steps",
    summary: "How to write a step or a range of steps.",
    entries: [
      ("0", "The initial state."),
      ("42", "The state after action 42."),
      ("50%", "Halfway from the first step to the last; decimals are allowed."),
      ("end", "The last step."),
      ("end-10, -10", "The tenth step before the last."),
      (
        "+83.2s",
        "The last step within this time from the start; as the start of a range of actions, the first action at or "
          + "after it. Also ms, m, h and d, as in '+2h30m'. Lists cut times to milliseconds; a time in milliseconds "
          + "includes its whole last one, so you can copy a time from a list. 'show' and, in 'debug', 'when' show exact "
          + "times."
      ),
      (
        "@10:42:07",
        "The first action at or after this time of day, in this machine's time zone (TZ), as in lists with '--clock'; as "
          + "the end of a range, the last action at or before it. Also '@10:42', '@2026-11-20T10:42:07.125', and with 'Z' "
          + "for UTC, as 'show' has it. Without a day it is on the day that the recording began, or the next."
      ),
      ("@NAME", "The step that 'bookmark NAME' named, in 'debug'."),
      ("A..B", "From step A to step B, both included."),
      ("A..", "From step A to the end."),
      ("..B", "From the first step to step B."),
      ("A", "Where a range is expected: only step A."),
    ])
  static let expressions = HelpTopic(
    name: "expressions",
    summary: "What EXPR is: an SQL condition that is evaluated at each step.",
    entries: [
      ("step", "The action's number."),
      ("type", "The action's type, with its module if it has one: type = 'Undo'."),
      ("time", "The seconds since the start: time between 60 and 90."),
      ("cause", "The step that caused the action, or null."),
      ("payload", "The action as JSON: payload->>'position' > 10."),
      (
        "state('PATH')",
        "The value at a path of the state. Containers are JSON, true and false are 1 and 0, and a path "
          + "without a value is null."
      ),
      ("before('PATH')", "The same in the state of the step before."),
      ("changed('PATH')", "Whether the two differ."),
      (
        "and, or, not, …",
        "Everything else is as in SQLite: in, like, between, case, and its functions of numbers, texts, "
          + "times and JSON. Write texts in single quotes."
      ),
      (
        "A and B",
        "B is evaluated only where A holds. Put conditions on the log, such as the type, first, and "
          + "conditions that need a replay, such as a state, last."
      ),
    ])
  static let exit = HelpTopic(
    name: "exit",
    summary: "What the exit codes mean.",
    entries: [
      ("0", "The command found no problem."),
      (
        "1",
        "The command found a problem: a divergence, a mismatch, a damaged log, or something that does not exist."
      ),
      (
        "2",
        "The command could not run: wrong usage, or an input that cannot be read at all, such as an "
          + "empty log or a log that was cut in its first frame."
      ),
      (
        "130",
        "Ended by Ctrl-C. Any other signal gives 128 plus its number, such as 143 for 'kill'."
      ),
    ])

  static let files = HelpTopic(
    name: "files",
    summary: "The files that the commands read and write.",
    entries: [
      ("LOG", "A recorded session; its name usually ends with '.playhead'. No command changes it."),
      (
        "LOG.tail",
        "The last actions of a session that is being recorded, or that ended in a crash. Keep it beside its log."
      ),
      (
        "LOG.index",
        "What changed where, for 'last', 'history' and 'blame' of a long log. You may delete it at any time."
      ),
      (
        "LOG.address",
        "Where the server is that 'serve' has started. Only you can read it; it is removed at the end."
      ),
      (
        "$XDG_STATE_HOME/playhead/history",
        "The lines that you typed in 'debug'; below '~/.local/state' if the variable is not set."
      ),
    ])
  static let environment = HelpTopic(
    name: "environment",
    summary: "The environment variables that change what the commands do.",
    entries: [
      ("PAGER", "The program that shows long output on a terminal; 'less' by default."),
      ("NO_COLOR, CLICOLOR_FORCE", "If set, text is never colored, or always."),
      (
        "TERM",
        "With 'dumb', output has no colors and no progress lines, and lines cannot be edited."
      ),
      ("TZ", "The time zone of '@10:42:07' and of '--clock'; the system's by default."),
      ("TMPDIR", "Where temporary files are made; '/tmp' by default."),
      ("XDG_STATE_HOME", "Where 'debug' keeps its history; '~/.local/state' by default."),
      (
        "PLAYHEAD_MEMORY",
        "How many bytes of memory reading a log may take beyond the file's own, as '--memory' says it for one call."
      ),
      (
        "SWIFT_BACKTRACE",
        "Has no effect on the processes that replay logs: they ask Swift for a backtrace only to find the line of a "
          + "crash."
      ),
    ])
}
