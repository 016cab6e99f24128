import PlayheadLog

/// `log`: a line per action.
struct LogCommand: Command {
  let name = "log"
  let summary = "Lists the actions of a log."
  let details = [
    "A line per action: its step, the time since the start, its type, what is in it in short, the "
      + "step that caused it (←) and the stores that it changed (→). Notes of the app and gaps "
      + "stand where they belong.",
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
  var parameters: [any ParameterDeclaration] { [LogParameters.log, range, types, limit, follow] }

  let examples = [
    Example("log s.playhead 100..110", "eleven actions"),
    Example("log s.playhead +60s.. -t Undo", "what was undone after the first minute"),
    Example("log s.playhead end.. --follow", "what a running app does"),
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    if given[follow] { return try self.follow(given, console) }
    let log = try LogReader.open(given[LogParameters.log], console)
    let types = try log.checked(given[types], for: "--type")
    let range = given[range] ?? StepRangeExpression(from: nil, to: nil)
    let steps = try range.resolveForwards(in: log.scope)
    let listing = Listing(steps: steps, types: types, limit: given[limit])
    if given.wantsJSON {
      try listing.items(of: log) { try console.print($0.json(of: log)) }
    } else {
      let line = try ActionLine(log, upTo: steps.upperBound, on: console)
      try listing.items(of: log) { try console.print($0.text(line)) }
    }
    try log.warnOfDamageFound(on: console)
    return log.exitCode
  }

  private func follow(_ given: Given, _ console: Console) throws -> ExitCode {
    let path = given[LogParameters.log]
    if path == "-" { throw UsageError.Fact.conflict("-", "--follow") }
    if given[range]?.to != nil { throw UsageError.Fact.conflict("--follow", "..B") }
    var following = Following(
      path, from: given[range]?.from, types: Set(given[types]), limit: given[limit])
    // Whoever looks on ends it, and nothing is wrong with that.
    console.terminal.whenInterrupted({ "" }, code: .good)
    defer { console.terminal.whenInterrupted(nil) }
    let log = try following.run(console) { item, log in
      if given.wantsJSON { return try console.print(item.json(of: log)) }
      try console.print(item.text(ActionLine(log, upTo: log.lastStep, on: console)))
    }
    try log.warn(on: console)
    return log.exitCode
  }
}
