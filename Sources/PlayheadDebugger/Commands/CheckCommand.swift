import PlayheadInspector
import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `check`: whether a log always leads to the same states.
struct CheckCommand: Command {
  let apps: Apps

  let name = "check"
  let summary = "Checks that logs always lead to the same states."
  let details = [
    "Replays each log in several processes side by side, and compares the states with each other and "
      + "with what was recorded. Each process has another hash seed; one has a clock that is ahead, one "
      + "another time zone, one another locale; one replays on another thread, one for the second time, and "
      + "one applies each action twice. A difference means that a store depends on something else than its "
      + "state and its actions. Ends with 1 if there is one; names the first step and the place, and the "
      + "cause, which is found by holding all else still.",
    "An action that the app was not done with when it stopped has no outcome to compare with: it is "
      + "passed over, and what comes behind it is checked from the state with which the app went on. "
      + "Nor can a log be checked in which a handler ends the process, traps, or never ends; the other logs are.",
  ]

  let runs = Parameter.option(
    "runs", value: "N",
    // What a thousand do not find, no patience does; and how many steps they are can be counted.
    ValueKind("a whole number from 2 to 1000") { Int($0).flatMap { 2...1_000 ~= $0 ? $0 : nil } },
    default: WorkerPool.usualRuns,
    "How many replays with hash seeds of their own. What depends on the order of two elements is "
      + "missed by 8 once in 256 times. Usually 8.")
  let patience = Parameter.option(
    "patience", value: "SECONDS", .patience, default: WorkerProcess.stepPatience,
    "How long a step may take before it is taken for one that never ends. Usually 60.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.logs, runs, patience] + ReadingParameters.declarations
  }

  let examples = [
    Example("check s.playhead", "does it always lead to the same states?"),
    Example("check *.playhead --runs 20 --json", "a line for each log, as before a release"),
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    let paths = given[LogParameters.logs]
    guard let program = console.terminal.programFile,
      let notHeld = try notHeld(byWorkersOf: program, console)
    else {
      let check = OneProcessCheck(apps: apps, reading: try given.reading(), runs: given[runs])
      return try LogBatch(paths).run(console) { log in
        try log.warn(on: console)
        return try report(try check.run(log, console), given, console)
      }
    }
    return try check(paths, by: program, notHeld, given, console)
  }

  /// What cannot be held still where the program is a worker; nil if it cannot be one, which is said.
  private func notHeld(
    byWorkersOf program: String, _ console: Console
  ) throws -> Set<RunFactor>? {
    do {
      return try WorkerPool.notHeld(program)
    } catch let error as WorkerError {
      guard let reason = error.startReason else { throw error }
      try console.printError(
        "warning: no other process can be started to compare with (\(reason)); what differs from "
          + "process to process does not show")
      return nil
    }
  }

  private func check(
    _ paths: [String], by program: String, _ notHeld: Set<RunFactor>, _ given: Given,
    _ console: Console
  ) throws -> ExitCode {
    let input = paths.contains("-") ? try console.readLog() : nil
    let work = LogJobs(apps: apps, reading: try given.reading(), input: input)
    let queue = ProcessCheck(
      work: work, program: program, notHeld: notHeld, runs: given[runs], patience: given[patience]
    ).start(paths)
    var number = 0
    let code = try LogBatch(paths).forEachPath(console) { _ in
      defer { number += 1 }
      let checked = try result(number, of: paths, queue, console)
      try checked.log.warn(on: console)
      return try report(checked, given, console)
    }
    if notHeld.contains(.clock) {
      try console.printError("warning: \(RunFactor.clock.sentenceOfMissing)")
    }
    return code
  }

  /// Waits for a log, and shows how far it is, or how many are done.
  private func result(
    _ number: Int, of paths: [String], _ queue: JobQueue<CheckedLog>, _ console: Console
  ) throws -> CheckedLog {
    let isOne = paths.count == 1
    let total = isOne ? (try? LogReader(path: paths[0]))?.actionCount ?? 0 : paths.count
    let progress = Progress("checking", of: UInt64(total), on: console)
    defer { progress.finish() }
    return try queue.result(of: number) { logs, steps in
      progress.advance(to: isOne ? steps : UInt64(logs))
    }
  }

  private func report(
    _ checked: CheckedLog, _ given: Given, _ console: Console
  ) throws -> ExitCode {
    try console.show(checked.json(runs: given[runs])) {
      try checked.show(runs: given[runs], on: console)
    }
    try checked.log.warnOfDamageFound(on: console)
    if !checked.finding.misfits.isEmpty {
      let warning = InspectorWarning.passedOver(checked.finding.misfits)
      try console.printError("warning: \(warning.sentence(of: checked.log.name))")
    }
    return checked.exitCode
  }
}
