import Foundation
import PlayheadCoding
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay

/// `shrink`: the shortest session that still gets there.
struct ShrinkCommand: Command {
  let apps: Apps

  let name = "shrink"
  let summary = "Makes a session as small as it can be while it still gets there."
  let details = [
    "Actions are left out, first families of actions that led to each other, then ever fewer of them, until no "
      + "single one can be left out, nor two of the last few; then what is in them becomes simpler. What is "
      + "written is a log at whose end the condition holds, or the store traps; the log that it is made from "
      + "stays as it is.",
    "Sessions are tried in another process, so that a store may trap in one. Ctrl-C ends the work, and the "
      + "smallest session so far is written. Ends with 1 then, and if there is nothing to get to.",
  ]

  let condition = Parameter.option(
    "where", value: "EXPR", .expression,
    "What is to hold at the end; 'help expressions' tells how it is written.")
  let crashes = Parameter.flag("crashes", "A store is to trap at the end, as it does in the log.")
  let until = Parameter.option(
    "until", value: "STEP", .step, "Look for it up to this step; without it, to the end.")
  let output = Parameter.requiredOption(
    "output", "-o", value: "OUT", .path, "The log to write; it must not exist yet.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, condition, crashes, until, output] + ReadingParameters.declarations
  }

  let examples = [
    Example(
      "shrink s.playhead --where \"state('cart.total') < 0\" -o small.playhead",
      "the few actions that make a total fall below zero"),
    Example("shrink s.playhead --crashes -o small.playhead", "those at which the app crashes"),
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    guard given[output] != "-" else { throw CommandFailure.streamOutput }
    switch (given[condition], given[crashes]) {
    case (nil, false): throw UsageError.Fact.missing("--where EXPR or --crashes")
    case (_?, true): throw UsageError.Fact.conflict("--where", "--crashes")
    default: break
    }
    // Before all the work.
    if FileManager.default.fileExists(atPath: given[output]) {
      throw LogError.exists(path: given[output])
    }
    let reading = try given.reading()
    let log = try LogReader.open(given[LogParameters.log], console)
    let shrunk = try apps.replay(log, reading, console) { replay in
      do {
        return try shrink(replay, reading, given, console)
      } catch let error as WitnessError {
        throw error.failure(of: log)
      }
    }
    guard let report = shrunk.value else {
      try tellOfNone(log, given, console)
      return .badAnswer
    }
    try given.wantsJSON ? console.print(report.json) : report.show(on: console)
    return log.exitCode.worse(shrunk.exitCode).worse(report.isSmallest ? .good : .badAnswer)
  }

  /// Nil if there is nothing to get to.
  private func shrink(
    _ replay: Replay, _ reading: Reading, _ given: Given, _ console: Console
  ) throws -> ShrinkReport? {
    guard let shrinker = try shrinker(replay, reading, given, console) else { return nil }
    let isSmallest = try shrink(shrinker, of: replay.log, console)
    // What the condition asks of times is to stay as it is.
    let asksForTime = given[condition]?.columns.contains(.time) ?? false
    let isShort = shrinker.best.steps.count <= Self.short
    try shrinker.best.branch(of: replay).save(
      to: given[output], digests: .every(isShort ? 1 : 4_096),
      longestGap: asksForTime ? nil : Self.longestGap,
      endsInTrap: given[crashes])
    return ShrinkReport(
      shrinker, isSmallest: isSmallest, log: try LogReader(path: given[output]))
  }

  /// A session of so many actions is kept to be compared at each; of a long one that was stopped, digests of all
  /// states would take longer than the work.
  private static let short = 256
  /// Nobody waits longer than this for the next action of a session that is looked at.
  private static let longestGap = Duration.seconds(1)

  private func shrinker(
    _ replay: Replay, _ reading: Reading, _ given: Given, _ console: Console
  ) throws -> Shrinker? {
    let task = WitnessTask(replay.log.name, reading: reading)
    let witness = try witness(of: replay.log, console)
    let end = try given[until]?.resolve(in: replay.log.scope)
    if let condition = given[condition] {
      return try Shrinker(replay, until: condition, upTo: end) { run in
        guard let witness else { return try Shrinker.judge(replay, in: run, condition) }
        return WitnessJudge(
          witness, replay.log, ShrinkTask(task, run: run, condition: condition.text))
      }
    }
    guard let witness, let app = apps.recorder(of: replay.log) else {
      throw CommandFailure.noWitness(log: replay.log.name)
    }
    return try Shrinker(crashOf: replay.log, DispatcherPlayer(app), witness, task, upTo: end)
  }

  /// Another process, where there can be one.
  private func witness(of log: LogReader, _ console: Console) throws -> WitnessProcess? {
    guard log.hasFile, let program = console.terminal.programFile else { return nil }
    return try? WitnessProcess(program, ProcessSetting(.usual, faketime: nil))
  }

  /// Shrinks until it is done or somebody stops it; says whether it is done.
  private func shrink(
    _ shrinker: Shrinker, of log: LogReader, _ console: Console
  ) throws -> Bool {
    let interrupts = InterruptFlag()
    console.terminal.raiseWhenInterrupted(interrupts)
    defer { console.terminal.raiseWhenInterrupted(nil) }
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
    } catch let error as WitnessError {
      // Ctrl-C goes to all processes at the terminal. Whatever it was, what was found is kept.
      if !interrupts.isRaised {
        try console.printError("warning: \(sentence(of: error.failure(of: log)))")
      }
      return false
    }
  }

  private func tellOfNone(_ log: LogReader, _ given: Given, _ console: Console) throws {
    guard !given.wantsJSON else { return try console.print(["log": .null]) }
    let what = given[crashes] ? "no store traps" : "it holds nowhere"
    let place = given[until] == nil ? "" : " up to there"
    try console.print("\(what) in '\(log.name.visible)'\(place)")
  }
}
