import Foundation
import PlayheadFiles
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues

/// `shrink`: the shortest session that still gets there.
struct ShrinkCommand: Command {
  let apps: Apps

  let name = "shrink"
  let summary = "Makes a session as small as it can be while it still gets there."
  let details = [
    "Actions are left out, first families of actions that led to each other, then ever fewer of them, until no "
      + "single one can be left out, nor two of the last few; then what is in them becomes simpler. What is "
      + "written is a log at whose end the condition holds, the store traps, or replays differ; the log that it "
      + "is made from stays as it is.",
    "With '--diverges' the log is checked first, as 'check' does it. Then the processes that came to "
      + "different states play each smaller session, which is to differ in the same place of the state.",
    "Sessions are tried in another process, so that a store may trap in one, or never come to an end. Ctrl-C ends "
      + "the work, and the smallest session so far is written. Ends with 1 then, and if there is nothing to get to.",
    "What is left can be kept as a test by 'fixture add': at once where a condition holds, and once the store is "
      + "mended where it traps, as a test is replayed within its process. Where replays differ, 'check' of what is "
      + "left is the test.",
  ]

  let condition = Parameter.option(
    "where", value: "EXPR", .expression,
    "What is to hold at the end; 'help expressions' tells how it is written.")
  let crashes = Parameter.flag("crashes", "A store is to trap at the end, as it does in the log.")
  let diverges = Parameter.flag(
    "diverges", "Replays are to differ at the end; 'check' tells what that means.")
  let until = Parameter.option(
    "until", value: "STEP", .step, "Look for it up to this step; without it, to the end.")
  let patience = Parameter.option(
    "patience", value: "SECONDS", .patience,
    default: Int(SessionTrials.patience.components.seconds),
    "After how long a smaller session may be taken for one that never ends: at the earliest so, and 20 times as "
      + "long as the first one took. Usually 10.")
  let output = Parameter.requiredOption(
    "output", "-o", value: "OUT", .path, "The log to write; it must not exist yet.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, condition, crashes, diverges, until, patience, output]
      + ReadingParameters.declarations
  }

  let examples = [
    Example(
      "shrink s.playhead --where \"state('cart.total') < 0\" -o small.playhead",
      "the few actions that make a total fall below zero"),
    Example("shrink s.playhead --crashes -o small.playhead", "those at which the app crashes"),
    Example(
      "shrink s.playhead --diverges -o small.playhead", "those that lead elsewhere each time"),
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    guard given[output] != "-" else { throw CommandFailure.streamOutput }
    let goal = try goal(of: given)
    // Before all the work.
    try OutputFile.makeSure(of: given[output])
    let reading = try given.reading()
    let log = try LogReader.open(given[LogParameters.log], console)
    var hints: [String] = []
    let shrunk = try apps.replay(log, reading, console) { replay in
      do {
        let trials = ShrinkTrials(
          replay, reading, upTo: try given[until]?.resolve(in: log.scope), patience: given[patience]
        )
        guard let shrinker = try trials.shrinker(goal, apps, console) else {
          hints = goal.hints(from: replay)
          return nil as ShrinkReport?
        }
        return try shrink(shrinker, trials, goal, replay, given, console)
      } catch let error as WorkerError {
        throw error.failure(of: log)
      }
    }
    guard let report = shrunk.answer else {
      try tellOfNone(goal, hints, log, given, console)
      return .badAnswer
    }
    try console.show(report)
    return log.exitCode.worse(shrunk.exitCode).worse(report.isSmallest ? .good : .badAnswer)
  }

  private func goal(of given: Given) throws -> ShrinkGoal {
    let goals = [
      given[condition].map { ("--where", ShrinkGoal.holds($0)) },
      given[crashes] ? ("--crashes", .crashes) : nil,
      given[diverges] ? ("--diverges", .diverges) : nil,
    ].compactMap(\.self)
    guard let first = goals.first else {
      throw UsageError.Fact.missing("--where EXPR, --crashes or --diverges")
    }
    if goals.count > 1 { throw UsageError.Fact.conflict(first.0, goals[1].0) }
    return first.1
  }

  private func shrink(
    _ shrinker: Shrinker, _ trials: ShrinkTrials, _ goal: ShrinkGoal, _ replay: Replay,
    _ given: Given, _ console: Console
  ) throws -> ShrinkReport {
    // Nobody looks at the flag while a session is played, which may never end. It is up to the end of the work that
    // somebody who is impatient leaves no half a log.
    let interrupts = InterruptFlag { [register = trials.register] in register.close() }
    console.terminal.raiseWhenInterrupted(interrupts)
    defer { console.terminal.raiseWhenInterrupted(nil) }
    let isSmallest = try shrink(shrinker, interrupts, of: replay.log, console)
    do {
      try save(shrinker.best, goal, replay, to: given[output])
    } catch {
      // All the work would be lost.
      try console.show(shrinker.best)
      throw error
    }
    return ShrinkReport(
      shrinker, goal, isSmallest: isSmallest, log: try LogReader(path: given[output]))
  }

  private func save(
    _ session: ShrunkSession, _ goal: ShrinkGoal, _ replay: Replay, to path: String
  ) throws {
    try session.branch(of: replay).save(
      to: path, digests: .every(session.steps.count <= Self.short ? 1 : 4_096),
      // What the condition asks of times is to stay as it is.
      longestGap: goal.asksForTime ? nil : Self.longestGap, endsInTrap: goal.isCrash)
  }

  /// A session of so many actions is kept to be compared at each; of a long one that was stopped, digests of all
  /// states would take longer than the work.
  private static let short = 256
  /// Nobody waits longer than this for the next action of a session that is looked at.
  private static let longestGap = Duration.seconds(1)

  /// Shrinks until it is done or somebody stops it; says whether it is done.
  private func shrink(
    _ shrinker: Shrinker, _ interrupts: InterruptFlag, of log: LogReader, _ console: Console
  ) throws -> Bool {
    let count = UInt64(shrinker.firstCount)
    let progress = Progress("shrinking", of: count, on: console)
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
      // Whatever it was, what was found is kept.
      if !interrupts.isRaised {
        try console.printError("warning: \(sentence(of: error.failure(of: log)))")
      }
      return false
    }
  }

  private func tellOfNone(
    _ goal: ShrinkGoal, _ hints: [String], _ log: LogReader, _ given: Given, _ console: Console
  ) throws {
    let place = given[until] == nil ? "" : " up to there"
    try console.show(["log": .null]) {
      try console.print("\(goal.missing) in '\(log.name)'\(place)")
      for hint in hints { try console.print("  \(hint)") }
    }
  }
}
