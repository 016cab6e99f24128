import PlayheadReplay
import PlayheadTesting

/// `fixture check`: whether sessions that are kept still lead where they must.
struct FixtureCheckCommand: Command {
  let apps: Apps

  let name = "fixture check"
  let summary = "Checks that fixtures lead to what is expected of them."
  let details = [
    "Replays each log with the app as it is now and compares it with the text beside it. Says in a line that "
      + "a fixture holds, or in a letter what does not: step, action, the difference, and how to look at it. "
      + "Ends with 1 if one does not hold. A log that does not fit the app in every respect does not.",
    "Several fixtures are checked in processes of their own, as many at once as there are cores. Where a store traps, "
      + "the fixture does not hold, and the step is told.",
  ]

  var parameters: [any ParameterDeclaration] { [FixtureParameters.paths] }

  let examples = [Example("fixture check Tests/ShopTests/Fixtures", "all fixtures of a folder")]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    let logs = FixtureParameters.logs(at: given[FixtureParameters.paths])
    let progress = Progress("checking", of: UInt64(logs.count), on: console)
    defer { progress.finish() }
    let verdict = try verdicts(on: logs, progress, console)
    var (number, good) = (0, 0)
    let code = try LogBatch(logs, wantsJSON: given.wantsJSON).forEachPath(console) { _ in
      defer { number += 1 }
      let verdict = try verdict(number)
      if verdict.holds { good += 1 }
      try show(verdict, isAlone: logs.count == 1, given, console)
      return verdict.holds ? .good : .badAnswer
    }
    progress.finish()
    if logs.count > 1, !given.wantsJSON {
      let all = Format.count(logs.count, "fixture")
      try console.print(
        good == logs.count ? "all \(all) hold" : "\(Format.count(good)) of \(all) hold")
    }
    return code
  }

  /// What becomes of each fixture, by its number: of one alone, or where no process can be started, within this process,
  /// which a store that traps ends.
  private func verdicts(
    on logs: [String], _ progress: Progress, _ console: Console
  ) throws -> (Int) throws -> FixtureVerdict {
    if logs.count > 1, let program = console.terminal.programFile,
      let work = try? FixtureWork(program, isColoured: console.usesColor)
    {
      let board = work.start(logs)
      return { number in
        try board.result(of: number) { done, _ in progress.advance(to: UInt64(done)) }
      }
    }
    return { number in
      progress.advance(to: UInt64(number + 1))
      let fixture = Fixture(path: logs[number])
      return try console.outlivingTraps(of: fixture.log(), isOneOfSeveral: true) {
        try apps.verdict(on: fixture, isColoured: console.usesColor)
      }
    }
  }

  private func show(
    _ verdict: FixtureVerdict, isAlone: Bool, _ given: Given, _ console: Console
  ) throws {
    if given.wantsJSON { return try console.print(.raw(verdict.json)) }
    try console.print(verdict.holds || isAlone ? verdict.text : verdict.text + "\n")
  }
}
