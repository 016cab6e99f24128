import PlayheadInspector
import PlayheadLog
import PlayheadValues

/// `diff`: what changed.
struct DiffVerb: Verb {
  let name = "diff"
  let aliases = ["d"]
  let summary = "Shows what the present action changed, or what changed between two steps."
  let details = [
    "Lines that begin with − were so before, those with + are so now; what stayed is counted. Of A..B "
      + "either may be the later."
  ]
  let first = Parameter.optionalArgument(
    "A..B", .text, "The two steps; without them, the present step and the one before.")
  let second = Parameter.optionalArgument(
    "PATH", .text, "Only what changed here; without it, everywhere.")
  let full = Parameter.flag("full", "Show long values whole.")
  var parameters: [any ParameterDeclaration] { [first, second, full] }
  let wordKinds = [WordKind.rangeOrPath, .path]
  let examples = [
    Example("diff", "what the present action did"), Example("diff cart", "what it did there"),
    Example("diff 0..end cart", "what the whole recording did there"),
    Example("diff @before..42", "from a bookmark on"),
  ]

  func run(_ given: Given, in session: DebugSession) throws {
    let (range, path) = try place(given[first], given[second])
    let steps = try range?.resolve(in: session.scope)
    let request = DiffRequest(from: steps?.from, to: steps?.to ?? session.position, at: path)
    let answer = try session.ask(request, for: name)
    let options = session.printOptions(whole: given[full])
    try session.console.show(.tree(answer.patch)) {
      try session.console.print(answer.page(request, options, title: session.log.title))
    }
  }

  /// A word with two dots in it is a range, unless it is a path that has them in a key.
  private func place(_ first: String?, _ second: String?) throws -> (
    StepRangeExpression?, StatePath
  ) {
    let isRange = first.map { $0.contains("..") && !$0.contains("[") } ?? false
    if !isRange, let second { throw UsageError.Fact.unexpected(second) }
    let range =
      try isRange ? first.map { try ValueKind.stepRange.value($0, for: self.first.shape) } : nil
    let path = try (isRange ? second : first).map {
      try ValueKind.place.value($0, for: self.second.shape)
    }
    return (range, path ?? StatePath())
  }
}
