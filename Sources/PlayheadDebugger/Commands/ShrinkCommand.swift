import Foundation
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay

/// `shrink`: the shortest session that still gets there.
struct ShrinkCommand: Command {
  let apps: Apps

  let name = "shrink"
  let summary = "Makes a session as small as it can be while it still gets to a condition."
  let details = [
    "Actions are left out, first whole families of actions that led to each other, then ever fewer of them, "
      + "until no single one can be left out; then what is in them becomes simpler. What is written is a log "
      + "at whose end the condition holds; the log that it is made from stays as it is.",
    "Sessions are tried in another process, so that a store may trap in one. Ctrl-C ends the work, and the "
      + "smallest session so far is written. Ends with 1 then, and if the condition holds nowhere.",
  ]

  let condition = Parameter.requiredOption(
    "where", value: "EXPR", .expression,
    "What is to hold at the end; 'help expressions' tells how it is written.")
  let until = Parameter.option(
    "until", value: "STEP", .step, "Look for it up to this step; without it, to the end.")
  let output = Parameter.requiredOption(
    "output", "-o", value: "OUT", .path, "The log to write; it must not exist yet.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, condition, until, output] + ReadingParameters.declarations
  }

  let examples = [
    Example(
      "shrink s.playhead --where \"state('cart.total') < 0\" -o small.playhead",
      "the few actions that make a total fall below zero")
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    guard given[output] != "-" else { throw CommandFailure.streamOutput }
    // Before all the work.
    if FileManager.default.fileExists(atPath: given[output]) {
      throw LogError.exists(path: given[output])
    }
    let reading = try given.reading()
    let log = try LogReader.open(given[LogParameters.log], console)
    let end = try given[until]?.resolve(in: log.scope)
    let interrupts = InterruptFlag()
    let shrunk = try apps.replay(log, reading, console) { replay in
      let task = WitnessTask(log.name, reading: reading)
      let shrinker = try Shrinker(replay, until: given[condition], upTo: end) { run in
        try judge(of: task, run, given[condition], replay, console)
      }
      guard let shrinker else { return nil as ShrinkReport? }
      let isSmallest = try shrink(shrinker, interrupts, console)
      try shrinker.best.branch(of: replay).save(to: given[output], digests: .every(1))
      return ShrinkReport(
        shrinker, isSmallest: isSmallest, log: try LogReader(path: given[output]))
    }
    guard let report = shrunk.value else {
      try tellOfNone(log, given, console)
      return .badAnswer
    }
    try given.wantsJSON ? console.print(report.json) : report.show(on: console)
    return log.exitCode.worse(shrunk.exitCode).worse(report.isSmallest ? .good : .badAnswer)
  }

  /// A witness where there can be one.
  private func judge(
    of task: WitnessTask, _ run: ClosedRange<Step>, _ condition: Condition, _ replay: Replay,
    _ console: Console
  ) throws -> any ShrinkJudge {
    guard replay.log.hasFile, let program = console.terminal.programFile,
      let witness = try? WitnessProcess(program, ProcessSetting(.usual, faketime: nil))
    else { return try Shrinker.judge(replay, in: run, condition) }
    return WitnessJudge(witness, ShrinkTask(task, run: run, condition: condition.text))
  }

  /// Shrinks until it is done or somebody stops it; says whether it is done.
  private func shrink(
    _ shrinker: Shrinker, _ interrupts: InterruptFlag, _ console: Console
  ) throws -> Bool {
    console.terminal.raiseWhenInterrupted(interrupts)
    defer { console.terminal.raiseWhenInterrupted(nil) }
    let count = UInt64(shrinker.best.steps.count)
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
    } catch WitnessError.lost where interrupts.isRaised {
      // Ctrl-C goes to all processes at the terminal.
      return false
    }
  }

  private func tellOfNone(_ log: LogReader, _ given: Given, _ console: Console) throws {
    guard !given.wantsJSON else { return try console.print(["log": .null]) }
    try console.print("it holds nowhere in '\(log.name)'" + (given[until] == nil ? "" : " up to there"))
  }
}
