import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `blame`: who wrote what is in a state.
struct BlameCommand: Command {
  let apps: Apps

  let name = "blame"
  let summary = "Tells for every value in a state which action wrote it."
  let details = [
    "A line per value: step, time and type of the action, the place, and what is there. Values beside one "
      + "another that one action wrote are told together; elements of lists are followed to where they "
      + "were.",
    "The first time it goes through the log once. Of a log of some length it keeps what changed where in a "
      + "file 'LOG.index' beside it, which may be deleted at any time. With '--json' a line per value.",
  ]

  let first = Parameter.optionalArgument(
    "STEP", .text, "The step; without it, the last. 'help steps' tells how steps are written.")
  let second = Parameter.optionalArgument(
    "PATH", .text, "Only the values at this place; without it, all.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, first, second] + ReadingParameters.declarations
  }

  let examples = [
    Example("blame s.playhead", "where the state at the end comes from"),
    Example("blame s.playhead cart.items[3]", "who wrote the parts of an item"),
    Example("blame s.playhead 50% cart --json", "the same half way, for a program"),
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    let (expression, path) = try place(given[first], given[second])
    let log = try LogReader.open(given[LogParameters.log], console)
    let step = try expression?.resolve(in: log.scope) ?? log.lastStep
    var parts: [BlameRequest.Part] = []
    let blamed = try apps.ask(
      BlameRequest(of: step, at: path), of: log, given.reading(), console
    ) { part in
      try console.show(part.json) { parts.append(part) }
    }
    try console.inText {
      let page = BlamePage(blamed.answer.value, at: path, parts)
      for line in page.text(try ActionLine(log, upTo: step), of: log) { try console.print(line) }
    }
    return log.exitCode.worse(blamed.exitCode)
  }

  /// A word that is a step is one; a place of that name can be written behind a step.
  private func place(_ first: String?, _ second: String?) throws -> (StepExpression?, StatePath) {
    guard let first else { return (nil, StatePath()) }
    guard second == nil, let path = try? StatePath(first),
      (try? StepExpression(parsing: first)) == nil
    else {
      let step = try ValueKind.step.value(first, for: self.first.shape)
      return (
        step,
        try second.map { try ValueKind.place.value($0, for: self.second.shape) } ?? StatePath()
      )
    }
    return (nil, path)
  }
}
