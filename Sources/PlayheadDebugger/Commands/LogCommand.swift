import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `log`: a line per action.
struct LogCommand: Command {
  let apps: Apps

  let name = "log"
  let summary = "Lists the actions of a log."
  let details = [
    "A line per action: its step, the time since the start, its type, what is in it in short, the "
      + "step that caused it (←) and the stores that it changed (→). Notes of the app and gaps "
      + "stand where they belong.",
    "With '--where' only the actions where a condition holds; with '--print' what an expression gives "
      + "there is added to their lines. Those that ask for states take the app's stores, and replay the "
      + "log.",
    "With a PATH behind '--' only the actions with which the value at this very place became another; "
      + "what is elsewhere in a list by then is another value. That takes the app's stores. 'history' in "
      + "'debug' follows a value instead.",
    "With '--follow' a log that is not there yet is waited for, and so is a step that is yet to come. It "
      + "ends with 1 if the log is removed, or another is put in its place.",
  ]

  let range = Parameter.optionalArgument(
    "A..B", .stepRange, "Only these steps; 'help steps' tells how they are written.")
  let types = Parameter.options(
    "type", "-t", value: "T", .text, "Only actions of this type; may be given several times.")
  let limit = Parameter.option(
    "limit", "-n", value: "N", .count, "Only the first so many of these actions.")
  let follow = Parameter.flag(
    "follow", "Go on with what the app does from now on, until it closes the log or stops.")
  let path = Parameter.argumentBehindDashes(
    "PATH", .place, "Only actions that changed the value at this place in the state.")
  var parameters: [any ParameterDeclaration] {
    [
      LogParameters.log, range, path, types, SearchParameters.condition, SearchParameters.printed,
      limit, follow,
    ] + ReadingParameters.declarations
  }

  let examples = [
    Example("log s.playhead 100..110", "eleven actions"),
    Example("log s.playhead +60s.. -t Undo", "what was undone after the first minute"),
    Example(
      "log s.playhead --where \"payload->>'count' > 100\" --print \"state('document.words')\"",
      "large deletions, with the number of words after each"),
    Example("log s.playhead 50%.. -- cart.total", "what changed the total in the second half"),
    Example("log s.playhead end.. --follow", "what a running app does"),
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    if given[follow] { return try self.follow(given, console) }
    let log = try LogReader.open(given[LogParameters.log], console)
    let types = try log.checked(given[types], for: "--type")
    let range = given[range] ?? StepRangeExpression(from: nil, to: nil)
    let steps = try range.resolveForwards(in: log.scope)
    let request = ActionsRequest(
      in: steps, types: types, where: given[SearchParameters.condition],
      printing: given[SearchParameters.printed], changing: given[path], limit: given[limit])
    let line = try ActionLine(log, upTo: steps.upperBound)
    let unknown = given[path] == nil ? apps.unknownStates(of: log) : apps.unknownApp(of: log)
    let asked = try apps.ask(
      request, of: log, given.reading(), console, unknown: unknown
    ) { item in
      try console.show(item.json(prints: !request.expressions.isEmpty)) {
        try console.print(line.text(of: item, printing: request.expressions))
      }
    }
    return log.exitCode.worse(asked.exitCode)
  }

  private func follow(_ given: Given, _ console: Console) throws -> ExitCode {
    let path = given[LogParameters.log]
    if path == "-" { throw UsageError.Fact.conflict("-", "--follow") }
    if given[self.path] != nil { throw UsageError.Fact.conflict("-- PATH", "--follow") }
    if given[range]?.to != nil { throw UsageError.Fact.conflict("--follow", "..B") }
    let condition = given[SearchParameters.condition]
    let printed = given[SearchParameters.printed]
    if (printed + [condition].compactMap(\.self)).contains(where: \.needsStates) {
      throw UsageError.Fact.needsStates(option: "--follow")
    }
    var following = Following(
      path, from: given[range]?.from, types: Set(given[types]), limit: given[limit],
      where: condition)
    // Whoever looks on ends it, and nothing is wrong with that.
    console.terminal.whenInterrupted({ "" }, code: .good)
    defer { console.terminal.whenInterrupted(nil) }
    let log = try following.run(console) { item, log in
      let search = printed.isEmpty ? nil : try Search(log, for: [], printing: printed)
      let part = try ActionsRequest.Part(item, of: log, nil, search)
      try console.show(part.json(prints: search != nil)) {
        try console.print(ActionLine(log, upTo: log.lastStep).text(of: part, printing: printed))
      }
    }
    try log.warn(on: console)
    return log.exitCode
  }
}
