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
    "A store that traps ends the command, which says at which step.",
  ]

  var parameters: [any ParameterDeclaration] { [FixtureParameters.paths] }

  let examples = [Example("fixture check Tests/ShopTests/Fixtures", "all fixtures of a folder")]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    let logs = FixtureParameters.logs(at: given[FixtureParameters.paths])
    let progress = Progress("checking", of: UInt64(logs.count), on: console)
    defer { progress.finish() }
    var (done, good) = (0, 0)
    let code = try LogBatch(logs, wantsJSON: given.wantsJSON).forEachPath(console) { path in
      done += 1
      progress.advance(to: UInt64(done))
      let report = try check(Fixture(path: path), console)
      if report.holds { good += 1 }
      try given.wantsJSON
        ? console.print(.object(report.json)) : show(report, isAlone: logs.count == 1, console)
      return report.holds ? .good : .badAnswer
    }
    progress.finish()
    if logs.count > 1, !given.wantsJSON {
      let all = Format.count(logs.count, "fixture")
      try console.print(
        good == logs.count ? "all \(all) hold" : "\(Format.count(good)) of \(all) hold")
    }
    return code
  }

  private func check(_ fixture: Fixture, _ console: Console) throws -> FixtureReport {
    _ = try fixture.log()
    guard let expectations = try fixture.expectations() else {
      throw FixtureFailure.nothingExpected(of: fixture)
    }
    return try apps.report(on: fixture, expectations, console)
  }

  private func show(_ report: FixtureReport, isAlone: Bool, _ console: Console) throws {
    guard report.holds else {
      let letter = report.letter(isColoured: console.usesColor)
      return try console.print(isAlone ? letter : letter + "\n")
    }
    try console.print(
      "\(report.fixture.shownPath): " + console.styled("holds", .green) + ", "
        + Format.count(report.actionCount, "action") + ", "
        + Format.count(report.expectations.count, "expectation"))
  }
}
