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
      + "after B. Of one step alone it shows what its action changed.",
    "With '--json' the changes are a JSON Patch (RFC 6902) on one line, with the value before as 'old': "
      + "applied to 'state LOG A --json' it gives 'state LOG B --json'. With a PATH the same holds for "
      + "'state LOG A PATH --json': the patch's own paths begin at PATH.",
  ]

  let range = Parameter.argument(
    "A..B", .stepRange, "The two steps, or one; 'help steps' explains how they are written.")
  let path = Parameter.optionalArgument(
    "PATH", .text(completedAs: .path), "Only changes at this path; without it, all.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, range, path, LogParameters.full] + ReadingParameters.declarations
  }

  let examples = [
    Example("diff s.playhead 120", "what action 120 did"),
    Example("diff s.playhead 100..120", "what changed from step 100 to step 120"),
    Example("diff s.playhead 0..end caret --json", "how the caret moved, as a JSON Patch"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let context = try CommandContext(arguments, apps, console)
    let steps = try DiffSteps(arguments[range], arguments[path], for: path.spec)
    let request = try steps.request(in: context.log.scope)
    // The titles of the two states may show that the log is damaged, which 'ask' reports.
    for step in [request.from, request.to].compactMap(\.self) {
      _ = try context.log.title(of: step)
    }
    try context.showDiff(request, whole: arguments[LogParameters.full])
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
    "The two steps, or one; without them, the present step and the one before.")
  let second = Parameter.optionalArgument(
    "PATH", .text(completedAs: .path), "Only changes at this path; without it, all.")
  var parameters: [any ParameterDeclaration] { [first, second, LogParameters.full] }
  let examples = [
    Example("diff", "what the present action did"), Example("diff cart", "what it did there"),
    Example("diff 42", "what action 42 did"),
    Example("diff 0..end cart", "what the whole recording did there"),
    Example("diff @before..42", "from a bookmark on"),
  ]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let (first, second) = (arguments[first], arguments[second])
    // A word with two dots is a range, unless it is a path with a key that has them.
    let range = first.flatMap { $0.contains("[") ? nil : try? StepRangeExpression(parsing: $0) }
    if range == nil, let second { throw UsageError.Fact.unexpected(second) }
    let steps = try DiffSteps(range, range == nil ? first : second, for: self.second.spec)
    let request = try steps.request(in: session.scope, present: session.position)
    try session.showDiff(request, whole: arguments[LogParameters.full])
  }
}

/// What 'diff' compares: two steps, or one with the step before.
private struct DiffSteps {
  /// Two steps, or the one; `nil` for the present step.
  private let range: StepRangeExpression?
  private let path: StatePath

  /// By the words of a call: 'diff 5..9', 'diff 5 9' or 'diff 5', each but the second with a path behind.
  init(
    _ range: StepRangeExpression?, _ word: String?, for spec: ParameterSpec
  ) throws(UsageError.Fact) {
    if let range, range.isOneStep, let word, let end = try? StepExpression(parsing: word) {
      self.range = StepRangeExpression(from: range.from, to: end)
      path = StatePath()
      return
    }
    self.range = range
    path =
      try word.map { word throws(UsageError.Fact) in
        try ArgumentType.place.value(word, for: spec)
      } ?? StatePath()
  }

  func request(in scope: StepScope, present: Step? = nil) throws -> DiffRequest {
    guard let range else { return DiffRequest(to: present ?? scope.last, at: path) }
    let (from, to) = try range.resolve(in: scope)
    return DiffRequest(from: range.isOneStep ? nil : from, to: to, at: path)
  }
}

extension QuestionContext {
  /// Shows the difference of two states.
  fileprivate func showDiff(_ request: DiffRequest, whole: Bool) throws {
    let answer = try ask(request)
    let options = printOptions(whole: whole)
    try console.show(answer.difference.patch.asJSON) {
      try console.print(answer.page(request, options, title: log.title))
    }
  }
}

extension DiffRequest.Answer {
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
  /// For a program: a JSON Patch with pointers that begin at the request's path. A path that only one state has is a document
  /// that is added or removed whole.
  var patch: Value {
    switch self {
    case .changes(let diff): diff.jsonPatch.value
    case .onlyOld(let old): [["op": "remove", "path": "", "old": old]]
    case .onlyNew(let new): [["op": "add", "path": "", "value": new]]
    }
  }

  /// Whether both states have the same.
  var isEmpty: Bool { if case .changes(let diff) = self { diff.isEmpty } else { false } }

  /// For a person, as a diff.
  func text(_ options: PrintOptions) -> StyledText {
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
