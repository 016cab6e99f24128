import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadValues

/// `view`: shows what the app showed.
struct ViewCommand: SharedCommand {
  let name = "view"
  let aliases = ["v"]
  let summary = "Shows what the app showed at a step."
  let details = [
    "Works for apps that run in a terminal ('TerminalApp'), from the state alone. Needs the app's stores."
  ]
  var parameters: [any ParameterDeclaration] { [LogParameters.step] }
  let examples = [
    Example("view", "what the user saw last, or in 'debug' at the current step"),
    Example("view 50%", "what the user saw halfway through"),
  ]

  func isListed(with apps: Apps) -> Bool { !apps.forTerminals.isEmpty }

  func answer(_ arguments: ParsedArguments, in context: any QuestionContext) throws {
    let step = try arguments.step(in: context)
    guard let view = try context.ask(ViewRequest(of: step)) else { throw CommandFailure.noView }
    let console = context.console
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
