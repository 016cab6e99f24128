import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `log`: a line per action.
struct LogVerb: Verb {
  /// So many actions before the present one and behind it: a screen's worth with what was there.
  private static let around: UInt64 = 5

  let name = "log"
  let aliases = ["l"]
  let summary = "Lists the actions around the present one, or others."
  let details = [
    "The present one is marked with '*'. With '--where' only those where a condition holds; with '--print' "
      + "what an expression gives there is added to their lines: log points, after the fact. Both stand in "
      + "double quotes."
  ]
  let range = Parameter.optionalArgument(
    "A..B", .stepRange, "These steps; 'help steps' tells how they are written.")
  let types = Parameter.options(
    "type", "-t", value: "T", .text, "Only actions of this type; may be given several times.")
  let limit = Parameter.option(
    "limit", "-n", value: "N", .count, "Only the first so many of these actions.")
  var parameters: [any ParameterDeclaration] {
    [range, types, SearchParameters.condition, SearchParameters.printed, limit]
  }
  let wordKinds = [WordKind.range]
  let examples = [
    Example("log", "what happened around here"), Example("log 100..110", "eleven actions"),
    Example(
      "log 0.. --where \"changed('cart.total')\" --print \"state('cart.total')\"",
      "the total whenever it changed"),
    Example("log @before.. -t Undo", "what was undone since a bookmark"),
  ]

  func words(of text: Substring) -> [String] { LineWords.splitUnquoted(text) }

  func run(_ given: Given, in session: DebugSession) throws {
    let types = try session.log.checked(given[types], for: "--type")
    let steps = try steps(given[range], session)
    var listing = Listing(steps: steps, types: types, limit: given[limit], seen: session.seen)
    try searching(given, session) { search in
      listing.search = search
      try show(listing, given, session)
    }
    try session.warnOfDamage()
  }

  private func mark(_ step: Step, _ session: DebugSession) -> StyledText {
    step == session.position ? StyledText("*", .bold) + " " : "  "
  }

  private func show(_ listing: Listing, _ given: Given, _ session: DebugSession) throws {
    try listing.items(of: session.log) { item in
      try session.interrupts.check()
      if given.wantsJSON {
        try session.console.print(item.json(of: session.log, listing.search))
      } else {
        try session.console.print(text(item, listing.search, session))
      }
    }
  }

  /// Gives `body` what finds the actions, if there is a condition or something to be printed.
  private func searching(
    _ given: Given, _ session: DebugSession, _ body: (Search?) throws -> Void
  ) throws {
    let (condition, printed) = (given[SearchParameters.condition], given[SearchParameters.printed])
    let asked = printed + [condition].compactMap(\.self)
    guard !asked.isEmpty else { return try body(nil) }
    let breakpoints = Breakpoint.all(of: given[types], where: condition)
    let look = session.looking()
    defer { look.finish() }
    func search(_ replay: Replay?) throws {
      let search = try Search(session.log, for: breakpoints, printing: printed, with: replay)
      search.onStep = look.at
      // One progress is enough.
      replay?.onStep = look.at
      try body(search)
      if let warning = search.unreachableWarning { try session.say("\(warning)", .yellow) }
    }
    guard asked.contains(where: \.needsStates) else { return try search(nil) }
    try session.replaying(for: "log", search)
  }

  private func steps(
    _ range: StepRangeExpression?, _ session: DebugSession
  ) throws -> ClosedRange<Step> {
    if let range { return try range.resolveForwards(in: session.scope) }
    let first = session.place(before: Self.around).step
    return first...max(first, session.place(after: Self.around).step)
  }

  private func text(
    _ item: Listing.Item, _ search: Search?, _ session: DebugSession
  ) throws -> StyledText {
    let text = try item.text(session.lines.get(), search)
    if case .action(let action) = item { return mark(action.entry.step, session) + text }
    return "  " + text
  }
}
