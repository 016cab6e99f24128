import PlayheadLog

/// `log`: a line per action.
struct LogCommand: Command {
  let name = "log"
  let summary = "Lists the actions of a log."
  let details = [
    "A line per action: its step, the time since the start, its type, what is in it in short, the "
      + "step that caused it (←) and the stores that it changed (→). Notes of the app and gaps "
      + "stand where they belong."
  ]

  let range = Parameter.optionalArgument(
    "A..B", .stepRange, "Only these steps; 'help steps' tells how they are written.")
  let types = Parameter.options(
    "type", "-t", value: "T", .text, "Only actions of this type; may be given several times.")
  let limit = Parameter.option(
    "limit", "-n", value: "N", .count, "Only the first so many of these actions.")
  var parameters: [any ParameterDeclaration] { [LogParameters.log, range, types, limit] }

  let examples = [
    Example("log s.playhead 100..110", "eleven actions"),
    Example("log s.playhead +60s.. -t Undo", "what was undone after the first minute"),
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    let log = try LogReader.open(given[LogParameters.log], console)
    let types = try check(given[types], of: log)
    let range = given[range] ?? StepRangeExpression(from: nil, to: nil)
    let steps = try range.resolveForwards(in: log.scope)
    let listing = Listing(steps: steps, types: types, limit: given[limit])
    if given.wantsJSON {
      try listing.items(of: log) { try console.print(json($0, of: log)) }
    } else {
      let line = try ActionLine(log, upTo: steps.upperBound, on: console)
      try listing.items(of: log) { try console.print(text($0, line)) }
    }
    return log.exitCode
  }

  private func text(_ item: Listing.Item, _ line: ActionLine) throws -> String {
    switch item {
    case .action(let entry): try line.text(of: entry)
    case .note(let note): line.text(of: note)
    case .gap(let gap): line.text(of: gap)
    }
  }

  private func json(_ item: Listing.Item, of log: LogReader) throws -> JSON {
    switch item {
    case .action(let entry): .object(try JSON.action(entry, of: log))
    case .note(let note): .note(note, of: log)
    case .gap(let gap): .gap(gap)
    }
  }

  private func check(_ types: [String], of log: LogReader) throws -> Set<String> {
    let known = log.typeCounts.map(\.type.name)
    for type in types where !known.contains(type) {
      let suggestion = Suggestion.closest(to: type, in: known)
      throw UsageError.Fact.badValue(
        type, for: "--type", .unknown(kind: "type", suggestion: suggestion, known: known))
    }
    return Set(types)
  }
}
