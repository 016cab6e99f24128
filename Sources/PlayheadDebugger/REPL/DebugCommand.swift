import PlayheadInspector
import PlayheadReading
import PlayheadReplay

/// `debug`: the REPL for a log.
struct DebugCommand: Command {
  let apps: Apps

  let name = "debug"
  let summary = "Walks through a log, forward and backward, command by command."
  let details = [
    "Begins at the end of the log. 'help' lists the commands. 'step' and 'back' go from action to "
      + "action, 'goto' to any step, 'continue' to a breakpoint or to a change of a watched value. "
      + "'print', 'diff' and 'show' show states and changes; 'last', 'history' and 'blame' show where "
      + "values come from. These three may have to read the whole log; for a long log they keep an index in the file "
      + "'LOG.index' beside the log, which you may delete at any time.",
    "On a terminal you can edit lines, complete them with Tab, and bring back earlier lines with Up "
      + "(kept in '$XDG_STATE_HOME/playhead/history', or below '~/.local/state'). Ctrl-C stops a long "
      + "command and leaves you where you were; Ctrl-D ends the session.",
    "Commands can also come from a pipe: each is shown after its prompt, with the answer below. Lines "
      + "that begin with '#' are comments. With '--json' every answer is a line of JSON instead, and an "
      + "error is {\"error\": …}.",
    "If the executable does not have the log's app, you can still walk through the log, but without states.",
    "An error does not end the session. Ends with 0, or, if no command was typed at a terminal, with 1 if "
      + "one of them failed or the log is damaged.",
  ]

  let log = Parameter.argument("LOG", .path.completed(as: .log), "The log to walk through.")
  let step = Parameter.optionalArgument(
    "STEP", .step,
    "The step to begin at; by default, the last one. 'help steps' explains how to write steps.")
  let commands = Parameter.options(
    "execute", "-ex", value: "CMD", .text(completedAs: .command),
    "Run this command first, as if it were typed; can be repeated. The session goes on after it: '-ex quit' ends it."
  )
  let reading = ReadingParameters.declarations

  let examples = [
    Example("debug s.playhead", "from the end, where the bug is"),
    Example("debug s.playhead 42", "from step 42"),
    Example(
      "debug s.playhead -ex \"watch cart.total\" -ex rc -ex quit",
      "the last change of the total, without typing"),
    Example("debug s.playhead --json < commands.txt", "answers for a program"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    guard arguments[self.log] != "-" else { throw CommandFailure.replInput }
    let decoding = try arguments.decoding()
    let log = try LogReader.openQuietly(arguments[self.log], console)
    let step = try arguments[step]?.resolve(in: log.scope)
    let interrupts = InterruptFlag()
    console.terminal.raiseWhenInterrupted(interrupts)
    defer { console.terminal.raiseWhenInterrupted(nil) }
    let stores = try apps.inspector(
      forDebugging: log, decoding, console, interrupts, stepLimit: arguments[LogParameters.patience]
    )
    let session = DebugSession(
      stores.inspector, apps, decoding, at: stores.connection, missingStores: stores.missing,
      on: console, interrupts)
    if let step { session.navigation = NavigationHistory(at: try session.checked(step)) }
    var repl = REPL(session)
    try repl.run(after: arguments[commands])
    guard !console.isInteractive || !repl.hasAsked else { return .good }
    return log.exitCode.worse(session.hasFailed ? .badAnswer : .good)
  }
}

extension Apps {
  /// An inspector for a session about `log`. If there are no stores, `missing` says why: the app is not
  /// linked in, or the log does not fit it. Throws if a `strict` reading refuses the log.
  func inspector(
    forDebugging log: LogReader, _ decoding: DecodingPolicy, _ console: Console,
    _ interrupts: InterruptFlag, stepLimit: Duration
  ) throws -> (inspector: Inspector, connection: ChildProcessConnection?, missing: String?) {
    guard recorder(of: log) != nil else { return (Inspector(log), nil, missingStores(of: log)) }
    do {
      return try log.explaining {
        let connection = connection(console, interrupts, stepLimit: stepLimit)
        let inspector = try inspector(of: log, at: connection, decoding)
        _ = try inspector.ask(AppRequest())
        return (inspector, connection, nil)
      }
    } catch  where decoding != .strict {
      return (
        Inspector(log), nil,
        "there are no states to show: \(errorSentence(error).replacing("\n  ", with: "; "))"
      )
    }
  }

  private func missingStores(of log: LogReader) -> String {
    let rest =
      "commands that ask for states or make branches need the app's stores; all others work without them"
    guard let app = log.appName else {
      return "the app that recorded it is unknown, because the first frame is lost: \(rest)"
    }
    let known = names.isEmpty ? "none" : names.map { "'\($0)'" }.joined(separator: ", ")
    return
      "this executable does not have the app '\(app)' (it has: \(known)): \(rest), and an "
      + "executable that calls 'PlayheadCommand.main(apps:)' with the app has them"
  }
}
