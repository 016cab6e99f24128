import PlayheadReplay
import PlayheadTesting
import PlayheadValues

/// `fixture check`: whether sessions that are kept still lead where they must.
struct FixtureCheckCommand: Command {
  let apps: Apps

  let name = "fixture check"
  let summary = "Checks that fixtures lead to what is expected of them."
  let details = [
    "Replays each log with the app as it is now and compares it with the text beside it. Says in a line that "
      + "a fixture holds, or in a letter what does not: step, action, the difference, and how to look at it. "
      + "Ends with 1 if one does not hold. A log that does not fit the app in every respect does not.",
    "Fixtures are checked in processes of their own, as many at once as there are cores. Where a store traps, the "
      + "fixture does not hold, and the step is told; nor does it where a handler ends the process or never ends. "
      + "What the app prints there is not shown.",
  ]

  let patience = Parameter.option(
    "patience", value: "SECONDS", .patience, default: WorkerProcess.stepPatience,
    "How long a step may take before it is taken for one that never ends. Usually 60.")
  var parameters: [any ParameterDeclaration] { [FixtureParameters.paths, patience] }

  let examples = [Example("fixture check Tests/ShopTests/Fixtures", "all fixtures of a folder")]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    let logs = FixtureParameters.logs(at: given[FixtureParameters.paths])
    let progress = Progress("checking", of: UInt64(logs.count), on: console)
    defer { progress.finish() }
    let work = try work(on: logs, given, console)
    defer { work?.end() }
    var (number, good) = (0, 0)
    let code = try LogBatch(logs).forEachPath(console) { _ in
      defer { number += 1 }
      let verdict = try verdict(number, of: logs, by: work, progress, console)
      if verdict.holds { good += 1 }
      try console.show(.raw(verdict.json)) {
        try console.print(verdict.holds || logs.count == 1 ? verdict.text : verdict.text + "\n")
      }
      return verdict.holds ? .good : .badAnswer
    }
    progress.finish()
    if logs.count > 1 {
      let all = Format.count(logs.count, "fixture")
      try console.inText {
        try console.print(
          good == logs.count ? "all \(all) hold" : "\(Format.count(good)) of \(all) hold")
      }
    }
    return code
  }

  /// Work in other processes; nil if there can be none, which is said.
  private func work(
    on logs: [String], _ given: Given, _ console: Console
  ) throws -> FixtureJobs? {
    guard let program = console.terminal.programFile else { return nil }
    do {
      return try FixtureJobs(program, on: logs, patience: given[patience])
    } catch let error as WorkerError {
      guard let reason = error.startReason else { throw error }
      try console.printError(
        "warning: no other process can be started to check fixtures in (\(reason)); a store that traps ends "
          + "this one")
      return nil
    }
  }

  /// What becomes of a fixture, by its number; without `work` within this process.
  private func verdict(
    _ number: Int, of logs: [String], by work: FixtureJobs?, _ progress: Progress,
    _ console: Console
  ) throws -> FixtureVerdict {
    if let work { return try work.verdict(number) { progress.advance(to: UInt64($0)) } }
    progress.advance(to: UInt64(number + 1))
    let fixture = Fixture(path: logs[number])
    return try apps.verdict(on: fixture)
  }
}
