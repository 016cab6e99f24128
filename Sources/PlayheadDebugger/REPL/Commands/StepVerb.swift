/// `step`: forwards.
struct StepVerb: Verb {
  let name = "step"
  let aliases = ["s"]
  let summary = "Goes to the next action, or some actions on."
  let details = ["Gaps and what is damaged are passed over. At the end it stays."]
  let count = Parameter.optionalArgument("N", .count, "How many actions; without it, one.")
  var parameters: [any ParameterDeclaration] { [count] }
  let examples = [Example("step", "one action on"), Example("s 5", "five actions on")]
  let isRepeatable = true

  func run(_ given: Given, in session: DebugSession) throws {
    let count = UInt64(given[count] ?? 1)
    try session.move({ session.place(after: count) }, edge: .end)
  }
}
