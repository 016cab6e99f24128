import PlayheadFiles
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `log`: a line per action.
struct LogCommand: Command {
  let apps: Apps

  let name = "log"
  let summary = "Lists the actions of a log."
  let details = [
    "A line per action: its step, the time since the start, its type, what is in it in short, the "
      + "step that caused it (←) and the stores that it changed (→). Notes of the app and gaps "
      + "stand where they belong.",
    "With '--where' only the actions where a condition holds; with '--print' what an expression gives "
      + "there is added to their lines. Those that ask for states take the app's stores, and replay the "
      + "log.",
    "With a PATH behind '--' only the actions with which the value at this very place became another; "
      + "what is elsewhere in a list by then is another value. That takes the app's stores. 'history' in "
      + "'debug' follows a value instead.",
    "With '--follow' a log that is not there yet is waited for, and so is a step that is yet to come. It "
      + "ends with 1 if the log is removed, or another is put in its place.",
  ]

  let range = Parameter.optionalArgument(
    "A..B", .stepRange, "Only these steps; 'help steps' tells how they are written.")
  let types = Parameter.options(
    "type", "-t", value: "T", .text, "Only actions of this type; may be given several times.")
  let limit = Parameter.option(
    "limit", "-n", value: "N", .count, "Only the first so many of these actions.")
  let follow = Parameter.flag(
    "follow", "Go on with what the app does from now on, until it closes the log or stops.")
  let path = Parameter.argumentBehindDashes(
    "PATH", .place, "Only actions that changed the value at this place in the state.")
  var parameters: [any ParameterDeclaration] {
    [
      LogParameters.log, range, path, types, SearchParameters.condition, SearchParameters.printed,
      limit, follow,
    ] + ReadingParameters.declarations
  }

  let examples = [
    Example("log s.playhead 100..110", "eleven actions"),
    Example("log s.playhead +60s.. -t Undo", "what was undone after the first minute"),
    Example(
      "log s.playhead --where \"payload->>'count' > 100\" --print \"state('document.words')\"",
      "large deletions, with the number of words after each"),
    Example("log s.playhead 50%.. -- cart.total", "what changed the total in the second half"),
    Example("log s.playhead end.. --follow", "what a running app does"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    if arguments[follow] { return try self.follow(arguments, console) }
    let log = try LogReader.open(arguments[LogParameters.log], console)
    let types = try log.checked(arguments[types], for: "--type")
    let range = arguments[range] ?? StepRangeExpression(from: nil, to: nil)
    let steps = try range.resolveForwards(in: log.scope)
    let request = ActionsRequest(
      in: steps, types: types, where: arguments[SearchParameters.condition],
      printing: arguments[SearchParameters.printed], changing: arguments[path],
      limit: arguments[limit])
    let line = try ActionLine(log, upTo: steps.upperBound)
    let unknown = arguments[path] == nil ? apps.unknownStates(of: log) : apps.unknownApp(of: log)
    let asked = try apps.ask(
      request, of: log, arguments.reading(), console, unknown: unknown
    ) { item in
      try console.show(item.json(prints: !request.expressions.isEmpty)) {
        try console.print(line.text(of: item, printing: request.expressions))
      }
    }
    return log.exitCode.worse(asked.exitCode)
  }

  private func follow(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let path = arguments[LogParameters.log]
    if path == "-" { throw UsageError.Fact.conflict("-", "--follow") }
    if arguments[self.path] != nil { throw UsageError.Fact.conflict("-- PATH", "--follow") }
    if arguments[range]?.to != nil { throw UsageError.Fact.conflict("--follow", "..B") }
    let condition = arguments[SearchParameters.condition]
    let printed = arguments[SearchParameters.printed]
    if (printed + [condition].compactMap(\.self)).contains(where: \.needsStates) {
      throw UsageError.Fact.needsStates(option: "--follow")
    }
    var following = Following(
      path, from: arguments[range]?.from, types: Set(arguments[types]), limit: arguments[limit],
      where: condition)
    // Whoever looks on ends it, and nothing is wrong with that.
    console.terminal.whenInterrupted({ "" }, code: .good)
    defer { console.terminal.whenInterrupted(nil) }
    let log = try following.run(console) { item, log in
      let search = printed.isEmpty ? nil : try Search(log, for: [], printing: printed)
      let part = try ActionsRequest.Part(item, of: log, nil, search)
      try console.show(part.json(prints: search != nil)) {
        try console.print(ActionLine(log, upTo: log.lastStep).text(of: part, printing: printed))
      }
    }
    try log.warn(on: console)
    return log.exitCode
  }
}

/// `log`: a line per action.
struct LogREPLCommand: REPLCommand {
  /// So many actions before the present one and behind it: a screen's worth with what was there.
  private static let around: UInt64 = 5

  let name = "log"
  let aliases = ["l"]
  let summary = "Lists the actions around the present one, or others."
  let details = [
    "The present one is marked with '*'. With '--where' only those where a condition holds; with '--print' "
      + "what an expression gives there is added to their lines: log points, after the fact. Both stand in "
      + "double quotes."
  ]
  let range = Parameter.optionalArgument(
    "A..B", .stepRange, "These steps; 'help steps' tells how they are written.")
  let types = Parameter.options(
    "type", "-t", value: "T", .text, "Only actions of this type; may be given several times.")
  let limit = Parameter.option(
    "limit", "-n", value: "N", .count, "Only the first so many of these actions.")
  var parameters: [any ParameterDeclaration] {
    [range, types, SearchParameters.condition, SearchParameters.printed, limit]
  }
  let examples = [
    Example("log", "what happened around here"), Example("log 100..110", "eleven actions"),
    Example(
      "log 0.. --where \"changed('cart.total')\" --print \"state('cart.total')\"",
      "the total whenever it changed"),
    Example("log @before.. -t Undo", "what was undone since a bookmark"),
  ]

  func words(of text: Substring) -> [String] { LineWords.splitUnquoted(text) }

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let types = try session.log.checked(arguments[types], for: "--type")
    let request = ActionsRequest(
      in: try steps(arguments[range], session), types: types,
      where: arguments[SearchParameters.condition],
      printing: arguments[SearchParameters.printed], limit: arguments[limit])
    _ = try session.ask(request, for: name) { item in
      try session.console.show(item.json(prints: !request.expressions.isEmpty)) {
        let text = try session.lines.get().text(of: item, printing: request.expressions)
        try session.console.print(mark(item, session) + text)
      }
    }
  }

  private func mark(_ item: ActionsRequest.Part, _ session: DebugSession) -> StyledText {
    guard case .action(let action, _) = item, action.step == session.position else { return "  " }
    return StyledText("*", .bold) + " "
  }

  private func steps(
    _ range: StepRangeExpression?, _ session: DebugSession
  ) throws -> ClosedRange<Step> {
    if let range { return try range.resolveForwards(in: session.scope) }
    let first = session.place(before: Self.around).step
    return first...max(first, session.place(after: Self.around).step)
  }
}

extension ActionsRequest.Part {
  /// For a program; `prints` says whether expressions were asked for, which are not known where the state is not.
  func json(prints: Bool = false) -> JSON {
    switch self {
    case .action(let action, let answers):
      return prints ? action.json + ["printed": answers?.map(\.json)] : action.json
    case .note(let note):
      return [
        "note": note.text, "step": note.step, "offset": note.offset,
        "time": Format.wallTime(nanoseconds: note.wallTime),
      ]
    case .gap(let gap): return gap.json
    }
  }
}

extension GapRecord {
  /// For a program.
  var json: JSON {
    [
      "gap": reason, "first": steps.lowerBound, "last": steps.upperBound, "detail": detail,
    ]
  }
}

extension ActionRecord {
  /// For a program. An action of a branch has its step in the recording; the outcome of its handling is not known.
  var json: JSON {
    let place: JSON = ["step": step]
    let call: JSON = [
      "offset": offset, "time": Format.wallTime(nanoseconds: wallTime), "type": type.name,
      "version": type.version, "payload": payload, "cause": cause,
    ]
    guard let origin else { return place + call + (outcome?.json ?? [:]) }
    return place + ["recorded": origin.action.step] + call + (outcome?.json ?? [:])
      + ["edited": origin.isMade && origin.action.step != nil]
  }
}

extension ActionRecord.Outcome {
  fileprivate var json: JSON {
    ["handled": isHandled, "changed": changed, "nanoseconds": nanoseconds]
  }
}

extension LogReader {
  /// The names of types of action that were given to `parameter`. Throws if the log has not one of them.
  func checked(_ types: [String], for parameter: String) throws(UsageError.Fact) -> Set<String> {
    let known = self.types.map(\.name)
    for type in types where !known.contains(type) {
      let suggestion = Suggestion.closest(to: type, in: known)
      throw .badValue(
        type, for: parameter, .unknown(kind: "type", suggestion: suggestion, known: known))
    }
    return Set(types)
  }
}
