import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

struct LogCommand: SharedCommand {
  let name = "log"
  let aliases = ["l"]
  let summary = "Lists the actions of a log."
  let details = [
    "A line per action: its step, the time since the start, its type, its payload, shortened, the step that "
      + "caused it (←) and the stores that it changed (→). Notes of the app, stores that it added or removed, and gaps appear between them. In 'debug', "
      + "'*' marks the current action, and a list without a range has the actions around it, unless it searches.",
    "'--where' lists only the actions where a condition holds; '--print' adds the value of an expression "
      + "to each line. Write both in double quotes. Expressions that use states need the app's stores and replay the log.",
    "A PATH after '--' lists only the actions that changed the value at this path, with the old and the new "
      + "value. An element that moves in a list changes both places; 'history' follows the element instead. This needs "
      + "the app's stores, and so does '-p', which shows what each action changed.",
    "'--contains' lists only the actions that changed a name, a key or a string with this text, or another value that "
      + "is written so, with the first of those changes.",
    "Ends with 1 if no action meets the conditions.",
    "'--follow', not in 'debug', also waits for a log or a step that does not exist yet. It ends with 1 if "
      + "the log is removed or replaced.",
  ]

  let range = Parameter.optionalArgument(
    "A..B", .stepRange,
    "Only these steps, or '-N' for the last N actions; 'help steps' explains how to write steps.")
  let path = Parameter.argumentAfterDashes(
    "PATH", .place, "Only actions that changed the value at this path of the state.")
  let types = Parameter.options(
    "type", "-t", value: "T", .text(completedAs: .actionType),
    "Only actions of this type; can be repeated.")
  let condition = Parameter.option(
    "where", value: "EXPR", .expression,
    "Only actions where this condition holds; 'help expressions' explains how to write it.")
  let text = Parameter.option(
    "contains", value: "TEXT", .text,
    "Only actions that changed a key or a value with this text, anywhere in the state.")
  let printed = Parameter.options(
    "print", value: "EXPR", .expression,
    "Add the value of this expression to every line; can be repeated.")
  let patch = Parameter.flag("patch", short: "-p", "Show the changes below each action.")
  let clock = Parameter.flag(
    "clock",
    "Show the time of day, in this machine's time zone, instead of the time since the start.")
  let limit = Parameter.option(
    "limit", "-n", value: "N", .count, "Only the first N of these actions.")
  static let follow = Parameter.flag(
    "follow", "Keep listing new actions until the app closes the log or stops.")
  /// A list may stand for it.
  static let optionalLog = Parameter.optionalArgument(
    LogParameters.log.spec.name, .path.completed(as: .log), LogParameters.log.spec.help)
  var shellLog: any ParameterDeclaration { Self.optionalLog }
  var shellParameters: [any ParameterDeclaration] { [Self.follow] + ListParameters.declarations }

  let examples = [
    Example("log 100..110", "eleven actions"),
    Example("log -5", "the last five actions"),
    Example("log +60s.. -t Undo", "what was undone after the first minute"),
    Example(
      "log --where \"payload->>'count' > 100\" --print \"state('document.words')\"",
      "large deletions, with the number of words after each"),
    Example("log 50%.. -- cart.total", "what changed the total in the second half"),
    Example("log --contains A-7", "what touched this article, wherever it is in the state"),
    Example("log end.. --follow", "what a running app does"),
  ]

  func words(of text: Substring) -> [String] { LineWords.splitUnquoted(text) }

  func answer(_ arguments: ParsedArguments, in context: CommandContext) throws {
    if arguments[path] != nil, arguments[text] != nil {
      throw UsageError.Fact.conflict("--contains", "-- PATH")
    }
    let all = StepRangeExpression(from: nil, to: nil)
    let log = context.log
    var request = ActionsRequest(
      in: try (arguments[range] ?? all).listed(of: log, in: context.scope),
      types: Set(try log.checked(arguments[types], for: types.spec.name)),
      where: arguments[condition], printing: arguments[printed], changing: arguments[path],
      containing: arguments[text], withChanges: arguments[path] != nil || arguments[patch],
      limit: arguments[limit])
    // What is searched for may be anywhere.
    if arguments[range] == nil, !request.isSelective, let near = context.neighborhood {
      request.steps = near
    }
    let why = try context.list(
      request, withPatch: arguments[patch], withClock: arguments[clock])
    if let why { try context.console.inText { try context.say("\(why)", nil) } }
  }

  func run(_ arguments: ParsedArguments, _ apps: Apps, _ console: Console) throws -> ExitCode {
    if arguments[ListParameters.list] != nil { return try count(arguments, apps, console) }
    if arguments[Self.optionalLog] == nil {
      throw UsageError.Fact.missing(LogParameters.log.spec.name)
    }
    try arguments.refuseListOptions()
    if arguments[Self.follow] { return try self.follow(arguments, apps, console) }
    let context = try CommandContext(arguments, apps, console)
    try answer(arguments, in: context)
    return context.exitCode
  }

  /// Counts the actions that meet the conditions, in each log of a list.
  private func count(
    _ arguments: ParsedArguments, _ apps: Apps, _ console: Console
  ) throws -> ExitCode {
    if let log = arguments[Self.optionalLog] {
      throw UsageError.Fact.conflict(log, ListParameters.list.spec.name)
    }
    let others: [(isGiven: Bool, name: String)] = [
      (arguments[range] != nil, "A..B"), (arguments[path] != nil, "-- PATH"),
      (arguments[text] != nil, "--contains"), (!arguments[printed].isEmpty, "--print"),
      (arguments[patch], "--patch"), (arguments[clock], "--clock"),
      (arguments[limit] != nil, "--limit"), (arguments[Self.follow], "--follow"),
    ]
    if let other = others.first(where: \.isGiven) {
      throw UsageError.Fact.conflict(other.name, ListParameters.list.spec.name)
    }
    let (condition, types) = (arguments[condition], Set(arguments[types]))
    if condition == nil, types.isEmpty { throw UsageError.Fact.missing(self.condition.spec.label) }
    let options =
      types.sorted().map { "--type \($0)" }
      + [condition.map { "--where \($0.text)" }]
      .compactMap(\.self)
    let decoding = try arguments.decoding()
    let run = try CorpusRun(name, options: options, arguments, console)
    return try run?.run { log, connection, onSteps in
      let request = ActionsRequest(
        // A log need not have all types.
        types: Set(types.flatMap { (try? log.checked([$0], for: "--type")) ?? [] }),
        where: condition)
      var finding = CorpusFinding(outcome: .bad, count: 0)
      guard types.isEmpty || !request.types.isEmpty else { return finding }
      let inspector =
        request.needsStores
        ? try apps.inspector(of: log, at: connection, decoding) : Inspector(log)
      inspector.onEvent = { if case .progress(let progress) = $0 { onSteps(progress.done) } }
      _ = try inspector.ask(request) { part in
        guard case .action(let action, _, _) = part else { return }
        finding.outcome = .good
        finding.step = finding.step ?? action.step
        finding.count = (finding.count ?? 0) + 1
      }
      return finding
    } ?? .good
  }

  private func follow(
    _ arguments: ParsedArguments, _ apps: Apps, _ console: Console
  ) throws -> ExitCode {
    let file = arguments[LogParameters.log]
    if file == "-" { throw UsageError.Fact.conflict("-", "--follow") }
    if arguments[path] != nil { throw UsageError.Fact.conflict("-- PATH", "--follow") }
    if arguments[text] != nil {
      throw UsageError.Fact.conflict("--contains", "--follow")
    }
    let range = arguments[range]
    let first =
      range?.lastCount.map { StepExpression.beforeEnd($0 > 0 ? $0 - 1 : 0) } ?? range?.from
    if range?.to != nil, range?.lastCount == nil {
      throw UsageError.Fact.conflict("--follow", "..B")
    }
    let printed = arguments[printed]
    var request = ActionsRequest(
      types: Set(arguments[types]), where: arguments[condition], printing: printed,
      limit: arguments[limit])
    if request.needsStores { throw UsageError.Fact.needsStates(option: "--follow") }
    request.withChanges = arguments[patch]
    console.linesLeft = nil
    // Ctrl-C is the usual end of this command.
    console.terminal.whenInterrupted({ "" }, code: .good)
    defer { console.terminal.whenInterrupted(nil) }
    let decoding = try arguments.decoding()
    let connection = arguments[patch] ? apps.connection(console) : nil
    var line: ActionLine?
    var follower = LogFollower(file, from: first, request) { log in
      let new = try ActionLine(log, upTo: log.lastStep, asWideAs: line)
      line = arguments[clock] ? new.withClock(log) : new
      return arguments[patch]
        ? try apps.inspector(of: log, at: connection, decoding) : Inspector(log)
    }
    let log = try follower.run(console) { part in
      guard let line else { return }
      try console.show(part.json(prints: !printed.isEmpty)) {
        try console.printEntry(
          line.text(of: part, printing: printed, within: console.entryWidth))
        try console.printPatch(of: part)
      }
    }
    try log.warn(on: console)
    return log.exitCode
  }
}

extension ActionsRequest {
  /// The sentence if no action was found.
  fileprivate var nothingFound: String {
    let types = types.sorted().map { "'\($0)'" }.joined(separator: " or ")
    let words = [
      "no action", types.isEmpty ? nil : "of type \(types)",
      path.map { "changes '\($0)'" }, text.map { "changes a key or a value with '\($0)'" },
      condition.map { "meets '\($0.text)'" },
    ]
    return words.compactMap(\.self).joined(separator: " ") + (steps.map { " in \($0.words)" } ?? "")
  }

  /// Whether the request filters actions, so that it may find none.
  fileprivate var isSelective: Bool {
    !types.isEmpty || path != nil || text != nil || condition != nil
  }
}

extension CommandContext {
  /// Shows a line per action, and with `withPatch` its changes. Returns why there is nothing to show, if so. Throws
  /// ``CommandFailure/noneFound(_:_:)`` if `request` filters actions and found none.
  fileprivate func list(
    _ request: ActionsRequest, withPatch: Bool, withClock: Bool
  ) throws -> String? {
    var line = try actionLine(upTo: request.steps?.upperBound ?? log.lastStep)
    if withClock { line = line.withClock(log) }
    let expressions = request.expressions
    let path = withPatch ? nil : request.path
    let searched = withPatch ? nil : request.text
    var isFound = !request.isSelective
    var isEmpty = true
    let answer = try ask(request) { item in
      isEmpty = false
      isFound = isFound || item.action != nil
      try console.show(item.json(prints: !expressions.isEmpty)) {
        let margin = margin(of: item.action?.step)
        let text = line.text(
          of: item, changing: path, containing: searched, printing: expressions,
          within: console.entryWidth.map { $0 - margin.columns })
        try console.printEntry(margin + text)
        if withPatch { try console.printPatch(of: item, at: request.path) }
      }
    }
    guard isFound else {
      throw CommandFailure.noneFound(
        request.nothingFound + log.missingText(in: request.steps), answer.unresolvedNames)
    }
    guard isEmpty else { return nil }
    return (log.actionCount == 0 ? "'\(log.name)' has no actions" : request.nothingFound)
      + log.missingText(in: request.steps)
  }
}

extension Console {
  /// Shows the changes of an action below its line.
  fileprivate func printPatch(of item: ActionsRequest.Part, at path: StatePath? = nil) throws {
    guard case .action(_, _, let changes?) = item, !changes.isEmpty else { return }
    let text = changes.text(.folded(width: width - 4).at(path ?? StatePath()))
    for line in text.lines { try print("    " + line) }
    try print("")
  }
}

extension ActionsRequest.Part {
  var action: ActionRecord? {
    if case .action(let action, _, _) = self { action } else { nil }
  }

  /// The part as JSON. If `prints`, an action has the values of expressions, which are null if the state is unknown.
  func json(prints: Bool = false) throws -> JSON {
    switch self {
    case .action(let action, let answers, let changes):
      let found = ActionFindings(
        printed: prints ? .some(answers) : nil, changes: try changes.map { try JSON($0) })
      return try JSON(Joined(action, found))
    case .note(let note): return try JSON(note)
    case .gap(let gap): return try JSON(gap)
    case .resumption(let resumption): return try JSON(resumption)
    case .stores(let change): return try JSON(change)
    case .unshown(let state): return try JSON(state)
    }
  }
}

/// What a list has beside an action: the values of expressions, and the changes.
struct ActionFindings: Encodable {
  @IfPresent var printed: [PlayheadReplay.Answer]?? = nil
  @IfPresent var changes: JSON? = nil
}

extension ActionSource {
  /// The log's names of the action types given to `parameter`, sorted. A type may lack its module and its store, and an
  /// enum stands for all its cases. Throws if the log does not have one of them, or if two modules do.
  func checked(_ types: [String], for parameter: String) throws(UsageError.Fact) -> [String] {
    let known = self.types.map(\.name)
    var found: Set<String> = []
    for type in types {
      let short = known.filter { $0.hasSuffix(".\(type)") || $0.hasSuffix("/\(type)") }
      let cases = known.filter { ".\($0)".contains(".\(type).") }
      if known.contains(type) {
        found.insert(type)
      } else if Set(short.map { ActionType(name: $0).parts.type }).count == 1 {
        found.formUnion(short)
      } else if short.isEmpty, !cases.isEmpty {
        found.formUnion(cases)
      } else if !short.isEmpty {
        throw .badValue(
          type, for: parameter,
          .sentence("several types are called '\(type)': \(short.quotedList); name one of them"))
      } else {
        let suggestion =
          Suggestion.closest(to: type, in: known)
          ?? Suggestion.closest(to: type, in: known.map { $0.dropping(prefix: sharedModule) })
        throw .badValue(
          type, for: parameter, .unknown(kind: "type", suggestion: suggestion, known: known))
      }
    }
    return found.sorted()
  }
}
