import PlayheadTesting
import PlayheadValues

/// Makes what fixtures lead to now what is expected of them from now on, and says so.
struct FixtureUpdating {
  private let apps: Apps
  private let console: Console

  init(_ apps: Apps, _ console: Console) { (self.apps, self.console) = (apps, console) }

  /// Writes the expectations of a fixture anew. A condition that does not hold is a bad answer.
  func update(_ fixture: Fixture) throws -> ExitCode {
    let log = try fixture.log()
    let written = try fixture.expectations()
    let report = try apps.report(on: fixture, of: log, written, console)
    let recorded = report.expectations.recording(report.actual, .all)
    if recorded != written { try fixture.write(recorded, of: log) }
    try console.show(.object(report.json + [("updated", .bool(recorded != written))])) {
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
    let violated = report.findings.filter { !$0.isAcceptable }
    guard !violated.isEmpty else { return }
    try console.print("\n" + report.withFindings(violated).letter())
  }
}
