import Foundation
import PlayheadInspector
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import PlayheadPage

struct ShrinkCommand: Command {
  let apps: Apps

  let name = "shrink"
  let summary = "Makes a session as small as possible while it still ends the same way."
  let details = [
    "Leaves out actions, first whole families of actions that caused each other, then smaller "
      + "groups, until no single action and no two of the last few can be left out. Then it makes "
      + "payloads simpler. The new log ends where the condition holds, the store crashes, or replays "
      + "differ. The original log stays as it is.",
    "'--diverges' checks the log first, as 'check' does. Then the processes with different states "
      + "replay each smaller session, which must differ at the same path.",
    "Sessions are tried in another process, so that a store may crash or never end. Ctrl-C stops the "
      + "search and writes the smallest session so far. Ends with 1 after Ctrl-C, and if the session "
      + "does not end that way.",
    "Keep the new log as a test with 'fixture add': at once for a condition; for a crash after the "
      + "store is fixed, because a crash would end the test's process. If replays differ, 'check' of the "
      + "new log is the test.",
  ]

  let log = LogParameters.log
  let condition = Parameter.option(
    "where", value: "EXPR", .expression,
    "The condition that holds at the end; 'help expressions' explains how to write it.")
  let crashes = Parameter.flag(
    "crashes",
    "A store crashes at the end, as in the log.")
  let diverges = Parameter.flag(
    "diverges",
    "Replays differ at the end, as in 'check'.")
  let until = Parameter.option(
    "until", value: "STEP", .step,
    "Look for the end up to this step; by default, in the whole log.")
  let patience = Parameter.option(
    "patience", value: "SECONDS", .seconds, default: SessionTrials.leastLimit,
    "How many seconds a smaller session may take before it counts as never ending, 10 by default; the "
      + "limit is always at least 20 times as long as the first session took.")
  let output = LogParameters.output
  let page = Parameter.flag(
    "page", "Write the smaller session also as a page beside it, which opens at its end.")
  let decoding = ReadingParameters.decoding

  let examples = [
    Example(
      "shrink s.playhead --where \"state('cart.total') < 0\" -o small.playhead",
      "the few actions that make a total fall below zero"),
    Example("shrink s.playhead --crashes -o small.playhead", "the few actions that crash the app"),
    Example(
      "shrink s.playhead --diverges -o small.playhead", "the few actions whose replays differ"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let path = try arguments.outputPath()
    let goal = try goal(of: arguments)
    // Checks the path before the long work.
    try OutputFile.makeSure(of: path)
    let interrupts = InterruptFlag()
    let context = try CommandContext(arguments, apps, console, interrupts)
    let log = context.recording
    let request = ShrinkRequest(
      to: goal, upTo: try arguments[until]?.resolve(in: log.scope), leastLimit: arguments[patience])
    let answer = try context.inspecting {
      try ask(request, $0, interrupts, console, stopped: "stopped: '\(path)' was not written")
    }
    interrupts.lower()
    let hints =
      answer.unresolvedNames.map { "\($0)" }
      + (answer.holdsBefore
        ? ["the condition also holds before the first action; is it right?"] : [])
    guard let smallest = answer.smallest else {
      let place = try arguments[until].map { " up to step \(try $0.resolve(in: log.scope))" } ?? ""
      try console.show(NoSession()) {
        try console.printSentence("\(goal.missing) in '\(log.name)'\(place)")
        for hint in hints { try console.printSentence("  \(hint)") }
      }
      return .badAnswer
    }
    if let failure = smallest.failure {
      try console.printError("warning: \(styledSentence(of: log.failure(failure)))")
    }
    let report = try context.inspecting { try save(smallest, goal, $0, to: path, console) }
    let page = FailurePage {
      guard arguments[self.page] else { return nil }
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
      return try FailurePages(in: String(folder), apps, console)
        .write(report.failure, of: report.log, context.decoding)
    }
    try console.show(ShrinkAnswer(report, page: page.path)) {
      try report.print(on: console)
      for hint in hints { try console.print("\n\(hint)") }
    }
    try page.show(on: console)
    // That states are not the recorded ones is what the session is made smaller for.
    if case .diverges = goal { context.mayBeWrong = false }
    return context.exitCode.worse(smallest.isSmallest ? .good : .badAnswer)
  }

  private func goal(of arguments: ParsedArguments) throws -> ShrinkGoal {
    let goals = [
      arguments[condition].map { ("--where", ShrinkGoal.holds($0)) },
      arguments[crashes] ? ("--crashes", .crashes) : nil,
      arguments[diverges] ? ("--diverges", .diverges) : nil,
    ].compactMap(\.self)
    guard let first = goals.first else {
      throw UsageError.Fact.missing("--where EXPR, --crashes or --diverges")
    }
    if goals.count > 1 { throw UsageError.Fact.conflict(first.0, goals[1].0) }
    return first.1
  }

  /// Asks for a smaller session. Ctrl-C ends the program with the sentence `stopped`, and the search with the smallest
  /// session so far.
  private func ask(
    _ request: ShrinkRequest, _ inspector: Inspector, _ interrupts: InterruptFlag,
    _ console: Console, stopped: String
  ) throws -> ShrinkRequest.Answer {
    console.terminal.whenInterrupted { stopped }
    defer { console.terminal.whenInterrupted(nil) }
    let show = inspector.onEvent
    var isSearching = false
    inspector.onEvent = { event in
      if case .progress(let progress) = event, progress.work == .shrinking, !isSearching {
        isSearching = true
        console.terminal.raiseWhenInterrupted(interrupts)
      }
      try interrupts.check()
      try show(event)
    }
    return try inspector.ask(request)
  }

  private func save(
    _ smallest: ShrinkRequest.Smallest, _ goal: ShrinkGoal, _ inspector: Inspector,
    to path: String, _ console: Console
  ) throws -> ShrinkReport {
    let session = smallest.session
    let request = SaveSessionRequest(session, to: path, with: goal)
    do {
      _ = try inspector.ask(request)
    } catch {
      try show(session, on: console)
      throw error
    }
    let log = try LogReader(path: path)
    return ShrinkReport(
      smallest: smallest, goal: goal, log: log,
      crash: goal.isCrash ? try crash(of: smallest, in: log, inspector) : nil)
  }

  /// The crash at the end of the new log.
  private func crash(
    of smallest: ShrinkRequest.Smallest, in log: LogReader, _ inspector: Inspector
  ) throws -> KnownCrash? {
    guard var crash = smallest.crash, crash.location?.line != nil else {
      return try inspector.other(log)?.ask(FinalCrashRequest())
    }
    // Its steps have new numbers.
    crash.step = log.lastStep
    return crash
  }

  /// Shows a session that could not be written, which would be lost otherwise: its steps and its simplified payloads.
  private func show(_ session: ShrunkSession, on console: Console) throws {
    let payloads = session.payloads.sorted { $0.key < $1.key }
    let answer = UnsavedSession(
      steps: session.steps, payloads: payloads.map { .init(step: $0.key, payload: $0.value) })
    try console.show(answer) {
      try console.print("not written: \(session.steps.map(\.description).joined(separator: " "))")
      for (step, payload) in payloads {
        try console.print("  step \(step) with \(payload.json)")
      }
    }
  }
}

extension ShrinkGoal {
  /// The sentence about the last step.
  fileprivate var end: String {
    switch self {
    case .holds(let condition): "'\(condition.text)' is true here"
    case .crashes: "a store crashes here"
    case .diverges: "replays differ here"
    }
  }

  /// What to do next with the smaller session, with commands.
  func nextCommands(with log: String) -> [(purpose: String, command: String)] {
    let log = log.inShell
    let adding = "\(toolName) fixture add \(log) --name NAME"
    let keeping =
      switch self {
      case .holds(let condition):
        (
          "to keep it as a test",
          "\(adding) --always \("not (\(condition.text))".inShell) --as-test"
        )
      case .crashes: ("to keep it as a fixture, which fails until the store is fixed", adding)
      case .diverges: ("to see whether replays still differ", "\(toolName) check \(log)")
      }
    return [("to step through it", "\(toolName) debug \(log)"), keeping]
  }
}

/// The result of `shrink`.
struct ShrinkReport {
  let smallest: ShrinkRequest.Smallest
  let goal: ShrinkGoal
  /// The smaller session.
  let log: LogReader
  /// The crash at its end, if it ends in one.
  let crash: KnownCrash?

  fileprivate var lastType: ActionType? { try? log.entry(at: log.lastStep).type }

  /// The end of the session, for a page.
  var failure: SessionPage.Failure {
    .init(at: log.lastStep, crash?.sentence(lastType) ?? goal.end)
  }

  func print(on console: Console) throws {
    let lines = try ActionLine(log, upTo: log.lastStep)
    try log.forEachEntry(in: log.firstStep...log.lastStep) {
      try console.print(lines.text(of: ActionRecord($0, of: log)))
    }
    if let crash { try console.printSentence(crash.sentence(lastType)) }
    let doubt =
      smallest.isSmallest ? "" : ", perhaps not the fewest, because the search was stopped"
    try console.print(
      StyledText(
        "\(Format.count(log.actionCount)) of the \(Format.count(smallest.firstCount, "action")) up to step "
          + "\(smallest.end)\(doubt); tried \(Format.count(smallest.trialCount, "session")), played "
          + Format.count(smallest.playedCount, "action"), .dim))
    for (purpose, command) in goal.nextCommands(with: log.name) {
      try console.print("\n\(purpose):\n  \(command)")
    }
  }
}

private struct ShrinkAnswer: Encodable {
  let log: String
  let from: Int
  let actions: Int
  let isSmallest: Bool
  let steps: [Step]
  let trials: Int
  let played: UInt64
  @IfPresent var crash: CrashAnswer?
  @IfPresent var page: String?

  init(_ report: ShrinkReport, page: String?) {
    let smallest = report.smallest
    (log, from, actions) = (report.log.name, smallest.firstCount, report.log.actionCount)
    (isSmallest, steps) = (smallest.isSmallest, smallest.session.steps)
    (trials, played) = (smallest.trialCount, smallest.playedCount)
    crash = report.crash.map { CrashAnswer($0, report.lastType) }
    self.page = page
  }
}

/// The answer if the session does not end in that way.
private struct NoSession: Encodable {
  let log: String? = nil
}

/// A smaller session that could not be written.
private struct UnsavedSession: Encodable {
  struct Payload: Encodable {
    let step: Step
    let payload: Value
  }

  let log: String? = nil
  let steps: [Step]
  let payloads: [Payload]
}
