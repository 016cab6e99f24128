import Foundation
import PlayheadInspector
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues

/// `shrink`: finds the shortest session that still ends in the same way.
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
  let page = Parameter.flag(
    "page", "Write the smaller session also as a page beside it, which opens at its end.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, condition, crashes, diverges, until, patience, LogParameters.output, page]
      + ReadingParameters.decoding
  }

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
    let log = context.log
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
      try console.show(["log": JSON.null]) {
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
    try console.show(report.json.adding("page", ifAny: page.path)) {
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
    let request = SaveSessionRequest(
      session, to: path, digestEvery: session.steps.count <= Self.short ? 1 : 4_096,
      // Keeps the times if the condition depends on them.
      longestGap: goal.asksForTime ? nil : Self.longestGap, endsInTrap: goal.isCrash)
    do {
      _ = try inspector.ask(request)
    } catch {
      // Shows the result, which would be lost otherwise.
      try console.show(session)
      throw error
    }
    let log = try LogReader(path: path)
    let crash = goal.isCrash ? try inspector.other(log)?.ask(FinalCrashRequest()) : nil
    return ShrinkReport(smallest, goal, log: log, crash: crash)
  }

  /// In sessions of up to this many actions, each action has a digest of its state. In a long session, which
  /// was stopped early, digests would take longer than the shrinking.
  private static let short = 256
  /// The longest pause between two actions of the new log.
  private static let longestGap = Duration.seconds(1)
}
