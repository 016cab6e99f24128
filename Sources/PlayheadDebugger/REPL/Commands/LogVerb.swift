import PlayheadLog

/// `log`: a line per action.
struct LogVerb: Verb {
  /// So many actions before the present one and behind it: a screen's worth with what was there.
  private static let around: UInt64 = 5

  let name = "log"
  let aliases = ["l"]
  let summary = "Lists the actions around the present one, or others."
  let details = ["The present one is marked with '*'."]
  let range = Parameter.optionalArgument(
    "A..B", .stepRange, "These steps; 'help steps' tells how they are written.")
  let types = Parameter.options(
    "type", "-t", value: "T", .text, "Only actions of this type; may be given several times.")
  let limit = Parameter.option(
    "limit", "-n", value: "N", .count, "Only the first so many of these actions.")
  var parameters: [any ParameterDeclaration] { [range, types, limit] }
  let wordKinds = [WordKind.range]
  let examples = [
    Example("log", "what happened around here"), Example("log 100..110", "eleven actions"),
    Example("log @before.. -t Undo", "what was undone since a bookmark"),
  ]

  func run(_ given: Given, in session: DebugSession) throws {
    let types = try session.log.checked(given[types], for: "--type")
    let steps = try steps(given[range], session)
    let listing = Listing(steps: steps, types: types, limit: given[limit])
    try listing.items(of: session.log) { item in
      try session.interrupts.check()
      if given.wantsJSON {
        try session.console.print(item.json(of: session.log))
      } else {
        try session.console.print(text(item, session))
      }
    }
    try session.warnOfDamage()
  }

  private func steps(
    _ range: StepRangeExpression?, _ session: DebugSession
  ) throws -> ClosedRange<Step> {
    if let range { return try range.resolveForwards(in: session.scope) }
    let first = session.place(before: Self.around).step
    return first...max(first, session.place(after: Self.around).step)
  }

  private func text(_ item: Listing.Item, _ session: DebugSession) throws -> String {
    let text = try item.text(session.lines.get())
    if case .action(let entry) = item, entry.step == session.position {
      return session.console.styled("*", .bold) + " " + text
    }
    return "  " + text
  }
}
