import PlayheadLog
import PlayheadValues

/// `diff`: what changed between two steps.
struct DiffCommand: Command {
  let apps: Apps

  let name = "diff"
  let summary = "Shows what changed between two steps."
  let details = [
    "Lines that begin with − were so at step A, those with + are so at step B; what stayed is "
      + "counted. A may come after B.",
    "With '--json' the changes are a JSON Patch (RFC 6902) on one line, with what was there before "
      + "as 'old': applied to 'state LOG A --json' it gives 'state LOG B --json'. With a PATH the "
      + "same holds for 'state LOG A PATH --json': the patch's own paths begin at PATH.",
  ]

  let range = Parameter.argument(
    "A..B", .stepRange, "The two steps; 'help steps' tells how they are written.")
  let path = Parameter.optionalArgument(
    "PATH", .place, "Only what changed here; without it, everywhere.")
  let full = Parameter.flag("full", "Show long values whole.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, range, path, full] + ReadingParameters.declarations
  }

  let examples = [
    Example("diff s.playhead 119..120", "what action 120 did"),
    Example("diff s.playhead 0..end caret --json", "how the caret moved, as a JSON Patch"),
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    let log = try LogReader.open(given[LogParameters.log], console)
    let (from, to) = try given[range].resolve(in: log.scope)
    let options: PrintOptions =
      given[full] ? .full(width: console.width) : .folded(width: console.width)
    let answer = try apps.replay(log, given.reading(), console) { replay -> () throws -> Void in
      let comparison = try StateComparison(
        replay, from: from, to: to, at: given[path] ?? StatePath())
      if given.wantsJSON { return { try console.print(JSON.tree(comparison.patch)) } }
      let page = try comparison.page(of: log, options)
      return { try console.print(page) }
    }
    try answer.value()
    return log.exitCode.worse(answer.exitCode)
  }
}
