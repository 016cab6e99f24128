import PlayheadInspector
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
    let request = DiffRequest(from: from, to: to, at: given[path] ?? StatePath())
    // What is damaged may turn out when the two states are to be named.
    let asked = try apps.inspect(log, given.reading(), console) { inspector in
      let answer = try inspector.ask(request)
      try console.show(.tree(answer.patch)) {
        try console.print(answer.page(request, options, title: log.title))
      }
    }
    return log.exitCode.worse(asked.exitCode)
  }
}
