import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadTesting
import PlayheadValues

/// `fixture update`: expects the current values from now on.
struct FixtureUpdateCommand: Command {
  let apps: Apps

  let name = "fixture update"
  let summary = "Updates the expectations of fixtures to the current values."
  let details = [
    "Replays each log with the current app and writes the current value of every expectation; every "
      + "'?' is filled in. A log without expectations gets the last state of every store. "
      + "Shows what changed.",
    "Comments and conditions stay. If a condition does not hold, change it yourself; the command ends with 1.",
  ]

  var parameters: [any ParameterDeclaration] {
    [FixtureParameters.paths, ReadingParameters.risky]
  }

  let examples = [
    Example("fixture update Fixtures/negative-total.playhead", "one, after an intended change")
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let logs = FixtureParameters.logs(at: arguments[FixtureParameters.paths])
    let updater = try FixtureUpdater(apps, arguments.fixtureDecoding, console)
    return try LogBatch(logs).forEachPath(console) { path, _ in
      try updater.update(Fixture(path: path))
    }
  }
}

/// Updates the expectations of fixtures, and shows what changed.
struct FixtureUpdater {
  private let apps: Apps
  private let decoding: DecodingPolicy
  private let console: Console
  private let connection: ChildProcessConnection?

  init(_ apps: Apps, _ decoding: DecodingPolicy, _ console: Console) throws {
    (self.apps, self.decoding, self.console) = (apps, decoding, console)
    connection = try apps.connection(console)
  }

  /// Updates a fixture. A condition that does not hold is a bad answer.
  func update(_ fixture: Fixture) throws -> ExitCode {
    let log = try fixture.log()
    let written = try fixture.expectations()
    let report = try apps.report(on: fixture, of: log, written, decoding, at: connection)
    let recorded = report.expectations.recording(report.actual, .all)
    if recorded != written { try fixture.write(recorded, of: log) }
    try console.show(report.json + ["updated": recorded != written]) {
      try show(report, isNew: written == nil, isUpdated: recorded != written)
    }
    return report.findings.allSatisfy(\.isAcceptable) ? .good : .badAnswer
  }

  private func show(_ report: FixtureReport, isNew: Bool, isUpdated: Bool) throws {
    let file = report.fixture.shownExpectationsPath
    let word = isNew ? "written" : isUpdated ? "updated" : "as it was"
    let count = Format.count(report.expectations.count, "expectation")
    try console.print("\(file): \(word), \(count)")
    let changes = report.changes
    if !isNew, !changes.isEmpty { try console.print("\n\(changes)") }
    var violations = report
    violations.findings.removeAll(where: \.isAcceptable)
    if !violations.holds { try console.print("\n" + violations.failureMessage()) }
  }
}

extension Apps {
  /// Replays a fixture's log and compares it with the expectations. Without expectations, the report has the
  /// last state. A new fixture's log has no name yet, and its expectations are a draft. Throws an error that
  /// names the step if a store crashes. Without a connection, stores run in this process.
  func report(
    on fixture: Fixture, of log: LogReader, _ expectations: Expectations?,
    _ decoding: DecodingPolicy, isNew: Bool = false, at connection: ChildProcessConnection?
  ) throws -> FixtureReport {
    try log.explaining(isOneOfMany: !isNew) {
      try inspector(of: log, at: connection, decoding)
        .ask(FixtureRequest(fixture, expectations, isDraft: isNew))
    }
  }
}
