/// `goto`: anywhere.
struct GotoVerb: Verb {
  let name = "goto"
  let aliases = ["g"]
  let summary = "Goes to a step."
  let step = Parameter.argument(
    "STEP", .step, "The step; 'help steps' tells how steps are written.")
  var parameters: [any ParameterDeclaration] { [step] }
  let wordKinds = [WordKind.step]
  let examples = [
    Example("goto 42", "the state after action 42"), Example("goto 50%", "half way"),
    Example("goto +83.2s", "what there was 83.2 seconds after the start"),
    Example("goto @before", "where 'bookmark before' was said"),
  ]

  func run(_ given: Given, in session: DebugSession) throws {
    let step = try given[step].resolve(in: session.scope)
    try session.arrive(at: session.checked(step))
  }
}
