import PlayheadInspector
import PlayheadLog

/// `show`: all about one action.
struct ShowVerb: Verb {
  let name = "show"
  let summary = "Shows an action with its causes, and what it changed."
  let step = Parameter.optionalArgument(
    "STEP", .step, "The action's step; without it, the present one.")
  let full = Parameter.flag("full", "Show long values whole.")
  var parameters: [any ParameterDeclaration] { [step, full] }
  let wordKinds = [WordKind.step]
  let examples = [
    Example("show", "the present action"), Example("show 42", "another, without going there"),
  ]

  func run(_ given: Given, in session: DebugSession) throws {
    let step = try given[step]?.resolve(in: session.scope) ?? session.position
    guard step > session.log.initialStep else { throw DebugError.noStep(before: step) }
    let request = ActionRequest(of: step)
    // Also without stores there is an answer.
    let answer =
      try session.missingStores == nil
      ? session.inspecting(for: name) { try session.inspector.ask(request) }
      : session.ask(request, for: name)
    let page = ActionPage(
      answer, last: session.lastStep, session.printOptions(whole: given[full]),
      missing: "the app's stores are not here; 'when' says why")
    try session.console.show(page)
  }
}
