import Foundation
import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadValues

/// `diff`: shows the changes between two steps.
struct DiffCommand: Command {
  let apps: Apps

  let name = "diff"
  let summary = "Shows what changed between two steps, or where two sessions part."
  let details = [
    "Lines with − are from step A, lines with + from step B; unchanged values are counted. A may come "
      + "after B. For a single step it shows what its action changed.",
    "With '--json' the changes are a JSON Patch (RFC 6902) on one line, with the value before as 'old': "
      + "applied to 'state LOG A --json' it gives 'state LOG B --json'. With a PATH the same holds for "
      + "'state LOG A PATH --json': the patch's own paths begin at PATH.",
    "With a second log instead of steps it shows the first step at which the two sessions part: their actions by type "
      + "and payload, or their states after the same actions. Times, causes and notes are not compared. Ends with 1 if "
      + "they part. 'compare' compares two builds on the same sessions instead.",
  ]

  let range = Parameter.argument(
    "A..B|LOG", .text(completedAs: .range),
    "The two steps, or one ('help steps' explains how to write them); or another log.")
  let path = Parameter.optionalArgument(
    "PATH", .text(completedAs: .path), "Only changes at this path; by default, all.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, range, path, LogParameters.full] + ReadingParameters.declarations
  }

  let examples = [
    Example("diff s.playhead 120", "what action 120 did"),
    Example("diff s.playhead 100..120", "what changed from step 100 to step 120"),
    Example("diff s.playhead t.playhead", "the first step at which two sessions part"),
    Example("diff s.playhead 0..end caret --json", "how the caret moved, as a JSON Patch"),
  ]

  let isPaged = true

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let context = try CommandContext(arguments, apps, console)
    let word = arguments[range]
    if (try? StepRangeExpression(parsing: word)) == nil,
      access(word, F_OK) == 0 || word.hasSuffix(".playhead")
    {
      return try compare(context, with: word, arguments)
    }
    let range = try ArgumentType.stepRange.value(word, for: range.spec)
    let steps = try DiffSteps(range, arguments[path], for: path.spec)
    let request = try steps.request(in: context.log.scope)
    // Reading the titles first may find damage, which 'ask' reports.
    for step in [request.from, request.to].compactMap(\.self) {
      _ = try context.log.title(of: step)
    }
    try context.showDiff(request, whole: arguments[LogParameters.full])
    return context.exitCode
  }
}

extension DiffCommand {
  /// Shows where the session of `context` and that of another log part.
  private func compare(
    _ context: CommandContext, with path: String, _ arguments: ParsedArguments
  ) throws -> ExitCode {
    if let word = arguments[self.path] { throw UsageError.Fact.unexpected(word) }
    let console = context.console
    let other = CommandContext(
      try LogReader.open(path, console), apps, context.decoding, console,
      stepLimit: arguments[LogParameters.patience])
    let diff = try SessionDiff(context, other)
    let options = context.printOptions(whole: arguments[LogParameters.full]).at(StatePath())
    try console.show(diff.json) { try diff.show(options, on: console) }
    return context.exitCode.worse(other.exitCode).worse(diff.isSame ? .good : .badAnswer)
  }
}

/// `diff` in the REPL.
struct DiffREPLCommand: REPLCommand {
  let name = "diff"
  let aliases = ["d"]
  let summary = "Shows what the current action changed, or what changed between two steps."
  let details = [
    "Lines with − are from before, lines with + from after; unchanged values are counted. A may come "
      + "after B."
  ]
  let first = Parameter.optionalArgument(
    "A..B", .text(completedAs: .rangeOrPath),
    "The two steps, or one; by default, the current step and the one before.")
  let second = Parameter.optionalArgument(
    "PATH", .text(completedAs: .path), "Only changes at this path; by default, all.")
  var parameters: [any ParameterDeclaration] { [first, second, LogParameters.full] }
  let examples = [
    Example("diff", "what the current action did"), Example("diff cart", "what it did there"),
    Example("diff 42", "what action 42 did"),
    Example("diff 0..end cart", "what the whole recording did there"),
    Example("diff @before..42", "from a bookmark on"),
  ]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let (first, second) = (arguments[first], arguments[second])
    // A word with two dots is a range, unless it is a path with dots in a key.
    let range = first.flatMap { $0.contains("[") ? nil : try? StepRangeExpression(parsing: $0) }
    if range == nil, let second { throw UsageError.Fact.unexpected(second) }
    let steps = try DiffSteps(range, range == nil ? first : second, for: self.second.spec)
    let request = try steps.request(in: session.scope, present: session.position)
    try session.showDiff(request, whole: arguments[LogParameters.full])
  }
}

/// The two steps that 'diff' compares: two given steps, or one and the step before it.
private struct DiffSteps {
  /// Two steps or one; `nil` for the current step.
  private let range: StepRangeExpression?
  private let path: StatePath

  /// From the words of a call: `diff 5..9`, `diff 5 9` or `diff 5`. The first and the third can have a path
  /// at the end.
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
      try answer.print(request, options, title: source.title, on: console)
    }
  }
}

extension DiffRequest.Answer {
  /// Prints the diff with the titles of the two states.
  fileprivate func print(
    _ request: DiffRequest, _ options: PrintOptions, title: (Step) throws -> String,
    on console: Console
  ) throws {
    if case .changes(let diff) = difference, diff.isEmpty {
      let place = request.path.components.isEmpty ? "the state" : "'\(request.path)'"
      return try console.printSentence(
        "\(place) is the same at step \(from) and at step \(request.to)")
    }
    try console.printEntry(StyledText("− " + title(from), .red))
    try console.printEntry(StyledText("+ " + title(request.to), .green))
    try console.print(difference.text(options.at(request.path)))
  }
}

extension DiffRequest.Difference {
  /// A JSON Patch with pointers that begin at the request's path. If only one state has the path, the patch
  /// adds or removes the whole document.
  var patch: Value {
    switch self {
    case .changes(let diff): diff.jsonPatch.value
    case .onlyOld(let old): [["op": "remove", "path": "", "old": old]]
    case .onlyNew(let new): [["op": "add", "path": "", "value": new]]
    }
  }

  /// Whether both states have the same value.
  var isEmpty: Bool { if case .changes(let diff) = self { diff.isEmpty } else { false } }

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
  /// A colored diff.
  init(_ diff: Diff, _ options: PrintOptions) {
    self.init(marked: diff.text(options: options))
  }
}
