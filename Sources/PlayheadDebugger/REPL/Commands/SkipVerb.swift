import PlayheadInspector

/// `skip`: what if that had not happened?
struct SkipVerb: Verb {
  let name = "skip"
  let summary = "Leaves an action out, in a branch of the recording."
  let details = [
    "The recording never changes: the first change begins a branch, which the prompt tells of, and others "
      + "are made in it. Steps after the first change get new numbers. Every command works in a branch as it "
      + "does in the recording."
  ]
  let step = Parameter.optionalArgument(
    "STEP", .step, "The action's step; without it, the present one.")
  let effects = Parameter.flag(
    "effects", "Leave out also all that it caused, and what that caused.")
  var parameters: [any ParameterDeclaration] { [step, effects] }
  let wordKinds = [WordKind.step]
  let examples = [
    Example("skip", "as if the present action had not been"),
    Example("skip 24 --effects", "nor anything that came of action 24"),
  ]

  func run(_ given: Given, in session: DebugSession) throws {
    let step = try given[step]?.resolve(in: session.scope) ?? session.position
    let origin = try session.inspector.origin(of: step)
    try session.make(.skip(origin, withEffects: given[effects]), for: name)
  }
}
