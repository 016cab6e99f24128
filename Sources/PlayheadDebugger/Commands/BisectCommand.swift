import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `bisect`: the first step at which a condition holds.
struct BisectCommand: Command {
  let apps: Apps

  let name = "bisect"
  let summary = "Finds the first step at which a condition holds."
  let details = [
    "Looks at one step after the other. With '--monotone', which says that the condition goes on to hold "
      + "once it does, a binary search takes some twenty looks at a million steps. Conditions that ask "
      + "for states take the app's stores.",
    "Ends with 1 if it holds nowhere.",
  ]

  let range = Parameter.optionalArgument(
    "A..B", .stepRange, "Only these steps; 'help steps' tells how they are written.")
  let condition = Parameter.requiredOption(
    "where", value: "EXPR", .expression,
    "The condition; 'help expressions' tells how it is written.")
  let monotone = Parameter.flag("monotone", "It goes on to hold once it does.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, range, condition, monotone] + ReadingParameters.declarations
  }

  let examples = [
    Example(
      "bisect s.playhead --where \"state('cart.total') < 0\"",
      "the action with which the total fell below zero"),
    Example(
      "bisect s.playhead --where \"state('document.words') >= 1000\" --monotone",
      "the thousandth word of a text that only grew"),
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    let log = try LogReader.open(given[LogParameters.log], console)
    let range = given[range] ?? StepRangeExpression(from: nil, to: nil)
    let steps = try range.resolveForwards(in: log.scope)
    let request = BisectRequest(given[condition], in: steps, monotone: given[monotone])
    let asked = try apps.ask(
      request, of: log, given.reading(), console, unknown: apps.unknownStates(of: log))
    try console.show(BisectionReport(asked.answer, of: log))
    return log.exitCode.worse(asked.exitCode)
      .worse(asked.answer.found.first == nil ? .badAnswer : .good)
  }
}
