import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadTesting
import PlayheadValues

struct FixtureCheckCommand: Command {
  let apps: Apps

  let name = "fixture check"
  let summary = "Checks that the expectations of fixtures hold."
  let details = [
    "Replays each log with the current app and compares it with the expectations beside it. Prints a line for a "
      + "fixture that holds, and otherwise the step, the action, the difference, and a command that shows it. Ends "
      + "with 1 if one does not hold. New fields with a default and the app's upgrades are fine; if this "
      + "build reads anything else differently, the message names it, and '--risky' accepts it.",
    "Fixtures are checked in other processes, as many at once as there are cores. A fixture whose "
      + "store crashes does not hold, and the step is shown; nor does one with a handler that ends the "
      + "process or never ends. The app's own output is not shown.",
  ]

  let paths = Parameter.optionalArguments(
    FixtureParameters.paths.spec.name, .namedPath, FixtureParameters.paths.spec.help)
  let risky = ReadingParameters.risky
  let patience = LogParameters.patience
  let folder = FailurePages.folder
  let list = ListParameters.declarations

  let examples = [
    Example("fixture check Tests/ShopTests/Fixtures", "all fixtures of a folder"),
    Example("fixture check Fixtures --page failed", "the fixtures that fail, as pages"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let logs = FixtureParameters.logs(at: try arguments.listedLogs(paths))
    if let corpus = try CorpusRun(name, arguments, console) { return try run(corpus, arguments) }
    let progress = Progress("checking", of: UInt64(logs.count), .sessions, on: console)
    defer { progress.finish() }
    let pages = try FailurePages(arguments, apps, console)
    let interrupts = InterruptFlag()
    let decoding = arguments.fixtureDecoding
    let jobs = try LogBatch(logs).jobs(
      workers: ProcessInfo.processInfo.activeProcessorCount, arguments, console, interrupts,
      ready: { try $0.start() }
    ) { path, connection, _ in
      let (fixture, log, expectations) = try open(path)
      return try apps.report(on: fixture, of: log, expectations, decoding, at: connection)
    }
    // A second is enough for the processes to end.
    defer { jobs.end(within: .seconds(1)) }
    var good = 0
    let code = try LogBatch(logs).forEachPath(
      console, until: interrupts, ("fixture", "fixtures")
    ) { path, number in
      let report = try pages.catchingTrap(in: path, on: console) {
        try jobs.result(of: number) { done, _ in
          progress.advance(to: UInt64(done))
          try interrupts.check()
        }
      }
      if report.holds { good += 1 }
      let page = FailurePage {
        try report.pageFailure.flatMap { try pages?.write($0, of: report.fixture.log()) }
      }
      var answer = FixtureAnswer(report)
      answer.page = page.path
      try console.show(answer) {
        try console.print(report.holds ? report.line : report.failureMessage())
        try page.show(on: console)
        if !report.holds, logs.count > 1 { try console.print("") }
      }
      return report.holds ? .good : .badAnswer
    }
    progress.finish()
    if logs.count > 1, !interrupts.isRaised {
      let all = Format.count(logs.count, "fixture")
      try console.inText {
        try console.print(
          good == logs.count ? "all \(all) hold" : "\(Format.count(good)) of \(all) hold")
      }
    }
    return code
  }

  private func run(_ corpus: CorpusRun, _ arguments: ParsedArguments) throws -> ExitCode {
    if arguments[folder] != nil { throw UsageError.Fact.conflict("--page", "--files-from") }
    let decoding = arguments.fixtureDecoding
    return try corpus.run(ready: { try $0.start() }) { log, connection, _ in
      let fixture = Fixture(path: log.name)
      let expectations = try expectations(of: fixture)
      var finding = CorpusFinding(
        try apps.report(on: fixture, of: log, expectations, decoding, at: connection))
      finding.expected = try? String(contentsOfFile: fixture.expectationsPath, encoding: .utf8)
      return finding
    }
  }

  private func open(_ path: String) throws -> (Fixture, LogReader, Expectations) {
    let fixture = Fixture(path: path)
    let log = try fixture.log()
    return (fixture, log, try expectations(of: fixture))
  }

  private func expectations(of fixture: Fixture) throws -> Expectations {
    guard let expectations = try fixture.expectations() else {
      throw FixtureFailure.nothingExpected(of: fixture)
    }
    return expectations
  }
}

enum FixtureParameters {
  static let paths = Parameter.arguments(
    "PATH", .namedPath, "A fixture's log, or a folder for all the fixtures in it.")

  /// The logs of the fixtures at `paths`. A folder without fixtures stays in the list and causes an error.
  static func logs(at paths: [String]) -> [String] {
    paths.flatMap { path in
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      let found = isThere && isFolder.boolValue ? Fixtures.found(in: path).map(\.path) : []
      return found.isEmpty ? [path] : found
    }
  }
}

extension FixtureReport {
  /// The line for a fixture that holds.
  var line: StyledText {
    "\(fixture.shownPath): \(StyledText("holds", .green)), \(Format.count(actionCount, "action")), "
      + "\(Format.count(expectations.count, "expectation"))"
  }
}

/// A fixture, and which of its expectations do not hold.
struct FixtureAnswer: Encodable {
  let fixture: String
  let holds: Bool
  let actions: Int
  let expectations: Int
  let findings: [Failure]
  let drewOtherwise: Step?
  /// The file with the test of a new fixture; nil inside if there is none.
  @IfPresent var test: String?? = nil
  @IfPresent var page: String? = nil
  @IfPresent var updated: Bool? = nil

  struct Failure: Encodable {
    let step: Step
    let action: String?
    let kind: String
    @IfPresent var path: StatePath? = nil
    @IfPresent var expected: Value? = nil
    @IfPresent var actual: Value? = nil
    @IfPresent var condition: String? = nil
    @IfPresent var crash: CrashAnswer? = nil
    @IfPresent var values: JSON? = nil
  }

  init(_ report: FixtureReport) {
    (fixture, holds, actions) = (report.fixture.shownPath, report.holds, report.actionCount)
    (expectations, drewOtherwise) = (report.expectations.count, report.drawFault?.step)
    findings = report.findings.map { Failure($0) }
  }
}

extension FixtureAnswer.Failure {
  init(_ finding: Finding) {
    (step, action) = (finding.step, finding.action)
    switch finding.fact {
    case .value(let place, let old, let new):
      kind = "value"
      (path, expected, actual) = (place, old, new)
    case .unknown(let place, let new):
      kind = "unknown"
      (path, actual) = (place, new)
    case .unanswered(let unanswered, _):
      kind = "unanswered"
      condition = unanswered.text
    case .crashed(let known):
      kind = "crash"
      crash = CrashAnswer(known, nil)
    case .violated(let violated, let found):
      kind = "condition"
      condition = violated.text
      values = .object(found.map { .init($0.path.description, .text($0.value.json)) })
    }
  }
}

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

  let paths = FixtureParameters.paths
  let risky = ReadingParameters.risky

  let examples = [
    Example("fixture update Fixtures/negative-total.playhead", "one, after an intended change")
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let logs = FixtureParameters.logs(at: arguments[FixtureParameters.paths])
    let updater = FixtureUpdater(apps, arguments.fixtureDecoding, console)
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

  init(_ apps: Apps, _ decoding: DecodingPolicy, _ console: Console) {
    (self.apps, self.decoding, self.console) = (apps, decoding, console)
    connection = apps.connection(console)
  }

  /// Updates a fixture. A condition that does not hold is a bad answer.
  func update(_ fixture: Fixture) throws -> ExitCode {
    let log = try fixture.log()
    let written = try fixture.expectations()
    let report = try apps.report(on: fixture, of: log, written, decoding, at: connection)
    let recorded = report.expectations.recording(report.actual, .all)
    if recorded != written { try fixture.write(recorded, of: log) }
    var answer = FixtureAnswer(report)
    answer.updated = recorded != written
    try console.show(answer) {
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
  /// last state. A new fixture's log has no name yet, and its expectations are a draft. Without a connection, stores
  /// run in this process.
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
