import PlayheadInspector
import PlayheadLog
import PlayheadValues

/// `diff`: the changes between two steps.
struct DiffCommand: Command {
  let apps: Apps

  let name = "diff"
  let summary = "Shows what changed between two steps."
  let details = [
    "Lines with − are from step A, lines with + from step B; unchanged values are counted. A may come "
      + "after B.",
    "With '--json' the changes are a JSON Patch (RFC 6902) on one line, with the value before as 'old': "
      + "applied to 'state LOG A --json' it gives 'state LOG B --json'. With a PATH the same holds for "
      + "'state LOG A PATH --json': the patch's own paths begin at PATH.",
  ]

  let range = Parameter.argument(
    "A..B", .stepRange, "The two steps; 'help steps' explains how they are written.")
  let path = Parameter.optionalArgument(
    "PATH", .place, "Only changes at this path; without it, all.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, range, path, LogParameters.full] + ReadingParameters.declarations
  }

  let examples = [
    Example("diff s.playhead 119..120", "what action 120 did"),
    Example("diff s.playhead 0..end caret --json", "how the caret moved, as a JSON Patch"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let context = try CommandContext(arguments, apps, console)
    let (from, to) = try arguments[range].resolve(in: context.log.scope)
    // The titles of the two states may show that the log is damaged, which 'ask' reports.
    for step in [from, to] { _ = try context.log.title(of: step) }
    try context.showDiff(
      DiffRequest(from: from, to: to, at: arguments[path] ?? StatePath()),
      whole: arguments[LogParameters.full])
    return context.exitCode
  }
}

/// `diff` in the REPL.
struct DiffREPLCommand: REPLCommand {
  let name = "diff"
  let aliases = ["d"]
  let summary = "Shows what the present action changed, or what changed between two steps."
  let details = [
    "Lines with − are from before, lines with + from after; unchanged values are counted. A may come "
      + "after B."
  ]
  let first = Parameter.optionalArgument(
    "A..B", .text(completedAs: .rangeOrPath),
    "The two steps; without them, the present step and the one before.")
  let second = Parameter.optionalArgument(
    "PATH", .text(completedAs: .path), "Only changes at this path; without it, all.")
  var parameters: [any ParameterDeclaration] { [first, second, LogParameters.full] }
  let examples = [
    Example("diff", "what the present action did"), Example("diff cart", "what it did there"),
    Example("diff 0..end cart", "what the whole recording did there"),
    Example("diff @before..42", "from a bookmark on"),
  ]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let (range, path) = try place(arguments[first], arguments[second])
    let steps = try range?.resolve(in: session.scope)
    let request = DiffRequest(from: steps?.from, to: steps?.to ?? session.position, at: path)
    try session.showDiff(request, whole: arguments[LogParameters.full])
  }

  /// A word with two dots is a range, unless it is a path with a key that has them.
  private func place(_ first: String?, _ second: String?) throws -> (
    StepRangeExpression?, StatePath
  ) {
    let isRange = first.map { $0.contains("..") && !$0.contains("[") } ?? false
    if !isRange, let second { throw UsageError.Fact.unexpected(second) }
    let range =
      try isRange ? first.map { try ArgumentType.stepRange.value($0, for: self.first.spec) } : nil
    let path = try (isRange ? second : first).map {
      try ArgumentType.place.value($0, for: self.second.spec)
    }
    return (range, path ?? StatePath())
  }
}

extension QuestionContext {
  /// Shows the difference of two states.
  fileprivate func showDiff(_ request: DiffRequest, whole: Bool) throws {
    let answer = try ask(request)
    let options = printOptions(whole: whole)
    try console.show(answer.patch.asJSON) {
      try console.print(answer.page(request, options, title: log.title))
    }
  }
}

extension DiffRequest.Answer {
  /// For a program: a JSON Patch, whose pointers begin at the request's path. A path that only one state has is a document that
  /// is added or removed whole.
  fileprivate var patch: Value {
    switch difference {
    case .changes(let diff): diff.jsonPatch.value
    case .onlyOld(let old): [["op": "remove", "path": "", "old": old]]
    case .onlyNew(let new): [["op": "add", "path": "", "value": new]]
    }
  }

  /// For a person, under the `title` of each of the two states.
  fileprivate func page(
    _ request: DiffRequest, _ options: PrintOptions, title: (Step) throws -> String
  ) throws -> StyledText {
    if case .changes(let diff) = difference, diff.isEmpty {
      let place = request.path.components.isEmpty ? "the state" : "'\(request.path)'"
      return "\(place) is the same at step \(from) and at step \(request.to)"
    }
    return try [
      StyledText("− " + title(from), .red), StyledText("+ " + title(request.to), .green),
      difference.text(options.at(request.path)),
    ].joined(separator: "\n")
  }
}

extension DiffRequest.Difference {
  fileprivate func text(_ options: PrintOptions) -> StyledText {
    switch self {
    case .changes(let diff): StyledText(diff, options)
    case .onlyOld(let old): Self.lines(old, "−", options)
    case .onlyNew(let new): Self.lines(new, "+", options)
    }
  }

  private static func lines(_ value: Value, _ mark: String, _ options: PrintOptions) -> StyledText {
    let lines = value.swiftText(options: options).split(separator: "\n")
    return StyledText(marked: lines.map { "\(mark) \($0)" }.joined(separator: "\n"))
  }
}

extension StyledText {
  /// A diff with the colors of its marks.
  init(_ diff: Diff, _ options: PrintOptions) {
    self.init(marked: diff.text(options: options))
  }
}
