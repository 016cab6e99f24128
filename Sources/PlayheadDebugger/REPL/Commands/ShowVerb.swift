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
    let action = try session.action(at: step)
    if session.asksAgain {
      let options = (given[full] ? " --full" : "") + (given.wantsJSON ? " --json" : "")
      session.again = "\(name) \(step)\(options)"
    }
    defer { session.again = nil }
    let page = ActionPage(
      action: action, log: session.log, changes: try changes(of: step, session),
      options: session.printOptions(whole: given[full]))
    if given.wantsJSON { return try session.console.print(page.json()) }
    try page.print(on: session.console)
  }

  private func changes(of step: Step, _ session: DebugSession) throws -> ActionPage.Changes {
    guard case .here = session.stores else {
      return .unknown("the app's stores are not here; 'when' says why")
    }
    return try ActionPage.Changes.of(step) { before, step in
      Replayed(try session.diff(from: before, to: step, for: name))
    }.value
  }
}
