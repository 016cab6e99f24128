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

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let log = try LogReader.open(arguments[LogParameters.log], console)
    let range = arguments[range] ?? StepRangeExpression(from: nil, to: nil)
    let steps = try range.resolveForwards(in: log.scope)
    let request = BisectRequest(arguments[condition], in: steps, monotone: arguments[monotone])
    let asked = try apps.ask(
      request, of: log, arguments.reading(), console, unknown: apps.unknownStates(of: log))
    try console.show(BisectionReport(asked.answer, of: log))
    return log.exitCode.worse(asked.exitCode)
      .worse(asked.answer.found.first == nil ? .badAnswer : .good)
  }
}

/// The first step at which a condition holds, and how it was found.
struct BisectionReport: Shown {
  private let answer: BisectRequest.Answer
  private let log: LogReader
  private var found: Bisection { answer.found }

  init(_ answer: BisectRequest.Answer, of log: LogReader) {
    (self.answer, self.log) = (answer, log)
  }

  func print(on console: Console) throws {
    for line in try lines() { try console.print("\(line)") }
  }

  private func lines() throws -> [String] {
    guard let first = found.first else {
      return [nowhere, how] + answer.absences.map { "  \($0)" }
    }
    var lines = [try log.title(of: first), how]
    if first == found.steps.lowerBound { lines.append("it holds from the first of these steps on") }
    if !found.passedOver.isEmpty {
      // A line's worth of them.
      let shown = found.passedOver.suffix(4).map(\.words).joined(separator: ", ")
      lines.append("\(shown) before it could not be looked at: it may hold there, too")
    }
    return lines
  }

  var json: JSON {
    [
      "step": found.first,
      "action": answer.action?.json,
      "method": found.method == .scan ? "scan" : "binary search",
      "looks": found.lookCount,
      "first": found.steps.lowerBound,
      "last": found.steps.upperBound,
      "passedOver": found.passedOver,
    ]
  }

  private var nowhere: String {
    let (first, last) = (found.steps.lowerBound, found.steps.upperBound)
    switch found.method {
    case .scan: return "it holds at none of the steps \(first) to \(last)"
    case .binarySearch:
      return
        "it does not hold at step \(last), the last of these; if it goes on to hold once it does, it "
        + "holds nowhere, and if not, leave out '--monotone'"
    }
  }

  private var how: String {
    let looks = Format.count(found.lookCount, "step")
    switch found.method {
    case .scan: return "scanned \(looks)"
    case .binarySearch: return "looked at \(looks) in a binary search"
    }
  }
}
