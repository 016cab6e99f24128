/// `back`: backwards.
struct BackVerb: Verb {
  let name = "back"
  let aliases = ["reverse-step", "rs"]
  let summary = "Goes to the action before, or some actions back."
  let details = ["Before the first action lies the state that the log begins with. There it stays."]
  let count = Parameter.optionalArgument("N", .count, "How many actions; without it, one.")
  var parameters: [any ParameterDeclaration] { [count] }
  let examples = [Example("back", "one action back"), Example("back 100", "a hundred back")]
  let isRepeatable = true

  func run(_ given: Given, in session: DebugSession) throws {
    let count = UInt64(given[count] ?? 1)
    try session.move({ session.place(before: count) }, edge: .start)
  }
}
