import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadTesting
import PlayheadValues

/// `fixture check`: checks whether fixtures still hold.
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

  var parameters: [any ParameterDeclaration] {
    [
      FixtureParameters.paths, ReadingParameters.risky, LogParameters.patience, FailurePages.folder,
    ]
  }

  let examples = [
    Example("fixture check Tests/ShopTests/Fixtures", "all fixtures of a folder"),
    Example("fixture check Fixtures --page failed", "the fixtures that fail, as pages"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let logs = FixtureParameters.logs(at: arguments[FixtureParameters.paths])
    let progress = Progress("checking", of: UInt64(logs.count), .sessions, on: console)
    defer { progress.finish() }
    let pages = try FailurePages(arguments, apps, console)
    let interrupts = InterruptFlag()
    let jobs = try jobs(on: logs, interrupts, arguments, console)
    // A second is enough for the processes to end.
    defer { jobs?.end(within: .seconds(1)) }
    var good = 0
    let code = try LogBatch(logs).forEachPath(
      console, until: interrupts, ("fixture", "fixtures")
    ) { path, number in
      let report = try pages.catchingTrap(in: path, on: console) {
        if let jobs {
          return try jobs.result(of: number) { done, _ in
            progress.advance(to: UInt64(done))
            try interrupts.check()
          }
        }
        progress.advance(to: UInt64(number + 1))
        let (fixture, log, expectations) = try open(path)
        return try apps.report(
          on: fixture, of: log, expectations, arguments.fixtureDecoding, at: nil)
      }
      if report.holds { good += 1 }
      let page = FailurePage {
        try report.pageFailure.flatMap { try pages?.write($0, of: report.fixture.log()) }
      }
      try console.show(report.json.adding("page", ifAny: page.path)) {
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

  /// The work in processes of this program; `nil` after a warning if none can be started.
  private func jobs(
    on logs: [String], _ interrupts: InterruptFlag, _ arguments: ParsedArguments,
    _ console: Console
  ) throws -> LogJobs<FixtureReport>? {
    guard let file = console.terminal.programFile else { return nil }
    let (decoding, stepLimit) = (arguments.fixtureDecoding, arguments[LogParameters.patience])
    return try console.starting(orWarn: "stores run in this process, and a crash ends it") {
      try LogJobs(logs, workers: ProcessInfo.processInfo.activeProcessorCount) {
        let connection = ChildProcessConnection(file, interrupts, stepLimit: stepLimit)
        try connection.start()
        return { path, _ in
          let (fixture, log, expectations) = try open(path)
          return try apps.report(on: fixture, of: log, expectations, decoding, at: connection)
        }
      }
    }
  }

  private func open(_ path: String) throws -> (Fixture, LogReader, Expectations) {
    let fixture = Fixture(path: path)
    let log = try fixture.log()
    guard let expectations = try fixture.expectations() else {
      throw FixtureFailure.nothingExpected(of: fixture)
    }
    return (fixture, log, expectations)
  }
}

enum FixtureParameters {
  static let paths = Parameter.arguments(
    "PATH", .unicodePath, "A fixture's log, or a folder for all the fixtures in it.")

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

extension FixtureReport {
  var json: JSON {
    [
      "fixture": fixture.shownPath, "holds": holds,
      "actions": actionCount, "expectations": expectations.count,
      "findings": findings.map(\.json), "drewOtherwise": drawFault?.step,
    ]
  }
}

extension Finding {
  fileprivate var json: JSON {
    ["step": step, "action": action] + fact.json
  }
}

extension Finding.Fact {
  fileprivate var json: JSON {
    switch self {
    case .value(let path, let expected, let actual):
      ["kind": "value", "path": path, "expected": expected, "actual": actual]
    case .unknown(let path, let actual): ["kind": "unknown", "path": path, "actual": actual]
    case .unanswered(let condition, _):
      ["kind": "unanswered", "condition": condition.text]
    case .violated(let condition, let values):
      [
        "kind": "condition", "condition": condition.text,
        "values": JSON.object(values.map { ($0.path.description, $0.value.asJSON) }),
      ]
    }
  }
}
