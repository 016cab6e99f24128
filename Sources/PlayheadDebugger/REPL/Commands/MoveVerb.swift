import PlayheadInspector

/// `move`: what if that had come at another time?
struct MoveVerb: Verb {
  let name = "move"
  let summary = "Puts the present action behind another one, in a branch of the recording."
  let details = [
    "An action cannot come before the one that caused it. 'help skip' tells about branches."
  ]
  let step = Parameter.argument("STEP", .step, "The step behind which it is to come.")
  var parameters: [any ParameterDeclaration] { [step] }
  let wordKinds = [WordKind.step]
  let examples = [Example("move 42", "behind action 42")]

  func run(_ given: Given, in session: DebugSession) throws {
    let origin = try session.inspector.origin(of: session.position)
    let other = try session.inspector.origin(of: given[step].resolve(in: session.scope))
    try session.make(.move(origin, after: other), for: name)
  }
}
