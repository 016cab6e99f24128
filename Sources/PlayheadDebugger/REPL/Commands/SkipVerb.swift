/// `skip`: what if that had not happened?
struct SkipVerb: Verb {
  let name = "skip"
  let summary = "Leaves an action out, in a branch of the recording."
  let details = [
    "The recording never changes: the first change begins a branch, which the prompt tells of, and others "
      + "are made in it. Its steps are numbered anew behind what changed. In a branch one moves and looks as "
      + "in the recording; what looks into the log, such as 'last' and 'history', works in the recording, and "
      + "on a branch once it is saved."
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
    let origin = try session.origin(of: step)
    try session.make(.skip(origin, withEffects: given[effects]), for: name, given)
  }
}
