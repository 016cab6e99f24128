import PlayheadInspector
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
    let request = ActionsRequest(
      in: try steps(given[range], session), types: types, where: given[SearchParameters.condition],
      printing: given[SearchParameters.printed], limit: given[limit])
    _ = try session.ask(request, for: name) { item in
      try session.console.show(item.json(prints: !request.expressions.isEmpty)) {
        let text = try session.lines.get().text(of: item, printing: request.expressions)
        try session.console.print(mark(item, session) + text)
      }
    }
  }

  private func mark(_ item: ActionsRequest.Part, _ session: DebugSession) -> StyledText {
    guard case .action(let action, _) = item, action.step == session.position else { return "  " }
    return StyledText("*", .bold) + " "
  }

  private func steps(
    _ range: StepRangeExpression?, _ session: DebugSession
  ) throws -> ClosedRange<Step> {
    if let range { return try range.resolveForwards(in: session.scope) }
    let first = session.place(before: Self.around).step
    return first...max(first, session.place(after: Self.around).step)
  }
}
