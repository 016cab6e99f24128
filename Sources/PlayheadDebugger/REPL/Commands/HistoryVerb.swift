import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `history`: all that ever happened to a value.
struct HistoryVerb: Verb {
  let name = "history"
  let summary = "Lists the changes of what is at a place, from its first to its last."
  let details = [
    "What is at the place at the present step is followed through lists. The present step is marked with "
      + "'*'. What was there and what is there since is told in short; 'last PATH' goes to a change, 'diff' "
      + "shows it whole."
  ]
  let path = Parameter.argument(
    "PATH", .place, "The place in the present state, where something need not be now.")
  let limit = Parameter.option(
    "limit", "-n", value: "N", .count, "Only the last so many up to the present step.")
  var parameters: [any ParameterDeclaration] { [path, limit] }
  let wordKinds = [WordKind.path]
  let examples = [
    Example("history cart.total", "how the total came to be, and what became of it"),
    Example("history cart.items[3] -n 5", "the last five changes of an item"),
  ]

  func run(_ given: Given, in session: DebugSession) throws {
    let path = given[path]
    let request = HistoryRequest(of: path, at: session.position, limit: given[limit])
    var isNothing = true
    _ = try session.ask(request, for: name) { seen in
      isNothing = false
      try session.console.show(json(seen)) { try show(seen, session) }
      // Each line is shown when it is known, as the values of many changes take long, and before a store
      // may trap at the next.
      try session.console.flush()
    }
    guard isNothing else { return }
    try session.console.inText {
      try session.console.print("'\(path.placeName)' has never changed")
    }
  }

  private func show(_ seen: SeenChange, _ session: DebugSession) throws {
    let mark = seen.step == session.position ? StyledText("*", .bold) : " "
    let lead = try session.lines.get().lead(of: seen.step, seen.type, seen.offset)
    try session.console.print("\(mark) \(lead)  \(seen.text.line)")
  }

  private func json(_ seen: SeenChange) -> JSON {
    [
      "step": .uint(seen.step.number), "type": seen.type.map { .string($0.name) } ?? .null,
      "change": seen.json,
    ]
  }
}
