import Foundation
import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadValues

struct DiffCommand: SharedCommand {
  let name = "diff"
  let aliases = ["d"]
  let summary =
    "Shows what an action changed, what changed between two steps, or where two sessions part."
  let details = [
    "Lines with − are from step A, lines with + from step B; unchanged values are counted. A may come "
      + "after B. For a single step it shows what its action changed.",
    "With '--json' the changes are a JSON Patch (RFC 6902) on one line, with the value before as 'old': "
      + "applied to 'state LOG A --json' it gives 'state LOG B --json'. With a PATH the same holds for "
      + "'state LOG A PATH --json': the patch's own paths begin at PATH.",
    "With a second log instead of steps, not in 'debug', it shows the first step at which the two sessions part: their "
      + "actions by type and payload, or their states after the same actions. Times, causes and notes are not compared. "
      + "Ends with 1 if they part. 'compare' compares two builds on the same sessions instead.",
  ]

  let first = Parameter.optionalArgument(
    "A..B", .text(completedAs: .rangeOrPath),
    "The two steps, or one ('help steps' explains how to write them), or another log; by default, the last step, in "
      + "'debug' the current one.")
  let path = Parameter.optionalArgument(
    "PATH", .text(completedAs: .path), "Only changes at this path; by default, all.")
  let full = LogParameters.full

  let examples = [
    Example("diff 120", "what action 120 did"),
    Example("diff 100..120", "what changed from step 100 to step 120"),
    Example("diff 0..end caret --json", "how the caret moved, as a JSON Patch"),
  ]

  func answer(_ arguments: ParsedArguments, in context: CommandContext) throws {
    let request = try request(arguments, in: context)
    // Reading the titles first may find damage, which 'ask' reports.
    for step in [request.from, request.to].compactMap(\.self) {
      _ = try context.log.title(of: step)
    }
    let answer = try context.ask(request)
    let options = context.printOptions(whole: arguments[LogParameters.full])
    try context.console.show(answer.difference) {
      try answer.print(request, options, title: context.log.title, on: context.console)
    }
  }

  /// What `diff 5..9`, `diff 5 9`, `diff 5` and `diff` ask for. All but the second can have a path at the end.
  private func request(
    _ arguments: ParsedArguments, in context: CommandContext
  ) throws -> DiffRequest {
    let (word, second) = (arguments[first], arguments[path])
    guard let range = try range(word) else {
      if let second { throw UsageError.Fact.unexpected(second) }
      return DiffRequest(to: context.position, at: try place(word))
    }
    if range.isOneStep, let second, let end = try? StepExpression(parsing: second) {
      let (from, to) = try StepRangeExpression(from: range.from, to: end).resolve(in: context.scope)
      return DiffRequest(from: from, to: to)
    }
    let place = try place(second)
    let (from, to) = try range.resolve(in: context.scope)
    return DiffRequest(from: range.isOneStep ? nil : from, to: to, at: place)
  }

  private func place(_ word: String?) throws -> StatePath {
    try word.map { try ArgumentType.place.value($0, for: path.spec) } ?? StatePath()
  }

  /// The steps in the first word; `nil` if it is a path. A word with two dots names steps, unless they are in a key.
  private func range(_ word: String?) throws -> StepRangeExpression? {
    guard let word, !word.contains("[") else { return nil }
    if word.contains("..") { return try ArgumentType.stepRange.value(word, for: first.spec) }
    return try? StepRangeExpression(parsing: word)
  }

  /// Also compares two logs.
  func run(_ arguments: ParsedArguments, _ apps: Apps, _ console: Console) throws -> ExitCode {
    let context = try CommandContext(arguments, apps, console)
    guard let word = arguments[first], try range(word) == nil,
      FileKind(at: word) == .file || word.hasSuffix(".playhead")
    else {
      try answer(arguments, in: context)
      return context.exitCode
    }
    if let path = arguments[path] { throw UsageError.Fact.unexpected(path) }
    let other = CommandContext(
      try LogReader.open(word, console), apps, context.decoding, console,
      stepLimit: arguments[LogParameters.patience])
    let diff = try SessionDiff(context, other)
    let options = context.printOptions(whole: arguments[LogParameters.full]).at(StatePath())
    try console.show(SessionDiffAnswer(diff)) { try diff.show(options, on: console) }
    return context.exitCode.worse(other.exitCode).worse(diff.isSame ? .good : .badAnswer)
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
    try console.print(
      difference.text(options.at(request.path)), from: title(from), to: title(request.to))
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

extension Console {
  /// Prints what differs between two states, below their titles.
  func print(_ difference: StyledText, from old: String, to new: String) throws {
    try printEntry(StyledText("− " + old, .red))
    try printEntry(StyledText("+ " + new, .green))
    try print(difference)
  }
}

extension StyledText {
  /// A colored diff.
  init(_ diff: Diff, _ options: PrintOptions) {
    self.init(marked: diff.text(options: options))
  }
}
