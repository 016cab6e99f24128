import PlayheadInspector
import PlayheadLog
import PlayheadValues

/// `view`: shows what the app showed.
struct ViewCommand: Command {
  let apps: Apps

  let name = "view"
  let summary = "Shows what the app showed at a step."
  let details = [
    "Works for apps that run in a terminal ('TerminalApp'), from the state alone. Needs the app's stores."
  ]

  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, LogParameters.stepOrLast] + ReadingParameters.declarations
  }

  let examples = [Example("view s.playhead 50%", "what the user saw halfway through")]

  let isPaged = true
  var isListed: Bool { !apps.forTerminals.isEmpty }

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let context = try CommandContext(arguments, apps, console)
    let step = try (arguments[LogParameters.stepOrLast] ?? .end).resolve(in: context.log.scope)
    try context.showView(of: step)
    return context.exitCode
  }
}

/// `view` in the REPL.
struct ViewREPLCommand: REPLCommand {
  let name = "view"
  let aliases = ["v"]
  let summary = "Shows what the app showed at the current step, or at another step."
  let details = ["Works for apps that run in a terminal ('TerminalApp')."]
  let step = Parameter.optionalArgument("STEP", .step, "The step; by default, the current one.")
  var parameters: [any ParameterDeclaration] { [step] }
  let examples = [Example("view", "what the user saw here"), Example("view 0", "and at the start")]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    try session.showView(of: arguments[step]?.resolve(in: session.scope) ?? session.position)
  }
}

extension QuestionContext {
  fileprivate func showView(of step: Step) throws {
    guard let view = try ask(ViewRequest(of: step)) else { throw CommandFailure.noView }
    try console.show(["step": step, "view": view]) {
      try console.print(StyledText(lines: view.trimmingSuffix("\n")))
    }
  }
}

extension String {
  /// Removes all repetitions of `suffix` at the end.
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    var text = self
    while text.hasSuffix(suffix) { text.removeLast(suffix.count) }
    return text
  }
}
