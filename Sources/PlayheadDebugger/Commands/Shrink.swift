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
    let context = try CommandContext(arguments, apps, console)
    let (log, decoding) = (context.log, context.decoding)
    // Until the search begins, which writes what it has.
    console.terminal.whenInterrupted { "stopped: '\(path)' was not written" }
    defer { console.terminal.whenInterrupted(nil) }
    var hints: [String] = []
    let shrunk = try context.inspecting { inspector in
      do {
        let trials = ShrinkTrials(
          inspector, decoding, upTo: try arguments[until]?.resolve(in: log.scope),
          leastLimit: arguments[patience])
        guard let shrinker = try trials.shrinker(goal, console, hints: &hints) else {
          return nil as ShrinkReport?
        }
        return try shrink(shrinker, trials, goal, inspector, to: path, console)
      } catch let error as WorkerError {
        throw error.failure(of: log)
      }
    }
    guard let report = shrunk else {
      let place = try arguments[until].map { " up to step \(try $0.resolve(in: log.scope))" } ?? ""
      try console.show(["log": JSON.null]) {
        try console.printSentence("\(goal.missing) in '\(log.name)'\(place)")
        for hint in hints { try console.printSentence("  \(hint)") }
      }
      return .badAnswer
    }
    let page = FailurePage {
      guard arguments[self.page] else { return nil }
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
      return try FailurePages(in: String(folder), apps, console)
        .write(report.failure, of: report.log, decoding)
    }
    try console.show(report.json.adding("page", ifAny: page.path)) {
      try report.print(on: console)
      for hint in hints { try console.print("\n\(hint)") }
    }
    try page.show(on: console)
    // That states are not the recorded ones is what the session is made smaller for.
    if case .diverges = goal { context.mayBeWrong = false }
    return context.exitCode.worse(report.isSmallest ? .good : .badAnswer)
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

  private func shrink(
    _ shrinker: Shrinker, _ trials: ShrinkTrials, _ goal: ShrinkGoal, _ inspector: Inspector,
    to path: String, _ console: Console
  ) throws -> ShrinkReport {
    // A replay may never end, and does not check the flag. Closing the register kills its process.
    let interrupts = InterruptFlag { [register = trials.register] in register.close() }
    console.terminal.raiseWhenInterrupted(interrupts)
    defer { console.terminal.raiseWhenInterrupted(nil) }
    let isSmallest = try shrink(shrinker, interrupts, of: inspector.recording, console)
    do {
      try save(shrinker.best, goal, inspector, to: path)
    } catch {
      // Shows the result, which would be lost otherwise.
      try console.show(shrinker.best)
      throw error
    }
    let log = try LogReader(path: path)
    let crash = goal.isCrash ? try trials.crash(atEndOf: log, console) : nil
    return ShrinkReport(shrinker, goal, isSmallest: isSmallest, log: log, crash: crash)
  }

  private func save(
    _ session: ShrunkSession, _ goal: ShrinkGoal, _ inspector: Inspector, to path: String
  ) throws {
    let request = SaveSessionRequest(
      session, to: path, digestEvery: session.steps.count <= Self.short ? 1 : 4_096,
      // Keeps the times if the condition depends on them.
      longestGap: goal.asksForTime ? nil : Self.longestGap, endsInTrap: goal.isCrash)
    _ = try inspector.ask(request)
  }

  /// In sessions of up to this many actions, each action has a digest of its state. In a long session, which
  /// was stopped early, digests would take longer than the shrinking.
  private static let short = 256
  /// The longest pause between two actions of the new log.
  private static let longestGap = Duration.seconds(1)

  /// Shrinks until the session cannot get smaller, or until Ctrl-C. Returns `false` after Ctrl-C or an error.
  private func shrink(
    _ shrinker: Shrinker, _ interrupts: InterruptFlag, of log: LogReader, _ console: Console
  ) throws -> Bool {
    let count = UInt64(shrinker.firstCount)
    let progress = Progress("shrinking", of: count, .actions, on: console)
    defer { progress.finish() }
    shrinker.onTrial = { [unowned shrinker] in
      progress.advance(to: count - UInt64(shrinker.best.steps.count))
      try interrupts.check()
    }
    do {
      try shrinker.run()
      return true
    } catch is Interruption {
      return false
    } catch let error as WorkerError {
      // Keeps the smallest session so far.
      if !interrupts.isRaised {
        try console.printError("warning: \(sentence(of: error.failure(of: log)))")
      }
      return false
    }
  }
}
