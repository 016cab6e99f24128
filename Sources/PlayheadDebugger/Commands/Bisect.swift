import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

struct BisectCommand: SharedCommand {
  let name = "bisect"
  let summary = "Finds the first step at which a condition holds; in 'debug', goes there."
  let details = [
    "Checks one step after another. '--monotone' says that the condition stays true once it is "
      + "true: then a binary search needs about twenty checks for a million steps. Conditions that use "
      + "states need the app's stores.",
    "Ends with 1 if the condition is never true.",
  ]

  let range = LogParameters.range
  let condition = Parameter.requiredOption(
    "where", value: "EXPR", .expression,
    "The condition; 'help expressions' explains how to write it.")
  let monotone = Parameter.flag("monotone", "The condition stays true once it is true.")

  let examples = [
    Example(
      "bisect --where \"state('cart.total') < 0\"",
      "the action with which the total fell below zero"),
    Example(
      "bisect --where \"state('document.words') >= 1000\" --monotone",
      "the thousandth word of a text that only grew"),
  ]

  /// In `debug`, a condition needs no quotation marks, and alone no `--where`.
  func words(of text: Substring) -> [String] {
    guard text.contains(" "), let option = text.firstRange(of: "--where ") else {
      return text.contains("--") || !text.contains(" ")
        ? LineWords.splitUnquoted(text) : ["--where", String(text)]
    }
    let condition = text[option.upperBound...].drop(while: \.isWhitespace)
    guard !condition.contains("--"), condition.first != "\"" else {
      return LineWords.splitUnquoted(text)
    }
    return LineWords.splitUnquoted(text[..<option.lowerBound]) + ["--where", String(condition)]
  }

  func answer(_ arguments: ParsedArguments, in context: CommandContext) throws {
    let range = arguments[LogParameters.range] ?? StepRangeExpression(from: nil, to: nil)
    let steps = try range.resolveForwards(in: context.scope)
    let answer = try context.ask(
      BisectRequest(arguments[condition], in: steps, monotone: arguments[monotone]))
    let report = BisectionReport(answer: answer, log: context.log)
    try context.console.show(BisectAnswer(answer)) { try report.print(on: context.console) }
    if let first = answer.found.first { context.visit(first) } else { context.hasFailed = true }
  }
}

/// The first step at which a condition holds, and how it was found.
private struct BisectionReport {
  let answer: BisectRequest.Answer
  let log: any ActionSource
  private var found: Bisection { answer.found }

  func print(on console: Console) throws {
    if let first = found.first { try console.printEntry("\(log.title(of: first))") }
    for line in remarks { try console.printSentence(line) }
  }

  private var remarks: [String] {
    guard let first = found.first else {
      return [nowhere, how] + answer.unresolvedNames.map { "  \($0)" }
    }
    var lines = [how]
    if first == found.steps.lowerBound {
      lines.append("already true at the first of these steps")
    }
    if !found.skipped.isEmpty {
      // As many as fit on a line.
      let shown = found.skipped.suffix(4).map(\.words).joined(separator: ", ")
      lines.append("\(shown) before it could not be checked; it may be true there, too")
    }
    return lines
  }

  private var nowhere: String {
    let steps = found.steps.words
    return switch found.method {
    case .scan where !found.skipped.isEmpty: "never true in \(steps), as far as they have states"
    case .scan: "never true in \(steps)"
    case .binarySearch:
      "false at step \(found.steps.upperBound), so never true in \(steps) if it stays true once it is true; "
        + "otherwise leave out '--monotone'"
    }
  }

  private var how: String {
    let looks = Format.count(found.lookCount, "step")
    switch found.method {
    case .scan: return "scanned \(looks)"
    case .binarySearch: return "checked \(looks) in a binary search"
    }
  }
}

private struct BisectAnswer: Encodable {
  let step: Step?
  let action: ActionRecord?
  let method: String
  let looks: Int
  let first: Step
  let last: Step
  let skipped: [ClosedRange<Step>]

  init(_ answer: BisectRequest.Answer) {
    let found = answer.found
    (step, action) = (found.first, answer.action)
    (looks, skipped) = (found.lookCount, found.skipped)
    method = found.method == .scan ? "scan" : "binary search"
    (first, last) = (found.steps.lowerBound, found.steps.upperBound)
  }
}
