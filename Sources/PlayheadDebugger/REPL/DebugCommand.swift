import PlayheadInspector
import PlayheadLog

/// `debug`: a conversation about a log.
struct DebugCommand: Command {
  let apps: Apps

  let name = "debug"
  let summary = "Walks through a log, forwards and backwards, in a conversation."
  let details = [
    "Begins at the end of the log. 'help' lists the commands; 'step' and 'back' go from action to "
      + "action, 'goto' anywhere, 'continue' to a breakpoint, or to where a value changes that is watched; "
      + "'print', 'diff' and 'show' tell what is there, 'last', 'history' and 'blame' where it comes from. "
      + "For those the log is gone through once; of one of some length a file 'LOG.index' beside it keeps "
      + "what changed where, which may be deleted at any time.",
    "On a terminal lines can be edited, Tab completes them, and Up brings back those of earlier "
      + "conversations (kept in '$XDG_STATE_HOME/playhead/history', or below '~/.local/state'). Ctrl-C "
      + "stops a command that takes long and leaves the place as it was, Ctrl-D ends.",
    "Commands can come from a pipe as well: each is shown behind its prompt, with the answer below, and "
      + "lines that begin with '#' are remarks. With '--json' every answer is a line of JSON instead, "
      + "errors as {\"error\": …}.",
    "A log of an app that is not linked in can be walked through, too; only its states are missing.",
    "An error does not end a conversation. Ends with 0; if the commands came from a pipe, with 1 if one "
      + "of them failed or the log is damaged.",
  ]

  let log = Parameter.argument("LOG", .path, "The log to walk through.")
  var parameters: [any ParameterDeclaration] {
    [log] + ReadingParameters.declarations
  }

  let examples = [
    Example("debug s.playhead", "from the end, where the bug is"),
    Example("debug s.playhead --json < commands.txt", "answers for a program"),
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    guard given[self.log] != "-" else { throw CommandFailure.conversationInput }
    let reading = try given.reading()
    let log = try LogReader.openQuietly(given[self.log], console)
    let interrupts = InterruptFlag()
    console.terminal.raiseWhenInterrupted(interrupts)
    defer { console.terminal.raiseWhenInterrupted(nil) }
    let stores = try apps.inspector(forDebugging: log, reading, console, interrupts)
    let session = DebugSession(
      stores.inspector, at: stores.host, missingStores: stores.missing, on: console, interrupts)
    var conversation = Conversation(session)
    try conversation.run()
    guard !console.isInteractive else { return .good }
    return log.exitCode.worse(session.hasFailed ? .badAnswer : .good)
  }
}
